"""How promotions combine (docs/pricing.md#combining): which count for a cart, and which of those each line gets."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from vintner.money import Money
from vintner.pricing.rules.amounts import NOTHING, rounded
from vintner.pricing.rules.items import Item, Occasion
from vintner.pricing.rules.promotions import CombiningTerms, Pick, PromotionTerms, WithCoupons
from vintner.pricing.rules.reductions import Cut, LineUnits


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
    return PromotedLine(item, applied, exact, rounded(exact))


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
