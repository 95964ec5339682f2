"""The bulk table that a product's page shows."""

from collections.abc import Set
from datetime import datetime

from vintner.catalogue.pages import Tier
from vintner.money import Money
from vintner.pricing.quote import PriceBook
from vintner.pricing.rules import Promotion, best_offer, rounded, without_zeros
from vintner.pricing.rules import Tier as TierRule


def tiers_for(product_id: int, prices: Set[Money], book: PriceBook, now: datetime) -> tuple[Tier, ...]:
    """Return a row for each tier that a cart with nothing else would get, empty without promotion.

    `prices` are those of the product's variations for one unit; unit prices are named when all cost the same.
    """
    price = next(iter(prices)) if len(prices) == 1 else None
    running = [promotion for promotion in book.promotions if promotion.holds(product_id, now)]
    tiers = [(promotion, tier) for promotion in running for benefit in promotion.benefits for tier in benefit.tiers]
    return tuple(_row(tier, price) for promotion, tier in tiers if _wins(promotion, tier, running, product_id, now))


def _wins(promotion: Promotion, tier: TierRule, running: list[Promotion], product_id: int, now: datetime) -> bool:
    """Say whether a line that enters this tier gets it: another promotion may give more."""
    offer = best_offer(running, product_id=product_id, price=Money(100_00), quantity=tier.at_least, now=now)
    return offer is not None and offer.promotion is promotion


def _row(tier: TierRule, price: Money | None) -> Tier:
    return Tier(
        range=_range(tier),
        discount=f"{without_zeros(tier.percent_off)}% off",
        unit_price=rounded(price.minor * (100 - tier.percent_off) / 100).text if price else "",
    )


def _range(tier: TierRule) -> str:
    if tier.at_most is None:
        return f"{tier.at_least}+"
    return str(tier.at_least) if tier.at_least == tier.at_most else f"{tier.at_least} – {tier.at_most}"
