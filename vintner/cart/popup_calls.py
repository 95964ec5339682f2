"""The calls of the add-to-cart popup, by the names of WooCommerce's popup plugin. The answer is always JSON.

An error is HTML that any client can display, with the same as plain text in `message`
(docs/behaviour/cart.md#pages-and-cookies-for-caches).
"""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from vintner.cart import add_form, carts
from vintner.cart.calls import log_unknown_fields
from vintner.cart.middleware import cart_of, set_cookies, visitor_of
from vintner.cart.models import Cart
from vintner.cart.pages import cart_sections
from vintner.cart.rules import read_quantity
from vintner.refusal import Refusal
from vintner.web.answers import fragments, json_response
from vintner.web.client_address import same_origin

WENT_WRONG = "Something went wrong"
MALFORMED = frozenset({"unknown_line", "not_a_quantity", "negative_quantity", "no_cart"})
"""Codes of refusals that the popup plugin's clients know as WENT_WRONG: requests that make no sense."""


def add_to_cart(request: HttpRequest) -> HttpResponse:
    """Add an item. Reads the fields of an add-to-cart form, and action. Without either, answers with nothing."""
    if request.POST.get("action") != "xoo_cp_add_to_cart" or "add-to-cart" not in request.POST:
        return HttpResponse("", "application/json; charset=UTF-8")
    if not same_origin(request):
        return _cross_origin_response()
    log_unknown_fields(request, "xoo_cp_add_to_cart")
    try:
        quoted, words = add_form.add_item(visitor_of(request), add_form.find_item(request.POST), request.POST)
    except Refusal as refusal:
        if refusal.code == "unknown_item":
            return _unknown_item_response(request, refusal)
        return _refusal_response(refusal)
    return _changed_response(request, quoted, words)


def _unknown_item_response(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer with the unchanged cart, as the plugin does, and with a message, which it leaves out."""
    cart = cart_of(request)
    quoted = carts.quote_cart(cart, now=timezone.now()) if cart else None
    return json_response({**_error(refusal), **_cart(request, quoted, "")})


def update_cart(request: HttpRequest) -> HttpResponse:
    """Set a quantity. Reads cart_key and new_qty, 0 to remove. Checks the stock, unlike the plugin."""
    if not same_origin(request):
        return _cross_origin_response()
    key, text = request.POST.get("cart_key", ""), request.POST.get("new_qty", "")
    try:
        cart = _require_cart(request)
        words = _set_line(cart, key, read_quantity(text.strip() or "?", least=0))
    except Refusal as refusal:
        return _refusal_response(refusal)
    return _changed_response(request, carts.quote_cart(cart, now=timezone.now()), words)


def _require_cart(request: HttpRequest) -> Cart:
    cart = cart_of(request)
    if cart is None:
        raise Refusal("no_cart", "Your cart is empty.")
    return cart


def _set_line(cart: Cart, key: str, quantity: int) -> str:
    """Set a line's quantity or remove it; return the success message."""
    if quantity:
        carts.set_quantity(cart, key, quantity)
        return "Your cart has been updated."
    line = carts.remove(cart, key)
    return f"“{line.variation.product.name}” has been removed from your cart."


def undo_item(request: HttpRequest) -> HttpResponse:
    """Restore the removed line of the field cart_key. What cannot be bought any more does not come back."""
    if not same_origin(request):
        return _cross_origin_response()
    try:
        cart = _require_cart(request)
        line = carts.restore(cart, request.POST.get("cart_key", ""))
    except Refusal as refusal:
        return _refusal_response(refusal)
    words = f"“{line.variation.product.name}” is back in your cart."
    return _changed_response(request, carts.quote_cart(cart, now=timezone.now()), words)


def empty_cart(request: HttpRequest) -> HttpResponse:
    """Remove all lines, coupons and removed lines. A visitor without a cart gets the same answer."""
    if not same_origin(request):
        return _cross_origin_response()
    cart = cart_of(request)
    words = "Your cart is empty."
    if cart is None:
        return json_response(_cart(request, None, words))
    carts.empty(cart)
    return _changed_response(request, carts.quote_cart(cart, now=timezone.now()), words)


def _changed_response(request: HttpRequest, quoted: carts.QuotedCart, words: str) -> HttpResponse:
    response = json_response(_cart(request, quoted, words))
    set_cookies(response, quoted)
    return response


def _cart(request: HttpRequest, quoted: carts.QuotedCart | None, words: str) -> dict[str, object]:
    sections = fragments(request, *cart_sections(quoted, words))
    return {"fragments": sections, "cart_hash": quoted.cart_hash if quoted else ""}


def _refusal_response(refusal: Refusal) -> HttpResponse:
    return json_response(_error(refusal))


def _error(refusal: Refusal) -> dict[str, object]:
    if refusal.code in MALFORMED:
        return {"error": WENT_WRONG, "message": refusal.message}
    words = format_html('<ul class="woocommerce-error" role="alert"><li>{}</li></ul>', refusal.message)
    return {"error": words, "message": refusal.message}


def _cross_origin_response() -> HttpResponse:
    return json_response({"error": WENT_WRONG, "message": WENT_WRONG}, 403)
