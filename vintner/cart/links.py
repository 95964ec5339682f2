"""Links that change a cart when followed. Each is signed for one cart and one action.

They do not carry the visitor's token, because addresses end up in logs and histories.
"""

from functools import cache, lru_cache
from uuid import UUID

from django.core.signing import Signer
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from vintner.cart.models import Cart

REMOVE, UNDO = "remove_item", "undo_item"


def link(cart: Cart, action: str, key: str) -> str:
    """Return the address that does an action (REMOVE or UNDO) to the line of that key."""
    return f"{_cart_address()}?{action}={key}&_wpnonce={_signature(cart.pk, action)}"


def valid(cart: Cart, action: str, signature: str) -> bool:
    return constant_time_compare(_signature(cart.pk, action), signature)


@cache
def _cart_address() -> str:
    """Return the cart's address. Cached, because a cart has a link for every line and each `reverse` is slow."""
    return reverse("cart")


@lru_cache(maxsize=1000)
def _signature(cart_id: UUID, action: str) -> str:
    return Signer(salt=f"vintner.cart.{action}").signature(str(cart_id))
