"""What promotions put into the cart: free lines, and lines at a reduction (docs/pricing.md#presents).

Worked out anew for every quote, so nothing has to be kept in step: not with the cart, not with the stock.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vintner.pricing.rules.benefits import Counting, LineUnits
from vintner.pricing.rules.items import Item
from vintner.pricing.rules.promotions import CombiningTerms, PromotionTerms, dearest_first
from vintner.pricing.rules.rewards import Choosing, OtherWine, SameWine, reward_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """So many units that a promotion gives. `target_id` is a product, or a variation; `rule_id` names what earned
    them as the outside does: '4', '4_141'.
    """

    promotion_id: int
    rule_id: str
    target_id: int
    units: int
    free: bool


def due(items: Sequence[Item], counting: Iterable[PromotionTerms], policy: CombiningTerms) -> list[Due]:
    """Return what the promotions that count give for the shopper's own items."""
    own = [item for item in items if not item.given_by]
    lines = dearest_first(own, policy)
    return [gift for promotion in counting for gift in _of(promotion, lines)]


def _of(promotion: PromotionTerms, lines: Sequence[LineUnits]) -> list[Due]:
    match promotion.benefit:
        case SameWine() as same:
            return _more(promotion, same, _matching(promotion, lines))
        case OtherWine(choosing=Choosing.ADDED) as other:
            return _others(promotion, other, _matching(promotion, lines))
    return []


def _matching(promotion: PromotionTerms, lines: Sequence[LineUnits]) -> list[LineUnits]:
    return [line for line in lines if promotion.filter.passes(line.item)]


def _more(promotion: PromotionTerms, same: SameWine, lines: Sequence[LineUnits]) -> list[Due]:
    found = []
    for item, _ in lines:
        reward = reward_for(same.rewards, item.quantity)
        if reward is not None and reward.free:
            rule_id = f"{promotion.id}_{item.variation_id}"
            units = reward.earned(item.quantity)
            found.append(_due(promotion, rule_id, item.variation_id, units, free=True))
    return found


def _others(promotion: PromotionTerms, other: OtherWine, lines: Sequence[LineUnits]) -> list[Due]:
    return [
        _due(promotion, _rule_id(promotion, other.counting, shared_id), target_id, units, free=reward.free)
        for shared_id, reward, units in other.earnings(lines)
        for target_id in other.target_ids
    ]


def _rule_id(promotion: PromotionTerms, counting: Counting, shared_id: int) -> str:
    return str(promotion.id) if counting is Counting.TOGETHER else f"{promotion.id}_{shared_id}"


def _due(promotion: PromotionTerms, rule_id: str, target_id: int, units: int, *, free: bool) -> Due:
    return Due(promotion_id=promotion.id, rule_id=rule_id, target_id=target_id, units=units, free=free)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftGoods:
    """A wine that can be given: `item` is one unit of it, `limit` what can be sold of it now, None without limit."""

    item: Item
    limit: int | None


def given(dues: Iterable[Due], goods: Mapping[Due, GiftGoods], own: Sequence[Item]) -> list[Item]:
    """Return the lines that are due as items, those in `goods`. Each has a key of its own.

    What the stock does not cover besides the shopper's own bottles is not given at all; of what is not free, only
    what the shopper's own bottles leave to give.
    """
    taken: dict[int, int] = {}
    owned: dict[int, int] = {}
    for item in own:
        taken[item.variation_id] = taken.get(item.variation_id, 0) + item.quantity
        for owned_id in {item.product_id, item.variation_id}:
            owned[owned_id] = owned.get(owned_id, 0) + item.quantity
    found: list[Item] = []
    for each in dues:
        known = goods.get(each)
        if known is None:
            continue
        units = each.units if each.free else each.units - owned.get(each.target_id, 0)
        wanted = taken.get(known.item.variation_id, 0) + units
        if units > 0 and (known.limit is None or wanted <= known.limit):
            taken[known.item.variation_id] = wanted
            found.append(replace(known.item, quantity=units, given_by=each.promotion_id, free=each.free))
    return found
