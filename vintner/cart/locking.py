"""Locks the cart's row: the first query of every change, so that no change is lost."""

from uuid import UUID

from django.utils import timezone

from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.refusal import Refusal


def lock_and_touch(cart: Cart) -> None:
    """Lock the row by writing the time of the change, in one query. Raises Refusal when the cart is gone."""
    if not Cart.objects.filter(pk=cart.pk).update(updated_at=timezone.now()):
        raise Refusal("no_cart", "Your cart is empty.")


def lock_and_find(cart_id: UUID, user: User | None) -> Cart | None:
    """Find a cart of this customer (None: a guest's), and lock it in the same way, all in one query."""
    found = Cart.objects.raw(
        "UPDATE cart_cart SET updated_at = %s WHERE id = %s AND user_id IS NOT DISTINCT FROM %s RETURNING *",
        [timezone.now(), cart_id, user and user.pk],
    )
    return next(iter(found), None)
