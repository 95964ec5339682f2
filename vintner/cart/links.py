"""Links that change a cart when followed: each is signed for one cart, one line and one deed.

A signature of its own and not the visitor's token, because addresses end up in logs and histories.
"""

from urllib.parse import urlencode

from django.core.signing import Signer
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from vintner.cart.models import Cart

REMOVE, UNDO = "remove_item", "undo_item"


def link(cart: Cart, deed: str, key: str) -> str:
    """Return the address that does `deed` (REMOVE or UNDO) to a line."""
    return f"{reverse('cart')}?{urlencode({deed: key, '_wpnonce': _signature(cart, deed, key)})}"


def valid(cart: Cart, deed: str, key: str, signature: str) -> bool:
    return constant_time_compare(_signature(cart, deed, key), signature)


def _signature(cart: Cart, deed: str, key: str) -> str:
    return Signer(salt=f"vintner.cart.{deed}").signature(f"{cart.pk}:{key}")
