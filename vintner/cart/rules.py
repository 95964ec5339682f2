"""What may be in a cart, and how quantities in requests are read. Pure decisions, no Django."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from vintner.catalogue.rules import MOST_PER_LINE, Stock
from vintner.money import Money
from vintner.refusal import Refusal

MOST_LINES = 100
"""Different wines in one cart: pricing many more would let anybody keep the store busy."""

_NUMBER = re.compile(r"([+-]?)(\d{1,30})(?:\.\d{0,30})?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class CartGoods:
    """A variation as the cart's rules read it now.

    `for_sale`: published, enabled and with a price. `closed`: it is sold by a plan that takes no new subscribers.
    """

    name: str
    for_sale: bool
    coming_soon: bool
    sold_individually: bool
    stock: Stock
    closed: bool = False
    trial: bool = False

    @property
    def most(self) -> int:
        """The largest quantity one cart may hold."""
        if self.trial:
            return min(1, self.stock.most(sold_individually=True))
        return self.stock.most(sold_individually=self.sold_individually)


def read_quantity(text: str | None, *, least: int) -> int:
    """Return the quantity in a form field. Fractions are cut off; nothing and less than `least` count as `least`.

    Refuses a negative number, text and more than MOST_PER_LINE (docs/behaviour/cart.md#quantities).
    """
    if text is None or not text.strip():
        return least
    number = _NUMBER.fullmatch(text.strip())
    if number is None:
        raise Refusal("not_a_quantity", "Please give the number of bottles in digits.", "quantity")
    if number[1] == "-":
        raise Refusal("negative_quantity", "The number of bottles cannot be below zero.", "quantity")
    quantity = int(number[2])
    if quantity > MOST_PER_LINE:
        raise _too_many()
    return max(quantity, least)


def _trial_is_for_one(name: str) -> Refusal:
    text = f"The trial price of “{name}” is for one box. Please choose 1 now; you can subscribe to more later."
    return Refusal("trial_is_for_one", text, "quantity")


def _too_many() -> Refusal:
    return Refusal("too_many", f"One order takes at most {MOST_PER_LINE} bottles of the same wine.", "quantity")


def quantity_after_adding(goods: CartGoods, quantity: int, *, in_cart: int) -> int:
    """Return the new quantity of a line that holds `in_cart` so far. Raises Refusal; docs/behaviour/cart.md#adding has
    the order of the checks.
    """
    if goods.sold_individually:
        if in_cart:
            raise Refusal(
                "one_per_order", f"“{goods.name}” is limited to one per order, and it is in your cart already."
            )
        quantity = 1
    refusal = not_for_sale(goods) or _refuse_shortage(goods, quantity, in_cart)
    if refusal:
        raise refusal
    if goods.trial and in_cart + quantity > 1:
        raise _trial_is_for_one(goods.name)
    if in_cart + quantity > MOST_PER_LINE:
        raise _too_many()
    return in_cart + quantity


def not_for_sale(goods: CartGoods) -> Refusal | None:
    """Return why a variation cannot be bought in any quantity; None when it can."""
    if not goods.for_sale:
        return Refusal("not_for_sale", f"“{goods.name}” cannot be bought at the moment.")
    if goods.closed:
        return Refusal("plan_closed", f"“{goods.name}” takes no new subscribers at the moment.")
    if goods.coming_soon:
        return Refusal("coming_soon", f"“{goods.name}” has not been released yet.")
    if goods.stock.limit == 0:
        return Refusal("out_of_stock", f"“{goods.name}” is sold out.")
    return None


def _refuse_shortage(goods: CartGoods, quantity: int, in_cart: int) -> Refusal | None:
    left = goods.stock.limit
    if left is None or in_cart + quantity <= left:
        return None
    if in_cart:
        return Refusal(
            "not_enough_with_cart",
            f"We have {left} of “{goods.name}” left, and {in_cart} of them {_are(in_cart)} in your cart already.",
            "quantity",
        )
    return not_enough(goods.name, left)


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def not_enough(name: str, left: int) -> Refusal:
    """Return the refusal for more than the stock has."""
    return Refusal("not_enough", f"We have only {left} of “{name}” left.", "quantity")


def line_problem(goods: CartGoods, quantity: int) -> Refusal | None:
    """Return why a line that is already in a cart cannot be bought; None when it can."""
    refusal = not_for_sale(goods)
    if refusal:
        return refusal
    if goods.sold_individually and quantity > 1:
        return Refusal("one_per_order", f"“{goods.name}” is limited to one per order.", "quantity")
    if goods.trial and quantity > 1:
        return _trial_is_for_one(goods.name)
    if quantity > MOST_PER_LINE:
        return _too_many()
    if goods.stock.limit is not None and quantity > goods.stock.limit:
        return not_enough(goods.name, goods.stock.limit)
    return None


@lru_cache(maxsize=10_000)
def line_key(product_id: int, variation_id: int | None, given_by: str = "") -> str:
    """Return the key of a line in requests, 32 hex digits. Simple products have no variation in it.

    WooCommerce's clients compute the same MD5. A line that a promotion gives has a key of its own.
    """
    text = str(product_id) if variation_id is None else f"{product_id}_{variation_id}"
    text = f"{text}_given_by_{given_by}" if given_by else text
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def cart_hash(lines: Iterable[tuple[str, int, Money]], rate_id: str, total: Money, codes: Iterable[str] = ()) -> str:
    """Return a hash of what a cart holds and costs: lines (key, quantity, subtotal), delivery, total, coupons.

    Empty for a cart without lines, as WooCommerce's scripts expect.
    """
    rows = [(key, quantity, subtotal.minor) for key, quantity, subtotal in lines]
    text = json.dumps([rows, rate_id, total.minor, *codes])
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest() if rows else ""
