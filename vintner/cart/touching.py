"""The first query of every change: it locks the cart's row, so that no change is lost."""

from django.utils import timezone

from vintner.cart.models import Cart
from vintner.refusal import Refusal


def lock_and_touch(cart: Cart) -> None:
    """Lock the row by noting the time of the change, in one query. Refuses when there is no such cart any more."""
    if not Cart.objects.filter(pk=cart.pk).update(updated_at=timezone.now()):
        raise Refusal("no_cart", "Your cart is empty.")
