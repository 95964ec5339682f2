"""What a product page's sheet shows before anything is put into a cart."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from django.http import QueryDict

from vintner.cart import add_form
from vintner.cart.items import RequestedItem
from vintner.cart.models import Cart
from vintner.cart.prices.price_lookup import look_up_price
from vintner.cart.rows import cart_goods
from vintner.cart.rules import line_problem, read_quantity
from vintner.catalogue.models import Variation
from vintner.express.sheets import DISCOUNT_KEY, SheetLine
from vintner.money import Money
from vintner.refusal import Refusal
from vintner.subscriptions.words import NO_WALLET

_ATTRIBUTE: Final = re.compile(r"(?:attributes\[)?(attribute_[^\[\]]{1,80})\]?")


class ChosenItem(NamedTuple):
    """An item that a product page names, and how many."""

    item: RequestedItem
    quantity: int


class ProductSheet(NamedTuple):
    """The lines of the sheet without delivery and taxes, their total, and whether there is something to be sent."""

    lines: tuple[SheetLine, ...]
    total: Money
    needs_shipping: bool


def read_item(fields: Mapping[str, object]) -> ChosenItem:
    """Return the item that the fields product_id, variation_id, qty and attributes[attribute_<slug>] name.

    Raises Refusal.
    """
    form = QueryDict(mutable=True)
    for name, text in fields.items():
        if isinstance(text, str) and (attribute := _ATTRIBUTE.fullmatch(name)):
            form[attribute[1]] = text
    for name in ("product_id", "variation_id"):
        form[name] = str(fields.get(name, ""))
    found = add_form.find_item(form)
    quantity = read_quantity(str(fields.get("qty", "")), least=1)
    return ChosenItem(found, 1 if found.product.sold_individually else quantity)


def refuse_plan(variation: Variation) -> None:
    """Refuse a wine that is sold by subscription: no sheet shows its terms. Raises Refusal."""
    if variation.product.plan_id is not None:
        raise Refusal("subscription", NO_WALLET)


def price_item(chosen: ChosenItem, cart: Cart, *, now: datetime) -> ProductSheet:
    """Return what the item would cost in an empty cart, promotions included. `cart` is not saved. Raises Refusal."""
    variation = chosen.item.require_variation()
    refuse_plan(variation)
    goods = cart_goods(variation, now)
    if problem := line_problem(goods, chosen.quantity):
        raise _not_enough(chosen, goods.stock.limit) if problem.code == "not_enough" else problem
    found = look_up_price(chosen.item, chosen.quantity, cart, now)
    if found is None:
        raise Refusal("not_for_sale", f"“{goods.name}” cannot be bought at the moment.")
    quote = found.cart.quote
    many = f" (x{chosen.quantity})" if chosen.quantity > 1 else ""
    lines = [SheetLine(f"{goods.name}{many}", quote.subtotal)]
    if off := quote.discount + quote.saved_by_fees:
        lines.append(SheetLine("Discount", -off, DISCOUNT_KEY))
    return ProductSheet(tuple(lines), Money.total(line.amount for line in lines), not chosen.item.product.virtual)


def _not_enough(chosen: ChosenItem, left: int | None) -> Refusal:
    return Refusal(
        "not_enough",
        f'You cannot add that amount of "{chosen.item.product.name}" to the cart because there is not enough stock'
        f" ({left} remaining).",
    )
