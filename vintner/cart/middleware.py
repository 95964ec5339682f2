"""The cart of whoever sent a request: its cookies, and links that add to it.

A signed cookie with the cart's id is hidden from scripts; the two others are those that WooCommerce's scripts read.
"""

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.carts import CartVisitor, QuotedCart
from vintner.cart.link_views import ADD, confirm_addition
from vintner.cart.merge_carts import merge_guest_cart
from vintner.cart.models import Cart
from vintner.customers.middleware import user_of
from vintner.customers.models import User

COOKIE = "__Host-vintner_cart" if settings.HTTPS else "vintner_cart"
SALT = "vintner.cart"
SECONDS = settings.CART_DAYS * 24 * 60 * 60
FILLED, HASH = "woocommerce_items_in_cart", "woocommerce_cart_hash"
_MOST_NAMED = 5
_NO_SHOP_PAGES = ("/admin/", "/wp-json/", "/wp-admin/", "/outbox/", "/static/", "/media/")


class CartLinkMiddleware:
    """Answers a GET with `add-to-cart` in its query, on any page of the shop, with the confirmation page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if ADD in request.META.get("QUERY_STRING", "") and _is_add_link(request):
            return confirm_addition(request)
        return self.get_response(request)


def _is_add_link(request: HttpRequest) -> bool:
    if request.method not in ("GET", "HEAD") or request.path.startswith(_NO_SHOP_PAGES):
        return False
    return ADD in request.GET and "wc-ajax" not in request.GET


def visitor_of(request: HttpRequest) -> CartVisitor:
    """Return what names the cart of whoever sent a request."""
    return CartVisitor(read_cart_id(request), user_of(request))


def cart_of(request: HttpRequest) -> Cart | None:
    """Return the visitor's cart, None while they have none."""
    return carts.find_cart(visitor_of(request))


def read_cart_id(request: HttpRequest) -> UUID | None:
    """Return the cart's id from the visitor's cookie; None without one, and for a forged or expired one."""
    text = request.get_signed_cookie(COOKIE, default=None, salt=SALT, max_age=SECONDS)
    return UUID(text) if text else None


def set_cookies(response: HttpResponse, quoted: QuotedCart) -> None:
    """Set the visitor's cookies after a change of their cart."""
    set_cart(response, quoted.cart.pk, quoted.cart_hash)


def set_cart(response: HttpResponse, cart: UUID, cart_hash: str) -> None:
    """Set the cart's id for the next `settings.CART_DAYS` days, and its hash."""
    response.set_signed_cookie(
        COOKIE, cart.hex, salt=SALT, max_age=SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
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


def merge_at_login(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Merge the account's cart into the guest's and name the wines that came along. Receiver of `user_logged_in`."""
    arrived = merge_guest_cart(read_cart_id(request), user, now=timezone.now())
    if arrived:
        messages.info(request, _welcome_message(arrived), fail_silently=True)


def _welcome_message(names: list[str]) -> str:
    listed = ", ".join(f"“{name}”" for name in names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return (
        f"Welcome back. Your cart also holds what you had put in before: {listed}{more}. Please check the quantities."
    )
