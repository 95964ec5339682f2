"""What a promotion takes off lines, and which units count together for it (docs/pricing.md#promotions).

Every benefit says what comes off each line as a whole. The lines come dearest first, so that no sum
depends on the order in which a shopper filled the cart.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from vintner.money import NOTHING, share_out
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OffEach:
    """The same off every unit of the wines."""

    reduction: Reduction

    def cuts(self, lines: Sequence[LineUnits], everything: Sequence[LineUnits]) -> Cuts:
        return _all_units(lines, self.reduction)


def _all_units(lines: Iterable[LineUnits], reduction: Reduction, span: Span | None = None) -> Cuts:
    return {
        item.key: Cut(item.quantity, reduction.off(price) * item.quantity, span)
        for item, price in lines
        if not item.given_by
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkTier:
    """A row of a bulk table. `label` is the merchant's name for it, if any."""

    span: Span
    reduction: Reduction
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkTable:
    """The more bottles, the cheaper each. The first tier that holds counts."""

    tiers: tuple[BulkTier, ...]
    counting: Counting = Counting.PRODUCT

    def tier(self, quantity: int) -> BulkTier | None:
        return next((tier for tier in self.tiers if tier.span.holds(quantity)), None)

    def cuts(self, lines: Sequence[LineUnits], everything: Sequence[LineUnits]) -> Cuts:
        found: Cuts = {}
        for group in groups(lines, self.counting).values():
            tier = self.tier(bottles(group))
            if tier is not None:
                found |= _all_units(group, tier.reduction, tier.span)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSize:
    """So many bottles make a set. `recursive`: every further set gets the same."""

    size: int
    reduction: Reduction
    recursive: bool = False

    def units(self, quantity: int) -> int:
        """Return how many of so many bottles are in sets."""
        return self.size * (quantity // self.size) if self.recursive else self.size


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOf:
    """A set of bottles for less. The dearest make the set; what is left over stays at its price.

    A set with a price costs exactly that, however many lines it is made of: each line bears its share of the
    saving by what its bottles cost, in whole cents.
    """

    sizes: tuple[SetSize, ...]
    counting: Counting = Counting.TOGETHER

    def fitting(self, quantity: int) -> SetSize | None:
        """Return the size that the quantity is, or else the largest one below it."""
        below = [each for each in self.sizes if 0 < each.size <= quantity]
        return max(below, key=lambda each: each.size, default=None)

    def cuts(self, lines: Sequence[LineUnits], everything: Sequence[LineUnits]) -> Cuts:
        found: Cuts = {}
        for group in groups(lines, self.counting).values():
            size = self.fitting(bottles(group))
            if size is not None:
                taken = take(group, size.units(bottles(group)))
                found |= _set_price(taken, size) if size.reduction.measure is Measure.SET_PRICE else _off(taken, size)
        return found


def _off(taken: Iterable[tuple[LineUnits, int]], size: SetSize) -> Cuts:
    return {line.item.key: Cut(units, size.reduction.off(line.price) * units) for line, units in taken}


def _set_price(taken: Sequence[tuple[LineUnits, int]], size: SetSize) -> Cuts:
    costs = [line.price * units for line, units in taken]
    sets = sum(units for _, units in taken) // size.size
    off = sum(costs, NOTHING) - size.reduction.value * sets
    whole = max(int(off), 0)
    shares = share_out(whole, costs)
    return {line.item.key: Cut(units, Decimal(share)) for (line, units), share in zip(taken, shares, strict=True)}


@dataclass(frozen=True, slots=True, kw_only=True)
class OnceOff:
    """So many cents off the cart once, borne by the promotion's wines."""

    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeDelivery:
    """Delivery costs nothing. `title` is what the shopper reads."""

    title: str
