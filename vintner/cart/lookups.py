"""What a wine would cost in so many bottles, together with what is in the cart: `quote` says it."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from vintner.cart.buyers import shopper_of
from vintner.cart.items import Found
from vintner.cart.models import Cart, CartLine
from vintner.cart.rules import not_for_sale
from vintner.cart.selling import goods_of, item_of
from vintner.catalogue.models import Variation
from vintner.catalogue.rules import MOST_PER_LINE
from vintner.pricing import books
from vintner.pricing.quote import Item, PriceBook, PricedLine, quote
from vintner.pricing.rules.items import UNKNOWN
from vintner.pricing.traits import traits_of


class LookedUp(NamedTuple):
    """A line as it would be, and the book that says so."""

    line: PricedLine
    item: Item
    book: PriceBook


def look_up(found: Found, quantity: int, cart: Cart | None, now: datetime) -> LookedUp | None:
    """Return the line for so many bottles more than the cart holds; None for what cannot be bought.

    Until a variation is chosen, the first counts.
    """
    variation = found.variation or found.product.variations.filter(enabled=True).order_by("position", "id").first()
    if variation is None or not_for_sale(goods_of(variation, now)):
        return None
    cart = cart or Cart()
    wanted, *others = _items(cart, variation, quantity, now)
    book = books.load()
    if book.asks_traits:
        traits = traits_of([wanted.variation_id, *(item.variation_id for item in others)])
        wanted, *others = (replace(item, traits=traits.get(item.variation_id, UNKNOWN)) for item in (wanted, *others))
    priced = quote(
        [wanted, *others],
        place=cart.place or book.base,
        rate_id=cart.shipping_rate,
        book=book,
        now=now,
        shopper=shopper_of(cart, book, (), now),
    )
    return LookedUp(priced.lines[0], wanted, book)


def _items(cart: Cart, variation: Variation, quantity: int, now: datetime) -> list[Item]:
    """Return the wine in question first, then the cart's other lines."""
    lines = CartLine.objects.filter(cart=cart.pk, removed_at=None).select_related("variation__product")
    others, there = [], 0
    for line in lines:
        if line.variation_id == variation.pk:
            there = line.quantity
        elif not not_for_sale(goods_of(line.variation, now)):
            others.append(item_of(line, line.variation.price(now)))
    wanted = CartLine(variation=variation, quantity=min(quantity + there, MOST_PER_LINE))
    return [item_of(wanted, variation.price(now)), *others]
