"""The bulk table that a product's page shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from vintner.catalogue.pages import Tier
from vintner.catalogue.shown_prices import Unit
from vintner.money import Money
from vintner.pricing.quote import PriceBook, occasion_of, promoted_lines
from vintner.pricing.rules.amounts import rounded, without_zeros
from vintner.pricing.rules.benefits import BulkTable
from vintner.pricing.rules.benefits import Tier as TierRule
from vintner.pricing.rules.combining import PromotedLine
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.items import ANYONE, Item, Shopper
from vintner.pricing.rules.promotions import Promotion
from vintner.pricing.rules.reductions import Measure, Reduction, Span
from vintner.pricing.units import items_of
from vintner.shipping.rules import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Buyer:
    """Who reads a table: what is known of the shopper, where the goods go (None: to the store's own place), and the
    coupons on the cart.
    """

    shopper: Shopper = ANYONE
    place: Place | None = None
    coupons: Sequence[CouponTerms] = ()


NOBODY = Buyer()


def tiers_for(units: Sequence[Unit], *, book: PriceBook, now: datetime, buyer: Buyer = NOBODY) -> tuple[Tier, ...]:
    """Return a row for each tier that a cart with nothing else would get, empty without promotion.

    `units` are variations of a product: a row holds for each of them, and names the price of a bottle when it is the
    same for all. One query, when promotions ask about shelves, tags or the like; none otherwise.
    """
    rows = [
        (each, tier) for each in book.promotions if isinstance(each.benefit, BulkTable) for tier in each.benefit.tiers
    ]
    if not rows or not units:
        return ()
    items = items_of(units, book)
    return tuple(
        _row(promotion, tier, lines)
        for promotion, tier in rows
        if (lines := _reaching(promotion, tier, items, book, now, buyer))
    )


def _reaching(
    promotion: Promotion, tier: TierRule, items: Sequence[Item], book: PriceBook, now: datetime, buyer: Buyer
) -> list[PromotedLine]:
    """Return what carts that enter this tier pay, empty when one does not get it: another promotion may give more."""
    lines = []
    for line in _entering(tier, items, book, now, buyer):
        if not any(each.promotion is promotion for each in line.applied):
            return []
        lines.append(line)
    return lines


def _entering(
    tier: TierRule, items: Sequence[Item], book: PriceBook, now: datetime, buyer: Buyer
) -> Iterator[PromotedLine]:
    for item in items:
        lines = [replace(item, quantity=tier.span.at_least or 1)]
        place = buyer.place or book.base
        occasion = occasion_of(lines, place=place, now=now, coupons=buyer.coupons, shopper=buyer.shopper)
        yield promoted_lines(lines, book, occasion).lines[0]


def _row(promotion: Promotion, tier: TierRule, lines: Sequence[PromotedLine]) -> Tier:
    """A discount on the cart leaves the price of a bottle as it is, so none is named."""
    prices: set[Money] = set() if promotion.as_discount else {rounded(line.unit) for line in lines}
    return Tier(
        range=range_of(tier.span),
        discount=_worded(tier.reduction),
        unit_price=prices.pop().text if len(prices) == 1 else "",
    )


def _worded(reduction: Reduction) -> str:
    match reduction.measure:
        case Measure.PERCENT:
            return f"{without_zeros(reduction.value)}% off"
        case Measure.FLAT:
            return f"{rounded(reduction.value)} off"
        case _:
            return f"{rounded(reduction.value)} each"


def range_of(span: Span) -> str:
    """Return from how many bottles to how many a row holds: '3 – 5', '6+'."""
    least, most = span.at_least or 1, span.at_most
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least} – {most}"
