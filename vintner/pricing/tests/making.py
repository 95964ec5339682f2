"""Plain values to price: items, promotions, bulk tables. Amounts are cents, percentages text."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

from vintner.money import Money
from vintner.pricing.quote import Item, PriceBook, Quote, quote
from vintner.pricing.rules.benefits import BulkTable, BulkTier, Counting, Measure, OffEach, Reduction, Span
from vintner.pricing.rules.coupons import CouponTerms
from vintner.pricing.rules.items import ANYONE, Filter, Selection, ShopperFacts
from vintner.pricing.rules.promotions import Benefit, PromotionTerms
from vintner.pricing.tests.golden import BOOK, CALIFORNIA
from vintner.shipping.rules import Place

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def item(price: int, quantity: int = 1, *, product: int = 1, variation: int | None = None, regular: int = 0) -> Item:
    number = variation or product * 10
    return Item(
        key=f"line-{number}",
        product_id=product,
        variation_id=number,
        quantity=quantity,
        price=Money(price),
        regular=Money(regular or price),
        name=f"Wine {product}",
    )


def percent(value: str) -> Reduction:
    return Reduction(measure=Measure.PERCENT, value=Decimal(value))


def flat(cents: int) -> Reduction:
    return Reduction(measure=Measure.FLAT, value=Decimal(cents))


def bulk(*tiers: tuple[int | None, int | None, str], counting: Counting = Counting.PRODUCT) -> BulkTable:
    """Make a table of (from, to, per cent off)."""
    return BulkTable(
        tiers=tuple(BulkTier(span=Span(at_least=a, at_most=b), reduction=percent(off)) for a, b, off in tiers),
        counting=counting,
    )


def less(value: str) -> OffEach:
    return OffEach(reduction=percent(value))


def of(*products: int) -> Filter:
    """Make the filter of some products; of all, if none is given."""
    return Filter(only=Selection(product_ids=frozenset(products)))


def promotion(number: int, benefit: Benefit, wines: Filter | None = None, **terms: object) -> PromotionTerms:
    return PromotionTerms(id=number, title=f"P{number}", benefit=benefit, filter=wines or of(), **terms)  # type: ignore[arg-type]


HALF_DOZEN = replace(promotion(1, bulk((3, 5, "10"), (6, None, "20")), of(1)), title="By the half dozen")


def with_promotions(*promotions: PromotionTerms, **policy: object) -> PriceBook:
    return replace(BOOK, promotions=promotions, policy=replace(BOOK.policy, **policy))  # type: ignore[arg-type]


def cost(
    *items: Item,
    place: Place = CALIFORNIA,
    rate_id: str = "",
    book: PriceBook = BOOK,
    coupons: Sequence[CouponTerms] = (),
    shopper: ShopperFacts = ANYONE,
) -> Quote:
    return quote(items, place=place, rate_id=rate_id, book=book, now=NOON, coupons=coupons, shopper=shopper)
