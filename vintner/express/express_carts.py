"""Carts of purchases from a product page. They hold what the page shows, and are never somebody's own cart."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from vintner.cart import carts
from vintner.cart.carts import CartVisitor
from vintner.cart.models import Cart
from vintner.catalogue.models import Variation

KEPT_FOR: Final = timedelta(hours=1)
"""How long one is kept after its last change."""
AT_ONCE: Final = 1000
"""How many carts one statement deletes."""


def find_express_cart(visitor: CartVisitor) -> Cart | None:
    """Return the express cart that the visitor's cookie names, None when there is none or it is another customer's.

    A guest's becomes the customer's with the first call after logging in.
    """
    if visitor.cart_id is None:
        return None
    cart = Cart.objects.filter(pk=visitor.cart_id, is_express=True).first()
    if cart is None or not carts.may_use(cart, visitor.user):
        return None
    if visitor.user is not None and cart.user_id is None:
        cart.user = visitor.user
        cart.save(update_fields=["user"])
    return cart


def fill_express_cart(visitor: CartVisitor, variation: Variation, quantity: int, *, now: datetime) -> Cart:
    """Return the visitor's express cart, emptied, with this quantity of one variation; a new one if there is none.

    Raises Refusal and then leaves an empty cart, so that no sheet shows what was in it before.
    """
    cart = empty_express_cart(visitor)
    with transaction.atomic():
        if cart is None:
            cart = Cart.objects.create(user=visitor.user, is_express=True)
        carts.write_line(cart, variation, quantity, {}, now)
        return cart


def empty_express_cart(visitor: CartVisitor) -> Cart | None:
    """Empty the visitor's express cart, forget where it was to go, and return it. None when there is none."""
    with transaction.atomic():
        cart = find_express_cart(visitor)
        if cart is None or not Cart.objects.select_for_update().filter(pk=cart.pk).exists():
            return None
        carts.empty(cart)
        fresh = Cart(pk=cart.pk, user=cart.user, is_express=True, created_at=cart.created_at)
        fresh.save(force_update=True)
        return fresh


def delete_express_cart(visitor: CartVisitor) -> None:
    """Delete the visitor's express cart, if there is one."""
    cart = find_express_cart(visitor)
    if cart is not None:
        cart.delete()


def delete_old_express_carts(before: datetime) -> None:
    """Delete express carts that have not been changed since a moment."""
    old = Cart.objects.filter(is_express=True, updated_at__lt=before).order_by("updated_at")
    while ids := list(old.values_list("pk", flat=True)[:AT_ONCE]):
        Cart.objects.filter(pk__in=ids, updated_at__lt=before).delete()
