"""The cart's page and its forms. They work without JavaScript: post, then go to a page that says what came of it."""

import re
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from vintner.cart import carts, cookies, items, links
from vintner.cart.models import Cart
from vintner.cart.origin import same_origin
from vintner.cart.pages import cart_page
from vintner.cart.rules import asked_quantity
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.nonce import valid_nonce
from vintner.web.page import Link
from vintner.web.shared import shared

TOKEN_FIELDS = ("csrfmiddlewaretoken", "woocommerce-cart-nonce", "_wpnonce")
QUANTITY = re.compile(r"cart\[([0-9a-f]{32})\]\[qty\]")


@csrf_exempt
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Fields add-to-cart, quantity, and for a variable product variation_id or attribute_<slug>."""
    return add_from_product_page(request)


def add_from_product_page(request: HttpRequest) -> HttpResponse:
    """Add what the form says, then go back to where it stood; a refusal leads to the product's page."""
    if not same_origin(request):
        raise PermissionDenied
    found = None
    try:
        found = _named(request)
        shown, words = _add(request, found)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(found.product.get_absolute_url() if found else _back(request))
    messages.success(request, words)
    response = HttpResponseRedirect(reverse("cart") if settings.CART_REDIRECT_AFTER_ADD else _back(request))
    carts.remember(response, shown)
    return response


def _named(request: HttpRequest) -> items.Found:
    """Return what the form names. A variation_id must belong to the product it came with."""
    product_id = request.POST.get("add-to-cart") or request.POST.get("product_id", "")
    variation_id = request.POST.get("variation_id", "").strip()
    variation_id = "" if variation_id == "0" else variation_id
    choices = {
        name.removeprefix("attribute_").removeprefix("pa_"): value
        for name, value in request.POST.items()
        if name.startswith("attribute_") and isinstance(value, str) and value.strip()
    }
    found = items.find(variation_id or product_id, choices)
    if found is None or (variation_id and product_id and str(found.product.pk) != product_id.strip()):
        raise Refusal("unknown_item", "We do not have that wine.")
    return found


def _add(request: HttpRequest, found: items.Found) -> tuple[carts.QuotedCart, str]:
    """Return the cart after adding, and what to tell the shopper."""
    now = timezone.now()
    variation = found.chosen()
    quantity = asked_quantity(request.POST.get("quantity"), least=1)
    quantity = 1 if found.product.sold_individually else quantity
    shown = carts.quoted(carts.add_for(request, variation, quantity, now=now), now=now)
    name = found.product.name
    if quantity == 1:
        return shown, f"“{name}” has been added to your cart."
    return shown, f"{quantity} × “{name}” have been added to your cart."


def _back(request: HttpRequest) -> str:
    """Return the path of the page that the form stood on; the shop's, if the browser does not tell."""
    came_from = request.headers.get("Referer", "")
    if came_from and url_has_allowed_host_and_scheme(came_from, {request.get_host()}):
        parts = urlsplit(came_from)
        return parts.path + (f"?{parts.query}" if parts.query else "")
    return reverse("shop") if request.path == reverse("cart_add") else request.path


@csrf_exempt  # checked here, because the token may come under any name of the contract (resolutions 1, 50)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cart(request: HttpRequest) -> HttpResponse:
    """Show the cart; a POST changes quantities, lines and delivery; a signed link removes a line or undoes that."""
    found = carts.find(request)
    if request.method == "POST":
        if not any(valid_nonce(request, field) for field in TOKEN_FIELDS):
            messages.error(request, "This page had been open for too long. Nothing was changed; please try again.")
            return _page(request, found, 403)
        return _redirect(found, _change(request, found)) if found else HttpResponseRedirect(reverse("cart"))
    deed = next((deed for deed in (links.REMOVE, links.UNDO) if deed in request.GET), None)
    if deed and found and request.method == "GET":
        return _follow(request, found, deed)
    return _page(request, found, 200)


def _page(request: HttpRequest, found: Cart | None, status: int) -> HttpResponse:
    shown = carts.quoted(found, now=timezone.now()) if found else None
    response = page_response(request, cart_page(shown, shared(request)), status)
    cart_hash = shown.cart_hash if shown else ""
    if cookies.marked(request) != cart_hash:
        cookies.mark(response, cart_hash)
    return response


def _redirect(found: Cart, changed: bool) -> HttpResponse:
    """Go to the page that shows the change (and what was said about it)."""
    response = HttpResponseRedirect(reverse("cart"))
    if changed:
        carts.remember(response, carts.quoted(found, now=timezone.now()))
    return response


def _follow(request: HttpRequest, found: Cart, deed: str) -> HttpResponse:
    key = request.GET[deed]
    if not links.valid(found, deed, key, request.GET.get("_wpnonce", "")):
        return _page(request, found, 200)
    return _redirect(found, _remove(request, found, key) if deed == links.REMOVE else _undo(request, found, key))


def _change(request: HttpRequest, found: Cart) -> bool:
    """Do what the pressed button says; say whether the cart may be another now."""
    if key := request.POST.get("remove_item"):
        return _remove(request, found, key)
    if key := request.POST.get("undo_item"):
        return _undo(request, found, key)
    if rate_id := request.POST.get("shipping_method[0]"):
        carts.choose_delivery(found, rate_id)
    _set_quantities(request, found)
    return True


def _remove(request: HttpRequest, found: Cart, key: str) -> bool:
    try:
        line = carts.remove(found, key)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    undo = Link(label="Undo?", url=links.link(found, links.UNDO, key))
    name = line.variation.product.name
    messages.success(request, f"“{name}” has been removed from your cart.", extra_tags=undo.model_dump_json())
    return True


def _undo(request: HttpRequest, found: Cart, key: str) -> bool:
    try:
        carts.restore(found, key)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return False
    return True


def _set_quantities(request: HttpRequest, found: Cart) -> None:
    """Take each quantity that can be taken, and say what became of the others."""
    wanted: dict[str, int] = {}
    refused: list[Refusal] = []
    for field, text in request.POST.items():
        named = QUANTITY.fullmatch(field)
        if named and isinstance(text, str) and text.strip():
            try:
                wanted[named[1]] = asked_quantity(text, least=0)
            except Refusal as refusal:
                refused.append(refusal)
    changed = carts.set_quantities(found, wanted) if wanted else carts.Changed(0, ())
    for message in dict.fromkeys(refusal.message for refusal in (*refused, *changed.refused)):
        messages.error(request, message)
    if changed.lines:
        messages.success(request, "Cart updated.")
