"""Variations that are on sale, as pages read them: rows of JSON, one for each, in the merchant's order."""

from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from typing import NamedTuple

from vintner.catalogue.displayed_prices import PriceFinder, Unit, displayed_prices
from vintner.catalogue.offers import Offer
from vintner.catalogue.rules import Backorders, Stock, hides_price, price_at
from vintner.catalogue.stock.shown_levels import note_levels
from vintner.money import Money

SOLD = """json_build_array(v.id, v.product_id, coalesce(nullif(v.sku, ''), p.sku, ''), coalesce(v.weight, 0)::text,
    v.regular_price, v.sale_price, extract(epoch FROM v.sale_starts_at), extract(epoch FROM v.sale_ends_at),
    v.manage_stock, v.on_hand - v.reserved, v.backorders, v.available, v.low_stock_threshold,
    CASE WHEN p.hide_price THEN extract(epoch FROM p.available_from) END, p.plan_id, v.level_edition)"""
"""A `SoldRow` as SQL, of a variation named v of a product named p."""
ON_SALE = "v.enabled AND v.regular_price IS NOT NULL"
"""Whether a variation named v can have an offer at all."""


class SoldRow(NamedTuple):
    """A variation as `SOLD` reads it: pounds, cents, seconds since 1970, bottles."""

    id: int
    product_id: int
    sku: str
    weight: str
    regular: int
    sale: int | None
    starts: float | None
    ends: float | None
    counted: bool
    free: int
    backorders: str
    available: bool
    low_at: int | None
    hidden_until: float | None
    """Until when the price is hidden, None if it is not."""
    plan_id: int | None
    """The plan by which it is sold: later boxes cost its own price, whatever promotions are running."""
    level_edition: int

    def unit(self, now: datetime) -> Unit:
        """Return it with its own price at this moment."""
        price = price_at(
            regular=Money(self.regular),
            sale=None if self.sale is None else Money(self.sale),
            starts_at=moment(self.starts),
            ends_at=moment(self.ends),
            now=now,
        )
        return Unit(self.product_id, self.id, self.sku, Decimal(self.weight), price)

    def hides_price(self, now: datetime) -> bool:
        return hides_price(wanted=True, available_from=moment(self.hidden_until), now=now)

    def stock(self) -> Stock:
        """Return how many there are."""
        return Stock(
            counted=self.counted,
            free=self.free,
            backorders=Backorders(self.backorders),
            flagged_in_stock=self.available,
            low_at=self.low_at,
        )


def offers_of(rows: Iterable[SoldRow], now: datetime, prices_of: PriceFinder = displayed_prices) -> list[Offer]:
    """Return what each variation costs at this moment, and how many there are. Queries as of `prices_of`.

    A page that is made for the cache notes their levels.
    """
    rows = list(rows)
    note_levels((row.id, row.level_edition) for row in rows)
    units = [row.unit(now) for row in rows]
    prices = prices_of(units, now)
    return [
        Offer(None if row.hides_price(now) else price if row.plan_id is None else unit.price, row.stock(), unit)
        for row, unit, price in zip(rows, units, prices, strict=True)
    ]


def moment(seconds: float | None) -> datetime | None:
    """Return the time that a database gave in seconds since 1970."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
