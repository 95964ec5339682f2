"""Promotions: conditions (when), filter (which wines), benefit (what comes off), and how several of them combine
(docs/pricing.md#combining).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from vintner.money import NOTHING, Money, round_cents
from vintner.pricing.rules.benefits import BulkTable, Cut, Cuts, FreeDelivery, LineUnits, OffEach, OnceOff, SetOf
from vintner.pricing.rules.conditions import CartHolds, CartIs, Condition, During
from vintner.pricing.rules.items import EVERYTHING, Filter, Item, Occasion
from vintner.pricing.rules.rewards import Choosing, OtherWine, SameWine
from vintner.shipping.rules import Preselect

ALWAYS = During()
Benefit = OffEach | BulkTable | SetOf | SameWine | OtherWine | OnceOff | FreeDelivery
"""What a promotion gives."""


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
    `badge` is on the cards of its wines while it runs, whether its conditions hold or not.
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
    badge: str = ""
    most_off_each: Money | None = None

    def holds(self, occasion: Occasion) -> bool:
        if self.during is not ALWAYS and not self.during.holds(occasion):
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


class Applied(NamedTuple):
    """A promotion and what it takes off one line."""

    promotion: PromotionTerms
    cut: Cut


@dataclass(frozen=True, slots=True)
class PromotedLine:
    """An item with the promotions it gets. `exact` is the line in cents with their fraction; a free one is nothing.

    The fraction of a unit lives until `subtotal`: 6 × $16.99 less 20 % is $81.55, not 6 × $13.59 (world of the golden
    carts).
    """

    item: Item
    applied: tuple[Applied, ...]
    exact: Decimal
    subtotal: Money

    @property
    def price_cuts(self) -> list[Cut]:
        """What changes the line's price."""
        return [each.cut for each in self.applied if not each.promotion.as_discount]

    @property
    def unit(self) -> Decimal:
        """One unit in cents with their fraction, on average when only some units are cheaper."""
        return self.exact / self.item.quantity


def promoted(item: Item, applied: tuple[Applied, ...]) -> PromotedLine:
    """Return an item with the promotions it gets."""
    exact = NOTHING if item.free else Decimal(item.price.minor * item.quantity)
    for each in applied:
        if not each.promotion.as_discount:
            exact -= each.cut.off
    exact = max(exact, NOTHING)
    return PromotedLine(item, applied, exact, round_cents(exact))


def running(promotions: Sequence[PromotionTerms], policy: CombiningTerms, occasion: Occasion) -> list[PromotionTerms]:
    """Return the promotions that count for a cart, in order of priority: those that hold, or the first exclusive one
    that gives anything (docs/pricing.md#combining).
    """
    if policy.with_coupons is WithCoupons.COUPONS_ONLY and occasion.coupons:
        return []
    holding = [promotion for promotion in promotions if promotion.holds(occasion)]
    exclusive = [promotion for promotion in holding if promotion.exclusive]
    if exclusive:
        lines = dearest_first(occasion.items, policy)
        for promotion in exclusive:
            if promotion.gives(lines):
                return [promotion]
    return holding


def dearest_first(items: Sequence[Item], policy: CombiningTerms) -> list[LineUnits]:
    """Return the items as benefits read them, in an order that does not depend on the cart's."""
    lines = [
        LineUnits(item, Decimal((item.regular if policy.from_regular else item.price).minor))
        for item in items
        if not item.free
    ]
    return sorted(lines, key=lambda line: (-line.price, line.item.variation_id, line.item.key))


def promote(items: Sequence[Item], counting: Sequence[PromotionTerms], policy: CombiningTerms) -> list[PromotedLine]:
    """Return the items with the promotions that each gets, out of those that are `running`, in the items' order."""
    lines = dearest_first(items, policy)
    offers = _in_turn(lines, counting) if policy.pick is Pick.ALL and policy.in_turn else _offers(lines, counting)
    return [promoted(item, _picked(item, offers.get(item.key, []), policy)) for item in items]


def _offers(lines: Sequence[LineUnits], counting: Sequence[PromotionTerms]) -> dict[str, list[Applied]]:
    found: dict[str, list[Applied]] = {}
    for promotion in counting:
        for key, cut in promotion.cuts(lines).items():
            found.setdefault(key, []).append(Applied(promotion, cut))
    return found


def _in_turn(lines: Sequence[LineUnits], counting: Sequence[PromotionTerms]) -> dict[str, list[Applied]]:
    """Let each promotion start from the prices that the one before left, some units' savings spread over all."""
    found: dict[str, list[Applied]] = {}
    for promotion in counting:
        cuts = promotion.cuts(lines)
        for key, cut in cuts.items():
            found.setdefault(key, []).append(Applied(promotion, cut))
        lines = [
            LineUnits(item, price - cuts[item.key].off / item.quantity) if item.key in cuts else LineUnits(item, price)
            for item, price in lines
        ]
    return found


def _picked(item: Item, offers: Sequence[Applied], policy: CombiningTerms) -> tuple[Applied, ...]:
    if policy.from_regular:
        offers = _from_today(item, offers)
    if not offers:
        return ()
    match policy.pick:
        case Pick.ALL:
            return _within(item, offers)
        case Pick.FIRST:
            picked = offers[0]
        case Pick.BIGGEST:
            picked = max(offers, key=lambda each: each.cut.off)  # of equal ones the first
        case Pick.LOWEST:
            picked = min(offers, key=lambda each: each.cut.off)
    return _within(item, [picked])


def _from_today(item: Item, offers: Sequence[Applied]) -> list[Applied]:
    """Return what offers counted from the regular price take off today's, if anything."""
    sale = (item.regular - item.price).minor
    return [
        Applied(each.promotion, each.cut._replace(off=off))
        for each in offers
        if (off := each.cut.off - sale * each.cut.units) > 0
    ]


def _within(item: Item, offers: Sequence[Applied]) -> tuple[Applied, ...]:
    """Let several promotions together take no more than the line costs."""
    left = Decimal(item.price.minor * item.quantity)
    found = []
    for each in offers:
        off = min(each.cut.off, left)
        left -= off
        if off > 0:
            found.append(Applied(each.promotion, each.cut._replace(off=off)))
    return tuple(found)
