"""The bulk table that a product's page shows."""

from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from vintner.catalogue.pages import Tier
from vintner.money import Money
from vintner.pricing.quote import PriceBook, occasion_of
from vintner.pricing.rules.amounts import rounded, without_zeros
from vintner.pricing.rules.benefits import BulkTable
from vintner.pricing.rules.benefits import Tier as TierRule
from vintner.pricing.rules.combining import promote, running
from vintner.pricing.rules.items import UNKNOWN, Item
from vintner.pricing.rules.promotions import Promotion
from vintner.pricing.rules.reductions import Measure, Reduction
from vintner.pricing.traits import traits_of


def tiers_for(product_id: int, prices: Set[Money], book: PriceBook, now: datetime) -> tuple[Tier, ...]:
    """Return a row for each tier that a cart with nothing else would get, empty without promotion.

    `prices` are those of the product's variations for one unit; unit prices are named when all cost the same.
    One query, when a bulk table is for some shelf, tag or the like; none otherwise.
    """
    tables = [each for each in book.promotions if isinstance(each.benefit, BulkTable)]
    if not tables:
        return ()
    price = next(iter(prices)) if len(prices) == 1 else None
    item = _one(product_id, price or Money(100_00), tables)
    tiers = [(each, tier) for each in tables if isinstance(each.benefit, BulkTable) for tier in each.benefit.tiers]
    return tuple(_row(tier, price) for promotion, tier in tiers if _wins(promotion, tier, item, book, now))


def _one(product_id: int, price: Money, tables: Sequence[Promotion]) -> Item:
    """Return one bottle of the product."""
    asks = any(each.filter.asks_traits for each in tables)
    traits = traits_of([product_id]).get(product_id, UNKNOWN) if asks else UNKNOWN
    return Item(key="", product_id=product_id, variation_id=0, quantity=1, price=price, regular=price, traits=traits)


def _wins(promotion: Promotion, tier: TierRule, item: Item, book: PriceBook, now: datetime) -> bool:
    """Say whether a cart that enters this tier gets it: another promotion may give more."""
    if not promotion.filter.passes(item):
        return False
    items = [replace(item, quantity=tier.span.at_least or 1)]
    counting = running(book.promotions, book.policy, occasion_of(items, place=book.base, now=now))
    [line] = promote(items, counting, book.policy)
    return any(each.promotion is promotion for each in line.applied)


def _row(tier: TierRule, price: Money | None) -> Tier:
    return Tier(
        range=_range(tier),
        discount=_worded(tier.reduction),
        unit_price=rounded(price.minor - tier.reduction.off(Decimal(price.minor))).text if price else "",
    )


def _worded(reduction: Reduction) -> str:
    match reduction.measure:
        case Measure.PERCENT:
            return f"{without_zeros(reduction.value)}% off"
        case Measure.FLAT:
            return f"{rounded(reduction.value)} off"
        case _:
            return f"{rounded(reduction.value)} each"


def _range(tier: TierRule) -> str:
    least, most = tier.span.at_least or 1, tier.span.at_most
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least} – {most}"
