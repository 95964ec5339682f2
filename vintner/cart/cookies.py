"""The cookies of a cart: a signed one with its id, hidden from scripts, and the two that WooCommerce's scripts read."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

NAME = "__Host-vintner_cart" if settings.HTTPS else "vintner_cart"
SALT = "vintner.cart"
SECONDS = settings.CART_DAYS * 24 * 60 * 60
FILLED, HASH = "woocommerce_items_in_cart", "woocommerce_cart_hash"


def cart_id(request: HttpRequest) -> UUID | None:
    """Return the cart's id from the visitor's cookie; None without one, and for a forged or expired one."""
    text = request.get_signed_cookie(NAME, default=None, salt=SALT, max_age=SECONDS)
    return UUID(text) if text else None


def set_cart(response: HttpResponse, cart: UUID, cart_hash: str) -> None:
    """Set the cart's id for the next `settings.CART_DAYS` days, and its hash."""
    response.set_signed_cookie(
        NAME, cart.hex, salt=SALT, max_age=SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
    )
    set_cart_hash(response, cart_hash)


def set_cart_hash(response: HttpResponse, cart_hash: str) -> None:
    """Set the cookies for scripts: whether the cart is filled, and its hash ('' if empty). Both are session cookies."""
    if not cart_hash:
        response.delete_cookie(FILLED)
        response.delete_cookie(HASH)
        return
    for name, value in ((FILLED, "1"), (HASH, cart_hash)):
        response.set_cookie(name, value, samesite="Lax", secure=settings.HTTPS)


def read_cart_hash(request: HttpRequest) -> str:
    """Return the cart hash that the visitor's browser knows, '' if none."""
    return request.COOKIES.get(HASH, "") if FILLED in request.COOKIES else ""
