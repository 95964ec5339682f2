"""What one bottle costs a visitor of whom nothing is known: no cart, no coupon, no account, the store's own place.

It is the price that this visitor's cart shows once the bottle lies in it alone (settings.SHOWN_PRICES).
"""

from collections.abc import Sequence
from datetime import datetime

from vintner.cart.buyers import shopper_of
from vintner.cart.models import Cart
from vintner.catalogue.rules import Price
from vintner.catalogue.shown_prices import Unit
from vintner.pricing import books
from vintner.pricing.quote import PriceBook, unit_price
from vintner.pricing.rules.items import Shopper
from vintner.pricing.units import items_of


def unit_prices(units: Sequence[Unit], now: datetime) -> list[Price]:
    """Return what each unit costs, with its regular price. One query, two when promotions ask for traits."""
    book = books.load()
    if not book.promotions:
        return [unit.price for unit in units]
    shopper = anyone(book, now)
    amounts = [unit_price(item, place=book.base, book=book, now=now, shopper=shopper) for item in items_of(units, book)]
    return [Price(current=amount, regular=unit.price.regular) for unit, amount in zip(units, amounts, strict=True)]


def anyone(book: PriceBook, now: datetime) -> Shopper:
    """Return the shopper of a cart that has just been made."""
    return shopper_of(Cart(), book, (), now)
