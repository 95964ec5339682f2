"""What a promotion takes off lines (docs/pricing.md#promotions).

Every benefit says what comes off each line as a whole. The lines come dearest first, so that no sum
depends on the order in which a shopper filled the cart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from vintner.money import NOTHING, share_out
from vintner.pricing.rules.reductions import (
    Counting,
    Cut,
    Cuts,
    LineUnits,
    Measure,
    Reduction,
    Span,
    bottles,
    groups,
    take,
)
from vintner.pricing.rules.rewards import OtherWine, SameWine


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


Benefit = OffEach | BulkTable | SetOf | SameWine | OtherWine | OnceOff | FreeDelivery
