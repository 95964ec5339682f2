"""Decisions about price and stock, on plain values. No Django."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from vintner.money import Money

LOW_STOCK = 2
"""Bottles at or below which stock counts as low, unless the variation says otherwise
(docs/behaviour/catalogue.md#stock).
"""
MOST_PER_LINE = 999
"""The largest quantity a line may have (docs/behaviour/catalogue.md#quantities)."""
MOST_SHOWN = 24
"""Up to so many free bottles a cached page knows their number; of more it knows that there are more (decision 108).

A case of 12, and as many that a promotion gives with it.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The price of one unit now, and without the sale. `offer` is a few words about what several cost.

    `until` is when the sale ends that makes the price, None if there is none or its end is open.
    """

    current: Money
    regular: Money
    offer: str = ""
    until: datetime | None = None

    @property
    def on_sale(self) -> bool:
        return self.current < self.regular


def price_at(
    *, regular: Money, sale: Money | None, starts_at: datetime | None, ends_at: datetime | None, now: datetime
) -> Price:
    """Return the price at a moment: the sale price from `starts_at` until before `ends_at`; open ends allowed."""
    running = (starts_at is None or starts_at <= now) and (ends_at is None or now < ends_at)
    if sale is not None and running and sale < regular:
        return Price(current=sale, regular=regular, until=ends_at)
    return Price(current=regular, regular=regular)


def hides_price(*, wanted: bool, available_from: datetime | None, now: datetime) -> bool:
    """Return whether a wine's price is a secret at a moment: while it is coming soon, if the merchant wants it so.

    Every place that words a price goes through this decision (docs/behaviour/catalogue.md#prices).
    """
    return wanted and available_from is not None and available_from > now


class Backorders(StrEnum):
    """Whether more may be ordered than is there."""

    NO = "no"
    NOTIFY = "notify"
    YES = "yes"


class Availability(StrEnum):
    """The stock as shoppers see it."""

    IN_STOCK = "in_stock"
    LOW = "low"
    ON_BACKORDER = "on_backorder"
    OUT_OF_STOCK = "out_of_stock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """`free` is what is on hand and not held by unpaid orders; it means nothing while stock is not counted."""

    counted: bool
    free: int
    backorders: Backorders = Backorders.NO
    flagged_in_stock: bool = True
    low_at: int | None = None

    @property
    def limit(self) -> int | None:
        """The most that can be sold now, None without limit."""
        if not self.counted:
            return None if self.flagged_in_stock else 0
        return None if self.backorders is not Backorders.NO else max(self.free, 0)

    @property
    def availability(self) -> Availability:
        if not self.counted:
            return Availability.IN_STOCK if self.flagged_in_stock else Availability.OUT_OF_STOCK
        if self.free <= 0:
            return Availability.OUT_OF_STOCK if self.backorders is Backorders.NO else Availability.ON_BACKORDER
        low_at = LOW_STOCK if self.low_at is None else self.low_at
        return Availability.LOW if self.free <= low_at else Availability.IN_STOCK

    @property
    def shown_availability(self) -> Availability:
        """The stock in words: a silent backorder reads as in stock."""
        silent = self.availability is Availability.ON_BACKORDER and self.backorders is Backorders.YES
        return Availability.IN_STOCK if silent else self.availability

    @property
    def shown(self) -> "Stock":
        """The stock as cached pages know it, which sales out of a full cellar leave as it is.

        The database knows the same rule (catalogue/migrations/sql/stock_edition.sql).
        """
        low_at = LOW_STOCK if self.low_at is None else self.low_at
        if not self.counted or self.free <= max(MOST_SHOWN, low_at):
            return self
        return replace(self, free=max(MOST_PER_LINE, low_at + 1))

    def most(self, *, sold_individually: bool) -> int:
        """Return the largest quantity a cart may hold: min(999, stock), 1 if sold individually
        (docs/behaviour/catalogue.md#quantities).
        """
        if sold_individually:
            return min(1, MOST_PER_LINE if self.limit is None else self.limit)
        return MOST_PER_LINE if self.limit is None else min(MOST_PER_LINE, self.limit)
