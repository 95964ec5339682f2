"""The cart of whoever sent a request: found by cookie or account, made when it is first needed."""

from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.cart import carts, cookies
from vintner.cart.locking import lock_and_find, lock_and_touch
from vintner.cart.merge_carts import merge
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.cart.rows import quantities_of
from vintner.catalogue.models import Variation
from vintner.customers.logging_in import user_of
from vintner.customers.models import User


def find_cart(request: HttpRequest) -> Cart | None:
    """Return the visitor's cart: the one their cookie names, otherwise the last one of their account."""
    named = cookies.cart_id(request)
    user = user_of(request)
    if named is not None:
        cart = Cart.objects.filter(pk=named).first()
        if cart is not None and carts.may_use(cart, user):
            return cart
    return Cart.objects.filter(user=user).order_by("-updated_at").first() if user else None


def find_or_create_cart(request: HttpRequest) -> Cart:
    """Return the visitor's cart, a new one if there is none. For changes only: reading makes no cart."""
    cart, user = find_cart(request), user_of(request)
    if cart is None:
        return Cart.objects.create(user=user)
    _assign_to_customer(cart, user)
    return cart


def _assign_to_customer(cart: Cart, user: User | None) -> None:
    """Make a guest's cart the customer's, at the latest with the first change after logging in."""
    if user is not None and cart.user_id is None:
        merge(cart, user, now=timezone.now())


def set_cookies(response: HttpResponse, quoted: QuotedCart) -> None:
    """Set the visitor's cookies after a change of their cart."""
    cookies.set_cart(response, quoted.cart.pk, quoted.cart_hash)


def add_to_cart(request: HttpRequest, variation: Variation, quantity: int, *, now: datetime) -> Cart:
    """Add to the visitor's cart and make one if there is none. Raises Refusal, and then leaves no new cart behind."""
    with transaction.atomic():
        cart, user = _find_locked(request), user_of(request)
        if cart is None:
            cart = Cart.objects.create(user=user)  # seen by nobody yet: no lock, no lines
            carts.write_line(cart, variation, quantity, {}, now)
            return cart
        carts.write_line(cart, variation, quantity, quantities_of(cart), now)
        return cart


def _find_locked(request: HttpRequest) -> Cart | None:
    """Return the cart that `find_cart` returns, assigned to the customer and locked for a change."""
    named, user = cookies.cart_id(request), user_of(request)
    cart = lock_and_find(named, user) if named else None
    if cart is None and user is not None and (cart := find_cart(request)) is not None:
        _assign_to_customer(cart, user)  # before its row is locked: merging locks the customer's first
        lock_and_touch(cart)
    return cart
