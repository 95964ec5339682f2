"""The cart's page and its forms. They work without JavaScript: a post redirects to a page with the result."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from vintner.cart import add_form, carts, coupon_calls, coupons
from vintner.cart.gifts import gift_choices
from vintner.cart.lines import REMOVE, UNDO, change_link, is_valid_link, line_views
from vintner.cart.link_views import ADD, REMOVE_COUPON, confirm_coupon_removal
from vintner.cart.middleware import (
    cart_of,
    correct_ship_to,
    read_cart_hash,
    set_cart_hash,
    set_cookies,
    visitor_of,
)
from vintner.cart.models import Cart
from vintner.cart.pages import RefusedPostcode, cart_page
from vintner.cart.rules import read_quantity
from vintner.refusal import Refusal
from vintner.shipping.regions import regions
from vintner.shipping.rules import Place
from vintner.web.answers import page_response
from vintner.web.client_address import came_from_path, same_origin
from vintner.web.nonce import valid_nonce
from vintner.web.notices import notify_success
from vintner.web.numbers import whole
from vintner.web.page import Link
from vintner.web.shared_props import shared_props

TOKEN_FIELDS = ("csrfmiddlewaretoken", "woocommerce-cart-nonce", "_wpnonce")
QUANTITY = re.compile(r"cart\[([0-9a-f]{32})\]\[qty\]")


@csrf_exempt
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Add an item. Reads add-to-cart, quantity, and for a variable product variation_id or attribute_<slug>."""
    return add_from_product_page(request)


def add_from_product_page(request: HttpRequest) -> HttpResponse:
    """Add the form's item and redirect back to the form's page; a refusal redirects to the product's page."""
    if not same_origin(request):
        raise PermissionDenied
    found = None
    try:
        found = add_form.find_item(request.POST)
        quoted, words = add_form.add_item(visitor_of(request), found, request.POST)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(found.product.get_absolute_url() if found else _came_from_path(request))
    target = reverse("cart") if settings.CART_REDIRECT_AFTER_ADD else _came_from_path(request)
    cart_link = Link(label="View cart", url=reverse("cart"))
    notify_success(request, words, None if target == cart_link.url else cart_link)
    response = HttpResponseRedirect(target)
    set_cookies(response, quoted)
    return response


def _came_from_path(request: HttpRequest) -> str:
    """Return the path of the form's page; the shop's, if the browser sends no Referer."""
    path = came_from_path(request)
    if ADD in parse_qs(urlsplit(path).query, keep_blank_values=True):
        return reverse("cart")
    if path:
        return path
    return reverse("shop") if request.path == reverse("cart_add") else request.path


@csrf_exempt  # checked here, because WooCommerce's clients send the token under several names
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cart(request: HttpRequest) -> HttpResponse:
    """Show the cart; a POST changes quantities, lines and delivery; a signed link removes a line or undoes that."""
    found = cart_of(request)
    if request.method == "POST":
        if not any(valid_nonce(request, field) for field in TOKEN_FIELDS):
            messages.error(request, "This page had been open for too long. Nothing was changed; please try again.")
            return _page(request, found, 403)
        return _handle_post(request, found) if found else HttpResponseRedirect(reverse("cart"))
    if request.method == "GET" and REMOVE_COUPON in request.GET:
        return confirm_coupon_removal(request, found)
    action = next((action for action in (REMOVE, UNDO) if action in request.GET), None)
    if action and request.method == "GET":
        return _follow_link(request, found, action)
    return _page(request, found, 200)


def _handle_post(request: HttpRequest, found: Cart) -> HttpResponse:
    """Answer the posted form with a redirect. What is refused in a field, coupon or postcode, is answered with the page
    and the message at the field.
    """
    if "apply_coupon" not in request.POST:
        refused = _refused_postcode(request, found) if "calc_shipping" in request.POST else None
        changed = _change(request, found)
        return _page(request, found, 200, postcode=refused) if refused else _redirect(found, changed)
    try:
        taken_off = coupon_calls.add_coupon(request, found)
    except Refusal as refusal:
        return _page(request, found, 200, code=request.POST.get("coupon_code", "")[:60], problem=refusal.message)
    messages.success(request, coupons.added_message(taken_off))
    return _redirect(found, True)


def _page(
    request: HttpRequest,
    found: Cart | None,
    status: int,
    *,
    code: str = "",
    problem: str = "",
    postcode: RefusedPostcode | None = None,
) -> HttpResponse:
    quoted = carts.quote_cart(found, now=timezone.now()) if found else None
    page = cart_page(quoted, shared_props(request), code=code, problem=problem, postcode=postcode)
    response = page_response(request, page, status)
    cart_hash = quoted.cart_hash if quoted else ""
    if read_cart_hash(request) != cart_hash:
        set_cart_hash(response, cart_hash)
    correct_ship_to(request, response, found)
    return response


def _redirect(found: Cart, changed: bool) -> HttpResponse:
    """Redirect to the cart's page, which shows the change and its messages."""
    response = HttpResponseRedirect(reverse("cart"))
    if changed:
        set_cookies(response, carts.quote_cart(found, now=timezone.now()))
    return response


def _follow_link(request: HttpRequest, found: Cart | None, action: str) -> HttpResponse:
    key = request.GET[action]
    if found is None or not is_valid_link(found, action, request.GET.get("_wpnonce", "")):
        messages.error(request, "This link is for another cart. Nothing was changed.")
        return _page(request, found, 200)
    return _redirect(found, _remove(request, found, key) if action == REMOVE else _undo(request, found, key))


