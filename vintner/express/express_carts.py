"""Carts of purchases from a product page. They hold what the page shows, and are never somebody's own cart."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from vintner.cart import carts
from vintner.cart.carts import CartVisitor
from vintner.cart.models import Cart
from vintner.catalogue.models import Variation
from vintner.refusal import Refusal

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
    return carts.claim_cart(cart, visitor.user) if cart is not None else None


def fill_express_cart(visitor: CartVisitor, variation: Variation, quantity: int, *, now: datetime) -> Cart:
    """Return the visitor's express cart, emptied, with this quantity of one variation; a new one if there is none.

    Raises Refusal and then leaves an empty cart, so that no sheet shows what was in it before.
    """
    with transaction.atomic():
        cart = empty_express_cart(visitor)  # whoever adds at the same time waits for this transaction
        if cart is None:
            cart = Cart.objects.create(user=visitor.user, is_express=True)
            carts.write_line(cart, variation, quantity, {}, now)
            return cart
        try:
            carts.write_line(cart, variation, quantity, {}, now)
        except Refusal as refusal:
            refused = refusal
        else:
            return cart
    raise refused


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
    with transaction.atomic():
        cart = find_express_cart(visitor)
        if cart is not None:
            _delete_locked([cart.pk])


def delete_old_express_carts(before: datetime) -> None:
    """Delete express carts that have not been changed since a moment."""
    old = Cart.objects.filter(is_express=True, updated_at__lt=before).order_by("updated_at")
    count = AT_ONCE
    while count == AT_ONCE:
        with transaction.atomic():
            unused = old.select_for_update(skip_locked=True)[:AT_ONCE]
            ids = [cart.pk for cart in unused]
            _delete_locked(ids)
            count = len(ids)


def _delete_locked(ids: Sequence[UUID]) -> None:
    """Lock carts before their lines are looked for, so that no line comes to a cart that is being deleted."""
    list(Cart.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))
    Cart.objects.filter(pk__in=ids).delete()
