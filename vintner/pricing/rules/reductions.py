"""What comes off one unit, and which units count together (docs/pricing.md#promotions)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from vintner.money import NOTHING
from vintner.pricing.rules.items import Item


class LineUnits(NamedTuple):
    """An item and what one unit of it costs at this moment of the sum, in cents with their fraction."""

    item: Item
    price: Decimal


class Cut(NamedTuple):
    """What comes off a line: `off` for all of the `units` together, in cents with their fraction.

    `span` is that of the row of a bulk table that it comes from.
    """

    units: int
    off: Decimal
    span: "Span | None" = None


Cuts = dict[str, Cut]
"""By the key of the item."""


class Measure(StrEnum):
    """How a value is meant: per cent off, cents off, or cents to pay for one; SET_PRICE: to pay for a whole set."""

    PERCENT = "percentage"
    FLAT = "flat"
    FIXED_PRICE = "fixed_price"
    SET_PRICE = "fixed_set_price"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reduction:
    """What comes off one unit. Never more than it costs, and never less than nothing."""

    measure: Measure
    value: Decimal

    def off(self, price: Decimal) -> Decimal:
        if self.value < 0:
            return NOTHING
        match self.measure:
            case Measure.PERCENT:
                return price * min(self.value, _HUNDRED) / 100
            case Measure.FLAT:
                return min(self.value, price)
            case Measure.FIXED_PRICE | Measure.SET_PRICE:
                return price - min(self.value, price)


_HUNDRED = Decimal(100)
FREE = Reduction(measure=Measure.PERCENT, value=_HUNDRED)


class Counting(StrEnum):
    """Which bottles count together: all that the promotion is for, those of one variation, of one product."""

    TOGETHER = "product_cumulative"
    VARIATION = "product"
    PRODUCT = "variation"


def groups(lines: Iterable[LineUnits], counting: Counting) -> dict[int, list[LineUnits]]:
    """Return the lines that count together, by the id they share (0 for all)."""
    shared: Mapping[Counting, Callable[[Item], int]] = {
        Counting.TOGETHER: lambda item: 0,
        Counting.VARIATION: lambda item: item.variation_id,
        Counting.PRODUCT: lambda item: item.product_id,
    }
    id_of = shared[counting]
    found: dict[int, list[LineUnits]] = {}
    for line in lines:
        found.setdefault(id_of(line.item), []).append(line)
    return found


def bottles(lines: Iterable[LineUnits]) -> int:
    """Return how many units count. What a promotion gave does not."""
    return sum(line.item.quantity for line in lines if not line.item.given_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From so many to so many, ends included; None is an open end."""

    at_least: int | None
    at_most: int | None

    def holds(self, quantity: int) -> bool:
        return (self.at_least is None or self.at_least <= quantity) and (
            self.at_most is None or quantity <= self.at_most
        )


def take(lines: Iterable[LineUnits], units: int) -> list[tuple[LineUnits, int]]:
    """Return the first so many units of the lines, with how many are of each."""
    found = []
    for line in lines:
        count = min(units, 0 if line.item.given_by else line.item.quantity)
        if count:
            found.append((line, count))
            units -= count
    return found
