"""The cart's calls by WooCommerce's names: adding, removing, and refreshing the sections of a cached page."""

from collections.abc import Mapping
from types import MappingProxyType

import structlog
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from vintner.cart import carts, items
from vintner.cart.middleware import (
    cart_of,
    correct_ship_to,
    read_cart_hash,
    set_cart_hash,
    set_cookies,
    visitor_of,
)
from vintner.cart.pages import cart_sections
from vintner.cart.rules import read_quantity
from vintner.refusal import Refusal
from vintner.web.answers import fragments, json_response
from vintner.web.client_address import same_origin

_KNOWN = frozenset({
    "action", "add-to-cart", "awdr_nonce", "cart_item_key", "cart_key", "method", "new_qty", "parent_id", "product_id",
    "product_sku", "qty", "quantity", "rule_unique_id", "success_message", "time", "variation_id",
})  # fmt: skip
"""The fields that WooCommerce's clients send with calls about the cart."""
_TOKENS = ("attribute_", "csrfmiddlewaretoken", "security", "_wpnonce", "woocommerce-cart-nonce")
_MOST_NAMES, _LONGEST_NAME = 20, 40

log = structlog.get_logger(__name__)


def add_to_cart(request: HttpRequest) -> HttpResponse:
    """Add an item. Reads the fields product_id (of a product or a variation) and quantity, and ignores all others."""
    if not same_origin(request):
        return json_response({"error": True, "product_url": False}, 403)
    if "product_id" not in request.POST:
        return HttpResponse("", "application/json; charset=UTF-8")
    log_unknown_fields(request, "add_to_cart")
    found = items.find(request.POST["product_id"])
    try:
        quoted = _add(request, found)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        url = request.build_absolute_uri(found.product.get_absolute_url()) if found else False
        return json_response({"error": True, "product_url": url})
    response = _answer(request, quoted, {"cart_url": reverse("cart")} if settings.CART_REDIRECT_AFTER_ADD else {})
    set_cookies(response, quoted)
    return response


def _add(request: HttpRequest, found: items.RequestedItem | None) -> carts.QuotedCart:
    if found is None:
        raise Refusal("unknown_item", "We do not have that wine.")
    now = timezone.now()
    variation = found.require_variation()
    quantity = read_quantity(request.POST.get("quantity"), least=1)
    return carts.quote_cart(carts.add_to_cart(visitor_of(request), variation, quantity, now=now), now=now)


def remove_from_cart(request: HttpRequest) -> HttpResponse:
    """Remove the line of the field cart_item_key. An unknown key changes nothing."""
    cart = cart_of(request) if same_origin(request) else None
    if cart is None:
        return json_response({"success": False})
    try:
        carts.remove(cart, request.POST.get("cart_item_key", ""))
    except Refusal:
        return json_response({"success": False})
    quoted = carts.quote_cart(cart, now=timezone.now())
    response = _answer(request, quoted)
    set_cookies(response, quoted)
    return response


def get_refreshed_fragments(request: HttpRequest) -> HttpResponse:
    """Return the cart's sections. Makes no cart for a new visitor. Corrects the browser's cart hash if it is stale."""
    cart = cart_of(request)
    quoted = carts.quote_cart(cart, now=timezone.now()) if cart else None
    response = _answer(request, quoted)
    cart_hash = quoted.cart_hash if quoted else ""
    if read_cart_hash(request) != cart_hash:
        set_cart_hash(response, cart_hash)
    correct_ship_to(request, response, cart)
    return response


def _answer(
    request: HttpRequest, quoted: carts.QuotedCart | None, more: Mapping[str, object] = MappingProxyType({})
) -> HttpResponse:
    cart_hash = quoted.cart_hash if quoted else ""
    return json_response({"fragments": fragments(request, *cart_sections(quoted)), "cart_hash": cart_hash, **more})


def log_unknown_fields(request: HttpRequest, call: str) -> None:
    """Log the names of fields that nothing reads, in one line. Their values are not logged: they may be personal.

    A price that a client sends has no effect, but should be noticed.
    """
    names = sorted(name for name in request.POST if name not in _KNOWN and not name.startswith(_TOKENS))
    if names:
        logged = [name[:_LONGEST_NAME] for name in names[:_MOST_NAMES]]
        log.warning("ignored_fields", call=call, names=logged, count=len(names))