def _change(request: HttpRequest, found: Cart) -> bool:
    """Save the fields, then do the action of the pressed button. Returns whether the cart may have changed."""
    pressed = next((name for name in BUTTON_ACTIONS if name in request.POST), None)
    if rate_id := request.POST.get("shipping_method[0]"):
        carts.choose_delivery(found, rate_id, preselected=request.POST.get(carts.PRESELECTED, ""))
    changed = _set_quantities(request, found)
    if pressed is not None:
        return BUTTON_ACTIONS[pressed](request, found, request.POST[pressed]) or changed
    return True


def _remove(request: HttpRequest, found: Cart, key: str) -> bool:
    try:
        line = carts.remove(found, key)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    undo = Link(label="Undo?", url=change_link(found, UNDO, key))
    name = line.variation.product.name
    notify_success(request, f"“{name}” has been removed from your cart.", undo)
    return True


def _undo(request: HttpRequest, found: Cart, key: str) -> bool:
    try:
        carts.restore(found, key)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    return True


def _set_quantities(request: HttpRequest, found: Cart) -> bool:
    """Save each quantity that can be taken and add messages for the others. Returns whether any changed."""
    wanted: dict[str, int] = {}
    refused: list[Refusal] = []
    for field, text in request.POST.items():
        named = QUANTITY.fullmatch(field)
        if named and isinstance(text, str) and text.strip():
            try:
                wanted[named[1]] = read_quantity(text, least=0)
            except Refusal as refusal:
                refused.append(refusal)
    changed = carts.set_quantities(found, wanted) if wanted else carts.QuantityChanges(0, ())
    problems = dict.fromkeys(refusal.message for refusal in (*refused, *changed.refused))
    for message in problems:
        messages.error(request, message)
    # The page's script may have saved the same quantities a moment before: the button still gets its message.
    if changed.lines or ("update_cart" in request.POST and not problems):
        messages.success(request, "Cart updated.")
    return changed.lines > 0


def _remove_coupon(request: HttpRequest, found: Cart, code: str) -> bool:
    try:
        coupons.remove(found, code)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    messages.success(request, "The coupon has been taken off.")
    return True


def _set_destination(request: HttpRequest, found: Cart, _button: str) -> bool:
    """Save the place of the estimate. A postcode that is none of the place is not saved."""
    place = _read_estimate(request, found)
    if place is None:
        messages.error(request, "Please choose the state or province that we are to deliver to.")
        return False
    carts.set_destination(found, replace(place, postcode="") if _postcode_problem(place) else place)
    return True


def _read_estimate(request: HttpRequest, found: Cart) -> Place | None:
    """Return the place that an estimate is asked for, with the postcode as it is written there; None for no state.

    The form still has the postcode of the place before: it is dropped if it is none of the new one.
    """
    country, _, state = request.POST.get("calc_shipping_place", "").partition(":")
    region = regions().get(country)
    if region is None or state not in region.states:
        return None
    typed = request.POST.get("calc_shipping_postcode", "")[:20]
    place = Place(country=country, state=state, postcode=region.tidy_postcode(typed))
    is_left_over = typed.strip() == found.postcode and (country, state) != (found.country, found.state)
    return replace(place, postcode="") if is_left_over and _postcode_problem(place) else place


def _refused_postcode(request: HttpRequest, found: Cart) -> RefusedPostcode | None:
    """Return the postcode of the estimate if it is none of its country or state."""
    place = _read_estimate(request, found)
    problem = _postcode_problem(place) if place else ""
    return RefusedPostcode(place.postcode, problem) if place and problem else None


def _postcode_problem(place: Place) -> str:
    """Return why a postcode is none of its country or state, '' when it is one, and for none."""
    if not place.postcode:
        return ""
    region = regions()[place.country]
    if not region.postcode.fullmatch(place.postcode):
        return f"That is no {region.postcode_word}: one looks like {region.postcode_example}."
    misplaced = region.misplaced_postcode(place.state, place.postcode)
    return f"{place.postcode} {misplaced}" if misplaced else ""


def _choose_gift(request: HttpRequest, found: Cart, choice: str) -> bool:
    """Choose another bottle of a gift: `choice` is rule id, product and variation, '4_141:12:31'."""
    rule_id, _, ids = choice.partition(":")
    target, _, variation = ids.partition(":")
    try:
        gift_choices.choose_variation(found, rule_id, _number(target), _number(variation), now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    return True


def _number(text: str) -> int:
    return whole(text) or 0


def _fit_to_stock(request: HttpRequest, found: Cart, key: str) -> bool:
    """Lower a line to the quantity that can be bought."""
    quoted = carts.quote_cart(found, now=timezone.now())
    fitting = {line.key: line.fitting for line in line_views(quoted)}.get(key, 0)
    if not fitting:
        return False
    carts.set_quantities(found, {key: fitting})
    return True


BUTTON_ACTIONS: Mapping[str, Callable[[HttpRequest, Cart, str], bool]] = {
    "remove_item": _remove,
    "undo_item": _undo,
    "remove_coupon": _remove_coupon,
    "calc_shipping": _set_destination,
    "swap_item": _choose_gift,
    "fit_item": _fit_to_stock,
}
"""The actions of the cart form's buttons, by the button's name. Its value names the line or coupon."""
