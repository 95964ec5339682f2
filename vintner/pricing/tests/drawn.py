"""Carts, promotions and coupons of every kind, drawn at random."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from hypothesis import strategies as st

from vintner.money import Money
from vintner.pricing.quote import Item, PriceBook
from vintner.pricing.rules.benefits import (
    FREE,
    BulkTable,
    BulkTier,
    Counting,
    FreeDelivery,
    Measure,
    OffEach,
    OnceOff,
    Reduction,
    SetOf,
    SetSize,
    Span,
)
from vintner.pricing.rules.conditions import CartFigure, CartIs, Comparison, CouponsAre, CouponUse, Operator
from vintner.pricing.rules.coupons import CouponKind, CouponTerms
from vintner.pricing.rules.items import Filter, Selection, TaxStatus, Traits
from vintner.pricing.rules.promotions import Benefit, CombiningTerms, Pick, PromotionTerms, WithCoupons
from vintner.pricing.rules.rewards import Choosing, OtherWine, Reward, SameWine
from vintner.pricing.tests.golden import BOOK
from vintner.shipping.rules import Preselect

percents = st.decimals(Decimal("0.01"), 100, places=2)
countings = st.sampled_from(Counting)
flags = st.booleans()


@st.composite
def carts(draw: st.DrawFn) -> list[Item]:
    numbers = draw(st.lists(st.integers(1, 60), unique=True, max_size=20))
    return [_item(draw, number) for number in numbers]


def _item(draw: st.DrawFn, number: int) -> Item:
    regular = draw(st.integers(0, 500_000))
    given_by = draw(st.sampled_from((0, 0, 0, 0, 1)))
    return Item(
        key=str(number),
        product_id=number // 3,
        variation_id=number,
        quantity=draw(st.integers(1, 999)),
        price=Money(draw(st.integers(0, regular))),
        regular=Money(regular),
        tax_status=draw(st.sampled_from(TaxStatus)),
        virtual=draw(flags),
        traits=Traits(category_ids=draw(st.frozensets(st.integers(1, 4), max_size=2))),
        given_by=given_by,
        free=bool(given_by) and draw(flags),
    )


@st.composite
def price_books(draw: st.DrawFn) -> PriceBook:
    """The first promotion is the one that drawn items may be given by."""
    first = PromotionTerms(
        id=1, title="P1", benefit=SameWine(rewards=(Reward(span=Span(at_least=1, at_most=None), units=1),))
    )
    others = tuple(_promotion(draw, number) for number in range(2, 2 + draw(st.integers(0, 4))))
    return replace(BOOK, promotions=(first, *others), policy=draw(policies()))


def policies() -> st.SearchStrategy[CombiningTerms]:
    return st.builds(
        CombiningTerms,
        pick=st.sampled_from(Pick),
        in_turn=flags,
        from_regular=flags,
        with_coupons=st.sampled_from([WithCoupons.BOTH, *WithCoupons]),
        coupons_in_turn=flags,
        as_fees=flags,
        one_label=st.sampled_from(["", "All of it"]),
        only_free_delivery=flags,
        preselect=st.sampled_from(Preselect),
    )


def _promotion(draw: st.DrawFn, number: int) -> PromotionTerms:
    return PromotionTerms(
        id=number,
        title=f"P{number}",
        benefit=draw(st.sampled_from(BENEFITS))(draw),
        filter=_filter(draw),
        conditions=_conditions(draw),
        exclusive=draw(st.sampled_from((False, False, True))),
        as_discount=draw(flags),
        most_off_each=draw(st.none() | st.integers(1, 2000).map(Money)),
    )


def _filter(draw: st.DrawFn) -> Filter:
    some = st.frozensets(st.integers(0, 20), max_size=8)
    return Filter(
        only=Selection(product_ids=draw(some), category_ids=draw(st.frozensets(st.integers(1, 4), max_size=1))),
        never=Selection(product_ids=draw(st.frozensets(st.integers(0, 20), max_size=2))),
    )


def _conditions(draw: st.DrawFn) -> tuple[CartIs | CouponsAre, ...]:
    number = Comparison(operator=draw(st.sampled_from(Operator)), number=Decimal(draw(st.integers(0, 500))))
    figures = CartIs(figure=draw(st.sampled_from(CartFigure)), comparison=number)
    keys = CouponsAre(use=draw(st.sampled_from(CouponUse)), codes=frozenset({"c1"}))
    return draw(st.sampled_from(((), (), (figures,), (keys,))))


def _reduction(draw: st.DrawFn) -> Reduction:
    if draw(flags):
        return Reduction(measure=Measure.PERCENT, value=draw(percents))
    measure = draw(st.sampled_from((Measure.FLAT, Measure.FIXED_PRICE)))
    return Reduction(measure=measure, value=Decimal(draw(st.integers(0, 100_000))))


def _bulk(draw: st.DrawFn) -> BulkTable:
    bounds = sorted(draw(st.lists(st.integers(1, 999), unique=True, min_size=1, max_size=4)))
    ends = [*(bound - 1 for bound in bounds[1:]), None]
    spans = [Span(at_least=a, at_most=b) for a, b in zip(bounds, ends, strict=True)]
    return BulkTable(
        tiers=tuple(BulkTier(span=span, reduction=_reduction(draw)) for span in spans), counting=draw(countings)
    )


def _sets(draw: st.DrawFn) -> SetOf:
    whole = Reduction(measure=Measure.SET_PRICE, value=Decimal(draw(st.integers(0, 500_000))))
    sizes = draw(st.lists(st.integers(1, 30), unique=True, min_size=1, max_size=3))
    return SetOf(
        sizes=tuple(
            SetSize(size=size, reduction=whole if draw(flags) else _reduction(draw), recursive=draw(flags))
            for size in sizes
        ),
        counting=draw(countings),
    )


def _rewards(draw: st.DrawFn) -> tuple[Reward, ...]:
    return (
        Reward(
            span=Span(at_least=draw(st.integers(1, 10)), at_most=None),
            units=draw(st.integers(1, 5)),
            reduction=FREE if draw(flags) else _reduction(draw),
            recursive=draw(flags),
        ),
    )


def _other(draw: st.DrawFn) -> OtherWine:
    return OtherWine(
        rewards=_rewards(draw),
        choosing=draw(st.sampled_from(Choosing)),
        counting=draw(countings),
        target=_filter(draw),
        target_ids=(3, 4),
    )


BENEFITS: tuple[Callable[[st.DrawFn], Benefit], ...] = (
    lambda draw: OffEach(reduction=_reduction(draw)),
    _bulk,
    _sets,
    lambda draw: SameWine(rewards=_rewards(draw)),
    _other,
    lambda draw: OnceOff(amount=draw(st.integers(0, 100_000))),
    lambda draw: FreeDelivery(title="Free"),
)


@st.composite
def coupons(draw: st.DrawFn) -> list[CouponTerms]:
    return [_coupon(draw, number) for number in range(1, 1 + draw(st.integers(0, 3)))]


def _coupon(draw: st.DrawFn, number: int) -> CouponTerms:
    kind = draw(st.sampled_from(CouponKind))
    amount = draw(percents) if kind is CouponKind.PERCENT else Decimal(draw(st.integers(0, 100_000)))
    return CouponTerms(
        id=number,
        code=f"c{number}",
        kind=kind,
        amount=amount,
        filter=_filter(draw) if draw(flags) else Filter(),
        not_on_sale=draw(flags),
        most_units=draw(st.none() | st.integers(1, 20)),
        free_delivery=draw(flags),
        minimum=draw(st.none() | st.integers(0, 50_000).map(Money)),
    )
