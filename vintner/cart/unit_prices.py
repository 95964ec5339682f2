"""What one bottle costs a visitor of whom nothing is known: no cart, no coupon, no account, the store's own place.

It is the price that this visitor's cart shows once the bottle lies in it alone (settings.SHOWN_PRICES).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.utils import timezone

from vintner.cart.buyers import shopper_of
from vintner.cart.models import Cart
from vintner.catalogue.rules import Price
from vintner.catalogue.shown_prices import Unit
from vintner.pricing import books
from vintner.pricing.quote import PriceBook, unit_price
from vintner.pricing.rules.items import Shopper
from vintner.pricing.units import items_of
from vintner.web.edition import Edition, current

MOST_REMEMBERED: Final = 20_000
"""Prices that a process remembers; a listing shows a few dozen."""
SAME_MOMENT: Final = timedelta(seconds=1)
"""Who asks about another moment than the present is answered by a quote of its own."""


def unit_prices(units: Sequence[Unit], now: datetime) -> list[Price]:
    """Return what each unit costs, with its regular price. One query, two when promotions ask for traits.

    A unit is quoted once, until something in the shop changes or a promotion begins or ends by the clock.
    """
    book = books.load()
    if not book.promotions:
        return [unit.price for unit in units]
    edition = current(timezone.now())
    moment = timezone.now()  # after the edition was read: not before it began
    if connection.in_atomic_block or not edition.holds(moment) or abs(moment - now) > SAME_MOMENT:
        return _quoted(units, book, now)
    known = _remembered.of(edition)
    found = {unit: known.get((book.edition, unit)) for unit in units}
    missing = [unit for unit, price in found.items() if price is None]
    quoted = dict(zip(missing, _quoted(missing, book, moment), strict=True))
    known.update({(book.edition, unit): price for unit, price in quoted.items()})
    return [found[unit] or quoted[unit] for unit in units]


class _Remembered:
    """The prices of one edition of the shop, by the number of the price book and the unit."""

    def __init__(self) -> None:
        # One attribute, so that no thread reads the edition of one and the prices of another.
        self._kept: tuple[Edition, dict[tuple[int, Unit], Price]] = (Edition(0), {})

    def of(self, edition: Edition) -> dict[tuple[int, Unit], Price]:
        """Return the prices of an edition; those of another one are forgotten."""
        for_edition, prices = self._kept
        if for_edition != edition or len(prices) > MOST_REMEMBERED:
            prices = {}
            self._kept = (edition, prices)
        return prices


_remembered = _Remembered()


def _quoted(units: Sequence[Unit], book: PriceBook, now: datetime) -> list[Price]:
    if not units:
        return []
    shopper = anyone(book, now)
    amounts = [unit_price(item, place=book.base, book=book, now=now, shopper=shopper) for item in items_of(units, book)]
    return [Price(current=amount, regular=unit.price.regular) for unit, amount in zip(units, amounts, strict=True)]


def anyone(book: PriceBook, now: datetime) -> Shopper:
    """Return the shopper of a cart that has just been made."""
    return shopper_of(Cart(), book, (), now)
