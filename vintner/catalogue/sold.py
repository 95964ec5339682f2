"""Variations that are on sale, as pages read them: rows of JSON, one for each, in the merchant's order."""

from datetime import UTC, datetime
from typing import NamedTuple

from vintner.catalogue.offers import Offer
from vintner.catalogue.rules import Backorders, Stock, price_at
from vintner.money import Money

SOLD = """json_build_array(v.regular_price, v.sale_price, extract(epoch FROM v.sale_starts_at),
    extract(epoch FROM v.sale_ends_at), v.manage_stock, v.on_hand - v.reserved, v.backorders, v.available,
    v.low_stock_threshold)"""
"""A `SoldRow` as SQL, of a variation named v."""
ON_SALE = "v.enabled AND v.regular_price IS NOT NULL"
"""Whether a variation named v can have an offer at all."""


class SoldRow(NamedTuple):
    """A variation as `SOLD` reads it: cents, seconds since 1970, bottles."""

    regular: int
    sale: int | None
    starts: float | None
    ends: float | None
    counted: bool
    free: int
    backorders: str
    available: bool
    low_at: int | None

    def offer(self, now: datetime) -> Offer:
        """Return what it costs at this moment, and how many there are."""
        price = price_at(
            regular=Money(self.regular),
            sale=None if self.sale is None else Money(self.sale),
            starts_at=moment(self.starts),
            ends_at=moment(self.ends),
            now=now,
        )
        stock = Stock(
            counted=self.counted,
            free=self.free,
            backorders=Backorders(self.backorders),
            flagged_in_stock=self.available,
            low_at=self.low_at,
        )
        return Offer(price, stock)


def moment(seconds: float | None) -> datetime | None:
    """Return the time that a database gave in seconds since 1970."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
