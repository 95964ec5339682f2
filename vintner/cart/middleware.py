"""The cart of whoever sent a request: its cookies, and links that add to it.

A signed cookie with the cart's id is hidden from scripts; two others are those that WooCommerce's scripts read; the
last tells our own where the cart goes, because cached pages do not.
"""

from collections.abc import Callable
from urllib.parse import quote
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
from vintner.shipping.ship_to import place_words

COOKIE = f"{settings.COOKIE_PREFIX}vintner_cart"
SALT = "vintner.cart"
SECONDS = settings.CART_DAYS * 24 * 60 * 60
FILLED, HASH = "woocommerce_items_in_cart", "woocommerce_cart_hash"
SHIP_TO = "vintner_ship_to"
"""Where the cart goes, for the header: 'US:CA CA 94110', the place and its words, quoted as in an address."""
_CART_CHANGED = "vintner.cart_changed"
"""The entry of request.META that says that a log-in or a log-out gives the visitor another cart."""
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


class ShipToCookieMiddleware:
    """Sets the cookie of the place anew when a log-in or a log-out gives the visitor another cart."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if _CART_CHANGED in request.META:
            correct_ship_to(request, response, cart_of(request))
        return response


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
    if quoted.cart.place is not None:
        _set_ship_to(response, _ship_to_value(quoted.cart))


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


def correct_ship_to(request: HttpRequest, response: HttpResponse, cart: Cart | None) -> None:
    """Set the cookie of the place, or delete it, if the browser has another one than the cart's."""
    value = _ship_to_value(cart)
    if request.COOKIES.get(SHIP_TO, "") == value:
        return
    if value:
        _set_ship_to(response, value)
    else:
        response.delete_cookie(SHIP_TO, samesite="Lax")


def _ship_to_value(cart: Cart | None) -> str:
    place = cart.place if cart is not None else None
    return quote(f"{place.country}:{place.state} {place_words(place)}") if place else ""


def _set_ship_to(response: HttpResponse, value: str) -> None:
    response.set_cookie(SHIP_TO, value, SECONDS, samesite="Lax", secure=settings.HTTPS)


def mark_cart_changed(sender: object, request: HttpRequest | None, **_: object) -> None:
    """Have the cookie of the place set anew. Receiver of `user_logged_out`."""
    if request is not None:
        request.META[_CART_CHANGED] = True


def merge_at_login(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Merge the account's cart into the guest's and name the wines that came along. Receiver of `user_logged_in`."""
    request.META[_CART_CHANGED] = True
    arrived = merge_guest_cart(read_cart_id(request), user, now=timezone.now())
    if arrived:
        messages.info(request, _welcome_message(arrived), fail_silently=True)


def _welcome_message(names: list[str]) -> str:
    listed = ", ".join(f"“{name}”" for name in names[:_MOST_NAMED])
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return (
        f"Welcome back. Your cart also holds what you had put in before: {listed}{more}. Please check the quantities."
    )
