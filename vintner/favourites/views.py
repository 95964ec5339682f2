"""The page of favourites and its forms.

Hearts stand on pages that are the same for everybody and carry no token, so the origin of a form is checked instead.
"""

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from vintner.cart import carts
from vintner.cart.lines import UNDO, change_link
from vintner.cart.middleware import cart_of, set_cookies, visitor_of
from vintner.catalogue.cards import cards_of
from vintner.catalogue.models import Product
from vintner.favourites.add_all import add_all_to_cart
from vintner.favourites.calls import WANTED, read_product_id
from vintner.favourites.favourites import list_favourites, set_favourite
from vintner.favourites.middleware import owner_of, save_list
from vintner.favourites.pages import RemovedFavourite, favourites_page, shared_favourites_page
from vintner.favourites.sharing import find_token, list_shared, share_list, stop_sharing
from vintner.refusal import Refusal
from vintner.web.answers import View, page_response
from vintner.web.client_address import came_from_path, same_origin
from vintner.web.notices import notify_success
from vintner.web.numbers import whole
from vintner.web.page import Link
from vintner.web.shared_props import shared_props

REMOVED = "removed"
GONE = "That wine is no longer in the shop, so it cannot be a favorite."
MOST_NAMED = 5
"""How many wines that could not be added are named: messages are in a cookie."""


def own_form(view: View) -> View:
    """Let a view take forms of the store's own pages alone."""

    def checked(request: HttpRequest) -> HttpResponse:
        if not same_origin(request):
            raise PermissionDenied
        return view(request)

    return csrf_exempt(never_cache(require_POST(checked)))


@never_cache
@require_safe
def favourites(request: HttpRequest) -> HttpResponse:
    """Show the visitor's list."""
    owner = owner_of(request)
    ids, token = list_favourites(owner), find_token(owner.user)
    page = favourites_page(
        cards_of(ids[::-1], timezone.now()),
        shared_props(request),
        removed=_find_removed(request, ids),
        is_guest=owner.user is None,
        share_url=settings.STORE_URL + reverse("shared_favourites", args=[token]) if token else "",
    )
    return page_response(request, page)


def _find_removed(request: HttpRequest, ids: list[int]) -> RemovedFavourite | None:
    number = whole(request.GET.get(REMOVED, ""))
    if number is None or number in ids:
        return None
    product = Product.objects.published().filter(pk=number).first()
    return RemovedFavourite(product_id=product.pk, name=product.name) if product else None


@own_form
def change(request: HttpRequest) -> HttpResponse:
    """Answer a heart's form without JavaScript: change the list and come back to the page."""
    product_id, wanted = read_product_id(request), WANTED.get(request.POST.get("status", ""), True)
    owner, page = owner_of(request), reverse("favourites")
    back = came_from_path(request) or page
    response = HttpResponseRedirect(back)
    try:
        save_list(response, owner, set_favourite(owner, product_id, wanted=wanted))
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return response
    if back.partition("?")[0] != page:
        words = "The wine is in your favorites." if wanted else "The wine is no longer in your favorites."
        notify_success(request, words, Link(label="See your favorites", url=page))
    else:
        response["Location"] = page if wanted else f"{page}?{REMOVED}={product_id}"
    return response


@own_form
def add_all(request: HttpRequest) -> HttpResponse:
    """Put all wines of the list into the cart, and say which could not be."""
    now = timezone.now()
    done = add_all_to_cart(visitor_of(request), list_favourites(owner_of(request)), now=now)
    for refusal in done.left_out[:MOST_NAMED]:
        messages.error(request, refusal.message)
    if more := len(done.left_out[MOST_NAMED:]):
        messages.error(request, f"{more} more of your favorites could not be added.")
    if done.cart is None:
        return HttpResponseRedirect(reverse("favourites"))
    wines = "One wine has" if done.wines == 1 else f"{done.wines} wines have"
    messages.success(request, f"{wines} been added to your cart.")
    response = HttpResponseRedirect(reverse("cart"))
    set_cookies(response, carts.quote_cart(done.cart, now=now))
    return response


@own_form
def save_for_later(request: HttpRequest) -> HttpResponse:
    """Move a line of the cart to the list. The field `save_item` is the line's key. Its undo restores the line."""
    found, key, owner = cart_of(request), request.POST.get("save_item", ""), owner_of(request)
    response = HttpResponseRedirect(reverse("cart"))
    if found is None:
        return response
    try:
        with transaction.atomic():
            line = carts.remove(found, key)
            ids = set_favourite(owner, line.variation.product_id, wanted=True)
    except Refusal as refusal:
        messages.error(request, GONE if refusal.code == "invalid" else refusal.message)
        return response
    undo = Link(label="Undo?", url=change_link(found, UNDO, key))
    notify_success(request, f"“{line.variation.product.name}” has been moved to your favorites.", undo)
    save_list(response, owner, ids)
    set_cookies(response, carts.quote_cart(found, now=timezone.now()))
    return response


@own_form
def share(request: HttpRequest) -> HttpResponse:
    """Make the link by which others see a customer's list, or end it. The field `share` is yes or no."""
    user = owner_of(request).user
    if user is not None and request.POST.get("share") == "yes":
        share_list(user)
    elif user is not None and request.POST.get("share") == "no":
        stop_sharing(user)
        messages.success(request, "The link has ended. Nobody sees your list by it any more.")
    return HttpResponseRedirect(reverse("favourites") + "#share")


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared list."""
    ids = list_shared(token)
    if ids is None:
        raise Http404
    return page_response(request, shared_favourites_page(cards_of(ids[::-1], timezone.now()), shared_props(request)))
