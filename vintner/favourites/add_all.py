"""Puts all wines of a list into the cart."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from vintner.cart import carts, items
from vintner.cart.models import Cart
from vintner.refusal import Refusal


@dataclass(frozen=True, slots=True)
class AddedFavourites:
    """The result: the cart, None if nothing could be added, the wines added, and why others were left out."""

    cart: Cart | None
    wines: int
    left_out: tuple[Refusal, ...]


def add_all_to_cart(visitor: carts.CartVisitor, product_ids: Sequence[int], *, now: datetime) -> AddedFavourites:
    """Put one bottle of each product into the visitor's cart. Of a wine with options somebody has to choose one."""
    cart, wines, left_out = None, 0, []
    for product_id in product_ids:
        found = items.find(str(product_id))
        if found is None:
            continue
        try:
            variation = found.require_variation()
            if cart is None:
                cart = carts.add_to_cart(visitor, variation, 1, now=now)
            else:
                carts.add(cart, variation, 1, now=now)
        except Refusal as refusal:
            left_out.append(refusal)
            continue
        wines += 1
    return AddedFavourites(cart, wines, tuple(left_out))
