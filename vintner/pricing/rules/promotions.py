"""Promotions: conditions (when), filter (which wines), benefit (what comes off)."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from vintner.money import Money
from vintner.pricing.rules.benefits import Benefit, FreeDelivery, OnceOff
from vintner.pricing.rules.conditions import CartHolds, CartIs, Condition, During
from vintner.pricing.rules.filters import EVERYTHING, Filter
from vintner.pricing.rules.items import Item, Occasion
from vintner.pricing.rules.reductions import Cuts, LineUnits
from vintner.pricing.rules.rewards import Choosing, OtherWine, SameWine
from vintner.shipping.rules import Preselect

ALWAYS = During()


class Pick(StrEnum):
    """Which of several promotions a line gets (docs/pricing.md#combining). The values are the outside's."""

    BIGGEST = "biggest_discount"
    LOWEST = "lowest_discount"
    FIRST = "first"
    ALL = "all"


class WithCoupons(StrEnum):
    """What happens when there are promotions and coupons on one cart."""

    BOTH = "run_both"
    PROMOTIONS_ONLY = "disable_coupon"
    COUPONS_ONLY = "disable_rules"


@dataclass(frozen=True, slots=True, kw_only=True)
class CombiningTerms:
    """How promotions and coupons combine, for the whole store.

    `in_turn`: with ALL, each promotion starts from what the one before left. `from_regular`: what comes off is
    counted from the regular price (never dearer than the sale). `coupons_in_turn`: a percentage is of what the coupon
    before left. `as_fees`: discounts on the cart are negative fees. `one_label`: they are told as one, of that name.
    `only_free_delivery`: the delivery that a promotion pays hides all others. `hide_paid`: free shipping of any kind
    hides deliveries that cost something. `preselect`: the delivery that is selected until the shopper chooses one.
    """

    pick: Pick = Pick.BIGGEST
    in_turn: bool = False
    from_regular: bool = False
    with_coupons: WithCoupons = WithCoupons.BOTH
    coupons_in_turn: bool = False
    as_fees: bool = False
    one_label: str = ""
    only_free_delivery: bool = False
    hide_paid: bool = False
    preselect: Preselect = Preselect.FIRST


DEFAULT_POLICY = CombiningTerms()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionTerms:
    """A discount that applies by itself. Promotions come in order of priority.

    `during` must hold besides the conditions: all of them, or with `any_condition` one. `exclusive`: when it gives
    anything, no other promotion does. `as_discount`: prices stay, the amount is taken off the cart under `label`.
    """

    id: int
    title: str
    benefit: Benefit
    filter: Filter = EVERYTHING
    conditions: tuple[Condition, ...] = ()
    any_condition: bool = False
    during: During = ALWAYS
    exclusive: bool = False
    as_discount: bool = False
    label: str = ""
    most_off_each: Money | None = None

    def holds(self, occasion: Occasion) -> bool:
        if not self.during.holds(occasion):
            return False
        found = (condition.holds(occasion) for condition in self.conditions)
        return any(found) if self.any_condition and self.conditions else all(found)

    @property
    def asks_traits(self) -> bool:
        """Whether more of a wine must be known than the item itself tells."""
        filters = [self.filter]
        if isinstance(self.benefit, OtherWine):
            filters.append(self.benefit.target)
        for condition in self.conditions:
            if isinstance(condition, CartIs):
                filters.append(condition.counting)
            elif isinstance(condition, CartHolds):
                filters.extend(condition.kinds)
        return any(each.asks_traits for each in filters)

    def cuts(self, lines: Sequence[LineUnits]) -> Cuts:
        """Return what comes off each line, as far as that is more than nothing."""
        if isinstance(self.benefit, OnceOff | FreeDelivery):
            return {}
        own = lines if self.filter.everything else [line for line in lines if self.filter.passes(line.item)]
        cuts = {key: cut for key, cut in self.benefit.cuts(own, lines).items() if cut.off > 0}
        if self.most_off_each is None:
            return cuts
        most = Decimal(self.most_off_each.minor)
        return {key: cut._replace(off=min(cut.off, most * cut.units)) for key, cut in cuts.items()}

    def is_for_some(self, items: Sequence[Item]) -> bool:
        """Say whether any of the shopper's own items is one of the promotion's wines."""
        return any(self.filter.passes(item) for item in items if not item.given_by)

    def gives(self, lines: Sequence[LineUnits]) -> bool:
        """Say whether it does anything for a cart of these lines."""
        if isinstance(self.benefit, OnceOff | FreeDelivery):
            return self.is_for_some([line.item for line in lines])
        return bool(self.cuts(lines)) or self.gives_lines(lines)

    def gives_lines(self, lines: Sequence[LineUnits]) -> bool:
        """Say whether it puts anything into the cart, as far as there is stock."""
        own = [line for line in lines if not line.item.given_by and self.filter.passes(line.item)]
        match self.benefit:
            case OtherWine(choosing=Choosing.ADDED) as other:
                return bool(other.target_ids) and bool(other.earnings(own))
            case SameWine(rewards=rewards):
                return any(each.free and each.holds(line.item.quantity) for line in own for each in rewards)
        return False
