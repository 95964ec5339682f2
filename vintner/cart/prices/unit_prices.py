"""What one bottle costs a visitor of whom nothing is known: no cart, no coupon, no account, the store's own place.

It is the price that this visitor's cart displays when the bottle is alone in it (decision 51).
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone

from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import shopper_of
from vintner.catalogue.displayed_prices import Unit
from vintner.catalogue.rules import Price
from vintner.pricing import books
from vintner.pricing.badges import find_badge
from vintner.pricing.quote import PriceBook, unit_price
from vintner.pricing.rules.items import ShopperFacts
from vintner.pricing.units import items_of
from vintner.web.catalogue_version import SAME_MOMENT, CatalogueVersion, current_version

MOST_CACHED: Final = 20_000
"""Prices that a process caches; a listing has a few dozen."""

_NEW_CART: Final = Cart()


def unit_prices(units: Sequence[Unit], now: datetime) -> list[Price]:
    """Return what each unit costs, with its regular price. One query, two when promotions ask for traits."""
    return unit_prices_by(books.load(), units, now)


def unit_prices_by(book: PriceBook, units: Sequence[Unit], now: datetime) -> list[Price]:
    """Return the same by a price book that was just loaded. No query, one when promotions need traits.

    A unit is quoted once, until something in the shop changes or a promotion begins or ends by the clock.
    """
    if not book.promotions:
        return [unit.price for unit in units]
    version = current_version(timezone.now())
    moment = timezone.now()  # after the version was read: not before it began
    if connection.in_atomic_block or not version.is_valid(moment) or abs(moment - now) > SAME_MOMENT:
        return _quote_units(units, book, now)
    known = _price_cache.of(version, book)
    missing = [unit for unit in units if unit not in known]
    if missing:
        known.update(zip(missing, _quote_units(missing, book, moment), strict=True))
    return [known[unit] for unit in units]


class _PriceCache:
    """The prices of one catalogue version and one price book."""

    def __init__(self) -> None:
        # One attribute, so that no thread reads the version of one and the prices of another.
        self._cached: tuple[tuple[CatalogueVersion, int], dict[Unit, Price]] = ((CatalogueVersion(0), 0), {})

    def of(self, version: CatalogueVersion, book: PriceBook) -> dict[Unit, Price]:
        """Return the prices of a catalogue version and a price book; those of others are forgotten."""
        state = (version, book.edition)
        for_state, prices = self._cached
        if for_state != state or len(prices) > MOST_CACHED:
            prices = {}
            self._cached = (state, prices)
        return prices


_price_cache = _PriceCache()


def _quote_units(units: Sequence[Unit], book: PriceBook, now: datetime) -> list[Price]:
    if not units:
        return []
    shopper = new_visitor(book, now)
    found = []
    for unit, item in zip(units, items_of(units, book), strict=True):
        amount = unit_price(item, place=book.base, book=book, now=now, shopper=shopper)
        offer = find_badge(item, book=book, now=now, shopper=shopper)
        until = unit.price.until if amount == unit.price.current else None  # what a promotion lowers ends otherwise
        found.append(Price(current=amount, regular=unit.price.regular, offer=offer, until=until))
    return found


def new_visitor(book: PriceBook, now: datetime) -> ShopperFacts:
    """Return the shopper of a cart that has just been made."""
    return shopper_of(_NEW_CART, book, (), now)
