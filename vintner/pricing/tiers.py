"""The bulk table that a product's page shows, and the row of it that more bottles lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from vintner.catalogue.displayed_prices import Unit
from vintner.catalogue.pages import NextRow, Tier
from vintner.money import Money, round_cents, strip_zeros
from vintner.pricing.quote import PriceBook, occasion_of, promoted_lines
from vintner.pricing.rules.benefits import BulkTable, BulkTier, Measure, Reduction, Span, bottles, groups
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.items import ANYONE, Item, ShopperFacts
from vintner.pricing.rules.promotions import PromotedLine, PromotionTerms, dearest_first
from vintner.pricing.units import items_of
from vintner.shipping.rules import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Buyer:
    """Who reads a table: what is known of the shopper, where the goods go (None: to the store's own place), and the
    coupons on the cart.
    """

    shopper: ShopperFacts = ANYONE
    place: Place | None = None
    coupons: Sequence[CouponTerms] = ()


NOBODY = Buyer()


class BulkRows(NamedTuple):
    """The rows of a table, and the first of them that a single bottle does not reach."""

    tiers: tuple[Tier, ...] = ()
    next_row: NextRow | None = None


def bulk_rows(
    units: Sequence[Unit],
    *,
    book: PriceBook,
    now: datetime,
    buyer: Buyer = NOBODY,
    items: Sequence[Item] | None = None,
) -> BulkRows:
    """Return a row for each tier that a cart with nothing else would get, empty without promotion.

    `units` are variations of a product: a row holds for each of them, and names the price of a bottle when it is the
    same for all. `items` are those of the units, when they are known. One query, when promotions ask about shelves,
    tags or the like; none otherwise.
    """
    rows = [
        (each, tier) for each in book.promotions if isinstance(each.benefit, BulkTable) for tier in each.benefit.tiers
    ]
    if not rows or not units:
        return BulkRows()
    items = items_of(units, book) if items is None else items
    reached = [(*row, lines) for row in rows if (lines := _reaching(*row, items, book, now, buyer))]
    ahead = [Ahead(promotion, tier, missing) for promotion, tier, _ in reached if (missing := _start(tier) - 1) > 0]
    return BulkRows(
        tiers=tuple(_row(*each) for each in reached),
        next_row=next_row(min(ahead, key=_missing)) if ahead else None,
    )


class Ahead(NamedTuple):
    """A row of a bulk table, and how many bottles more begin it."""

    promotion: PromotionTerms
    tier: BulkTier
    missing: int


def rows_ahead(key: str, items: Sequence[Item], book: PriceBook) -> list[Ahead]:
    """Return the rows that more bottles of a cart's line begin, the nearest first.

    Whether the line would get a row is for a quote to say: another promotion may give more. Gift sets have none: more
    of them are not more bottles of a wine.
    """
    lines = dearest_first(items, book.policy)
    found = []
    for promotion in book.promotions:
        if isinstance(promotion.benefit, BulkTable):
            own = [line for line in lines if promotion.filter.passes(line.item)]
            sharing = groups(own, promotion.benefit.counting).values()
            count = next(
                (
                    bottles(each)
                    for each in sharing
                    if any(line.item.key == key and line.item.bottles == 1 for line in each)
                ),
                None,
            )
            if count is not None:
                tiers = promotion.benefit.tiers
                found += [Ahead(promotion, tier, _start(tier) - count) for tier in tiers if _start(tier) > count]
    return sorted(found, key=_missing)


def next_row(ahead: Ahead) -> NextRow:
    """Return a row that more bottles lead to, in words."""
    bottles_more = "1 more bottle" if ahead.missing == 1 else f"{ahead.missing} more bottles"
    text = f"{bottles_more} and {_promised(ahead.tier.reduction)}."
    return NextRow(range=range_of(ahead.tier.span), missing=ahead.missing, text=text)


def mix_words(promotion: PromotionTerms) -> str:
    """Return what the first row of a bulk table gives for several bottles: 'Mix 6: 5% off'."""
    tiers = promotion.benefit.tiers if isinstance(promotion.benefit, BulkTable) else ()
    first = min((each for each in tiers if _start(each) > 1), key=_start, default=None)
    return f"Mix {_start(first)}: {_worded(first.reduction)}" if first else ""


def _promised(reduction: Reduction) -> str:
    match reduction.measure:
        case Measure.PERCENT:
            return f"you get {_worded(reduction)}"
        case Measure.FLAT:
            return f"you get {_worded(reduction)} each"
        case _:
            return f"you pay {_worded(reduction)}"


def _missing(ahead: Ahead) -> int:
    return ahead.missing


def _start(tier: BulkTier) -> int:
    return tier.span.at_least or 1


def _reaching(
    promotion: PromotionTerms, tier: BulkTier, items: Sequence[Item], book: PriceBook, now: datetime, buyer: Buyer
) -> list[PromotedLine]:
    """Return what carts that enter this tier pay, empty when one does not get it: another promotion may give more."""
    if not all(promotion.filter.passes(item) for item in items):
        return []  # without a quote, which takes far longer
    lines = []
    for line in _entering(tier, items, book, now, buyer):
        if not any(each.promotion is promotion for each in line.applied):
            return []
        lines.append(line)
    return lines


def _entering(
    tier: BulkTier, items: Sequence[Item], book: PriceBook, now: datetime, buyer: Buyer
) -> Iterator[PromotedLine]:
    for item in items:
        lines = [replace(item, quantity=_start(tier))]
        place = buyer.place or book.base
        occasion = occasion_of(lines, place=place, now=now, coupons=buyer.coupons, shopper=buyer.shopper)
        yield promoted_lines(lines, book, occasion).lines[0]


def _row(promotion: PromotionTerms, tier: BulkTier, lines: Sequence[PromotedLine]) -> Tier:
    """A discount on the cart leaves the price of a bottle as it is, so none is named."""
    prices: set[Money] = set() if promotion.as_discount else {round_cents(line.unit) for line in lines}
    return Tier(
        range=range_of(tier.span),
        discount=_worded(tier.reduction),
        unit_price=prices.pop().text if len(prices) == 1 else "",
    )


def _worded(reduction: Reduction) -> str:
    match reduction.measure:
        case Measure.PERCENT:
            return f"{strip_zeros(reduction.value)}% off"
        case Measure.FLAT:
            return f"{round_cents(reduction.value)} off"
        case _:
            return f"{round_cents(reduction.value)} each"


def range_of(span: Span) -> str:
    """Return from how many bottles to how many a row holds: '3 – 5', '6+'."""
    least, most = span.at_least or 1, span.at_most
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least} – {most}"
