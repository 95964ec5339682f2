"""Buy some, get some: more of the same wine, or of another (docs/pricing.md#promotions).

What is free is a line of its own (gifts.py). What is only cheaper is a cut on lines that are in the cart.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from vintner.money import NOTHING
from vintner.pricing.rules.benefits import FREE, Counting, Cut, Cuts, LineUnits, Reduction, Span, bottles, groups
from vintner.pricing.rules.items import EVERYTHING, Filter

_NO_CUT = Cut(0, NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reward:
    """For a quantity in the span, `units` more, or units at a reduction. `recursive`: for every `at_least` again."""

    span: Span
    units: int
    reduction: Reduction = FREE
    recursive: bool = False

    @property
    def free(self) -> bool:
        return self.reduction == FREE

    @property
    def step(self) -> int:
        return self.span.at_least or 1

    def holds(self, quantity: int) -> bool:
        return self.span.holds(quantity) or (self.recursive and quantity >= self.step)

    def earned(self, quantity: int) -> int:
        """Return how many units a quantity that holds earns."""
        return self.units * (quantity // self.step) if self.recursive else self.units


def reward_for(rewards: Iterable[Reward], quantity: int) -> Reward | None:
    """Return the first reward for so many bottles; none for no bottle."""
    return next((each for each in rewards if each.holds(quantity)), None) if quantity else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SameWine:
    """Buy some, get some of the same: counted on each line by itself."""

    rewards: tuple[Reward, ...]

    def cuts(self, lines: Sequence[LineUnits], everything: Sequence[LineUnits]) -> Cuts:
        found: Cuts = {}
        for item, price in lines:
            reward = None if item.given_by else reward_for(self.rewards, item.quantity)
            if reward is not None and not reward.free:
                units = min(reward.earned(item.quantity), item.quantity)
                found[item.key] = Cut(units, reward.reduction.off(price) * units)
        return found


class Choosing(StrEnum):
    """How the other wine is found: put into the cart, or the cheapest or dearest of what is there."""

    ADDED = "auto_add"
    CHEAPEST = "cheapest"
    HIGHEST = "highest"


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherWine:
    """Buy some, get some of another.

    ADDED puts each of `target_ids` into the cart (gifts.py); those that are not free are cheaper there, and so are
    the shopper's own bottles of them, up to what was earned. Otherwise units of `target` in the cart are cheaper.
    """

    rewards: tuple[Reward, ...]
    choosing: Choosing
    counting: Counting = Counting.TOGETHER
    target: Filter = EVERYTHING
    target_ids: tuple[int, ...] = ()

    def earnings(self, lines: Iterable[LineUnits]) -> list[tuple[int, Reward, int]]:
        """Return what each group of lines earns: the id that it shares, the reward and how many units."""
        found = []
        for shared_id, group in groups(lines, self.counting).items():
            quantity = bottles(group)
            reward = reward_for(self.rewards, quantity)
            if reward is not None:
                found.append((shared_id, reward, reward.earned(quantity)))
        return found

    def cuts(self, lines: Sequence[LineUnits], everything: Sequence[LineUnits]) -> Cuts:
        found: Cuts = {}
        for _, reward, units in self.earnings(lines):
            if self.choosing is not Choosing.ADDED:
                _reduce(found, self._choice(everything), reward, units)
            elif not reward.free:
                for target_id in self.target_ids:
                    _reduce(found, [line for line in everything if _is(line, target_id)], reward, units)
        return found

    def _choice(self, everything: Sequence[LineUnits]) -> list[LineUnits]:
        """Return the lines that units may be chosen from, those that come first first."""
        there = [line for line in everything if not line.item.given_by and self.target.passes(line.item)]
        return there[::-1] if self.choosing is Choosing.CHEAPEST else there


def _is(line: LineUnits, target_id: int) -> bool:
    return not line.item.free and target_id in (line.item.product_id, line.item.variation_id)


def _reduce(found: Cuts, lines: Iterable[LineUnits], reward: Reward, units: int) -> None:
    """Reduce units that nothing was earned for yet, in the order of the lines."""
    for item, price in lines:
        before = found.get(item.key, _NO_CUT)
        count = min(units, item.quantity - before.units)
        if count > 0:
            found[item.key] = Cut(before.units + count, before.off + reward.reduction.off(price) * count)
            units -= count
