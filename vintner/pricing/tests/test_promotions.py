"""What each kind of promotion gives, and how several combine."""

from dataclasses import replace
from decimal import Decimal

import pytest

from vintner.money import ZERO, Money
from vintner.pricing.quote import FREE_DELIVERY, Item, Quote
from vintner.pricing.rules.benefits import (
    FREE,
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
from vintner.pricing.rules.items import Filter, Selection, Traits
from vintner.pricing.rules.promotions import Benefit, Pick, PromotionTerms
from vintner.pricing.rules.rewards import Choosing, OtherWine, Reward, SameWine
from vintner.pricing.tests.golden import BOOK, ONTARIO, TEXAS
from vintner.pricing.tests.making import bulk, cost, flat, item, less, of, percent, promotion, with_promotions


def spent(benefit: Benefit, *items: Item, **terms: object) -> list[int]:
    """Return the lines' subtotals in cents under one promotion."""
    made = cost(*items, book=with_promotions(promotion(1, benefit, **terms)))  # type: ignore[arg-type]
    return [line.subtotal.minor for line in made.lines]


@pytest.mark.parametrize(
    ("reduction", "subtotal"),
    [
        (percent("10"), 2700),
        (percent("33.33"), 2000),
        (flat(300), 2100),
        (flat(5000), 0),
        (Reduction(measure=Measure.FIXED_PRICE, value=Decimal(750)), 2250),
        (Reduction(measure=Measure.FIXED_PRICE, value=Decimal(2000)), 3000),
        (flat(-5), 3000),
    ],
    ids=["percent", "a fraction of a cent", "flat", "never below zero", "fixed price", "never dearer", "negative"],
)
def test_so_much_off_each_bottle(reduction: Reduction, subtotal: int) -> None:
    assert spent(OffEach(reduction=reduction), item(1000, 3)) == [subtotal]


def test_no_more_off_a_bottle_than_the_cap() -> None:
    assert spent(less("50"), item(1000, 2), most_off_each=Money(100)) == [1800]


@pytest.mark.parametrize(
    ("counting", "subtotals"),
    [(Counting.VARIATION, [2000, 2000, 2000]), (Counting.PRODUCT, [1800, 1800, 2000]), (Counting.TOGETHER, [1600] * 3)],
)
def test_three_ways_of_counting_for_a_bulk_table(counting: Counting, subtotals: list[int]) -> None:
    table = bulk((3, 5, "10"), (6, None, "20"), counting=counting)
    lines = [item(1000, 2, variation=11), item(1000, 2, variation=12), item(1000, 2, product=2)]
    assert spent(table, *lines) == subtotals


def test_a_tier_may_be_open_at_both_ends() -> None:
    assert spent(bulk((None, 2, "5"), (3, None, "10")), item(1000, 2)) == [1900]


def sets(*sizes: tuple[int, Reduction], recursive: bool = False) -> SetOf:
    return SetOf(sizes=tuple(SetSize(size=size, reduction=off, recursive=recursive) for size, off in sizes))


@pytest.mark.parametrize(
    ("quantity", "recursive", "subtotal"),
    [(2, False, 2000), (3, False, 2700), (4, False, 3700), (6, False, 4800), (7, False, 5800), (7, True, 5800)],
    ids=["no set", "just a set", "one left over", "the larger set", "larger and one", "again: one set of six fits"],
)
def test_a_set_of_bottles_for_less(quantity: int, recursive: bool, subtotal: int) -> None:
    benefit = sets((3, percent("10")), (6, percent("20")), recursive=recursive)
    assert spent(benefit, item(1000, quantity)) == [subtotal]


def test_a_set_with_a_price_costs_exactly_that() -> None:
    twenty = Reduction(measure=Measure.SET_PRICE, value=Decimal(2000))
    subtotals = spent(sets((3, twenty)), item(900), item(900, product=2), item(900, product=3))
    assert (sum(subtotals), sorted(subtotals)) == (2000, [666, 667, 667])
    assert spent(sets((3, twenty), recursive=True), item(900, 7)) == [4900]
    assert spent(sets((3, twenty)), item(500, 3)) == [1500], "never dearer than without"


def test_a_line_tells_which_units_are_cheaper() -> None:
    [line] = cost(item(1000, 4), book=with_promotions(promotion(1, sets((3, percent("10")))))).lines
    assert [(part.units, part.unit_price.minor) for part in line.parts] == [(3, 900), (1, 1000)]
    assert line.unit_price == Money(925)


def rewards(least: int, units: int, off: Reduction, *, recursive: bool = False) -> tuple[Reward, ...]:
    return (Reward(span=Span(at_least=least, at_most=None), units=units, reduction=off, recursive=recursive),)


@pytest.mark.parametrize(
    ("quantity", "recursive", "subtotal"),
    [(1, False, 1000), (2, False, 1500), (5, False, 4500), (5, True, 4000)],
)
def test_buy_two_get_one_of_them_at_half_price(quantity: int, recursive: bool, subtotal: int) -> None:
    benefit = SameWine(rewards=rewards(2, 1, percent("50"), recursive=recursive))
    assert spent(benefit, item(1000, quantity)) == [subtotal]


@pytest.mark.parametrize(
    ("choosing", "subtotals"),
    [(Choosing.CHEAPEST, [3000, 1000, 0]), (Choosing.HIGHEST, [0, 2000, 1000])],
    ids=["the cheapest two are free", "the dearest two are free"],
)
def test_buy_some_get_some_of_the_cart(choosing: Choosing, subtotals: list[int]) -> None:
    benefit = OtherWine(rewards=rewards(3, 2, FREE), choosing=choosing)
    lines = [item(1500, 2), item(1000, 2, product=2), item(1000, product=3)]
    assert spent(benefit, *lines) == subtotals


def test_the_other_wine_may_be_of_a_shelf() -> None:
    red = replace(item(1000, product=2), traits=Traits(category_ids=frozenset({7})))
    shelf = Filter(only=Selection(category_ids=frozenset({7})))
    benefit = OtherWine(rewards=rewards(2, 1, percent("50")), choosing=Choosing.CHEAPEST, target=shelf)
    assert spent(benefit, item(800, 2), red, wines=of(1)) == [1600, 500]


def test_named_wines_are_cheaper_up_to_what_was_earned() -> None:
    benefit = OtherWine(rewards=rewards(2, 2, percent("50")), choosing=Choosing.ADDED, target_ids=(2,))
    assert spent(benefit, item(1000, 2), item(600, 3, product=2), wines=of(1)) == [2000, 1200]


def test_filters_of_every_way() -> None:
    wine = replace(item(1000, regular=1200), sku="A-1", traits=Traits(tag_ids=frozenset({4})))
    named = [
        Selection(product_ids=frozenset({10})),
        Selection(tag_ids=frozenset({4})),
        Selection(skus=frozenset({"A-1"})),
        Selection(on_sale=True),
    ]
    assert all(Filter(only=each).passes(wine) for each in named)
    assert not any(Filter(never=each).passes(wine) for each in named)
    assert not Filter(only=named[0], never=named[3]).passes(wine), "excluded counts more"


def discounted(made: Quote) -> tuple[int, int, list[int]]:
    return made.subtotal.minor, made.discount.minor, [line.discount.minor for line in made.lines]


def test_a_discount_on_the_cart_leaves_prices_alone() -> None:
    rule = replace(promotion(1, less("10"), of(1)), as_discount=True, label="Club")
    made = cost(item(1005), item(1000, product=2), book=with_promotions(rule))
    assert discounted(made) == (2005, 101, [101, 0])
    assert [(each.label, each.amount) for each in made.discounts] == [("Club", Money(101))]


def test_an_amount_off_once_is_shared_by_cost_to_the_cent() -> None:
    made = cost(
        item(1000),
        item(1000, product=2),
        item(1000, product=3),
        book=with_promotions(promotion(1, OnceOff(amount=500))),
    )
    assert discounted(made) == (3000, 500, [167, 167, 166])


def test_discounts_on_the_cart_may_be_fees() -> None:
    book = with_promotions(promotion(1, OnceOff(amount=500)), as_fees=True)
    made = cost(item(2000), book=book)
    assert (made.discount, made.fee_total) == (ZERO, Money(-500))
    assert made.total == Money(2000 + 1000 - 500 + made.tax_total.minor)
    assert made.tax_total == Money(145 + 73 - 36), "the fee is taxed like the goods"
    assert cost(item(300), book=book).fee_total == Money(-300), "no fee is larger than the goods"


def test_discounts_on_the_cart_may_be_told_as_one() -> None:
    rules = [promotion(1, OnceOff(amount=100)), promotion(2, OnceOff(amount=200))]
    made = cost(item(2000), book=with_promotions(*rules, one_label="Cart Discount"))
    assert [(each.label, each.amount) for each in made.discounts] == [("Cart Discount", Money(300))]
    assert made.promotion_ids == {1, 2}


def test_a_promotion_may_pay_the_delivery() -> None:
    book = with_promotions(promotion(1, FreeDelivery(title="On us"), of(1)))
    made = cost(item(2000), place=TEXAS, book=book)
    assert made.shipping is not None
    assert (made.shipping.rate_id, made.shipping.title, made.shipping.cost) == (FREE_DELIVERY, "On us", ZERO)
    assert made.promotion_ids == {1}
    assert cost(item(2000), place=TEXAS, book=book, rate_id="flat_rate:1").promotion_ids == set()
    assert cost(item(2000, product=2), place=ONTARIO, book=book).shipping_total == Money(2000)
    assert len(made.shipping_options) > 1
    only = replace(book, policy=replace(book.policy, only_free_delivery=True))
    assert len(cost(item(2000), place=TEXAS, book=only).shipping_options) == 1


TEN, TWENTY, DOLLAR = promotion(1, less("10")), promotion(2, less("20")), promotion(3, OffEach(reduction=flat(100)))


@pytest.mark.parametrize(
    ("pick", "in_turn", "subtotal"),
    [
        (Pick.BIGGEST, False, 800),
        (Pick.LOWEST, False, 900),
        (Pick.FIRST, False, 900),
        (Pick.ALL, False, 600),
        (Pick.ALL, True, 620),
    ],
)
def test_which_of_several_promotions_a_wine_gets(pick: Pick, in_turn: bool, subtotal: int) -> None:
    book = with_promotions(TEN, TWENTY, DOLLAR, pick=pick, in_turn=in_turn)
    assert cost(item(1000), book=book).subtotal == Money(subtotal)


def test_of_equal_discounts_the_first_by_priority_wins() -> None:
    made = cost(item(1000), book=with_promotions(TEN, replace(TEN, id=9, title="Other")))
    assert made.lines[0].promotion == "P1"


@pytest.mark.parametrize(
    ("rules", "subtotal"),
    [
        ((TWENTY, replace(TEN, exclusive=True)), 900),
        ((TWENTY, replace(TEN, exclusive=True, filter=of(5))), 800),
        ((TWENTY, replace(TEN, exclusive=True), replace(DOLLAR, id=4, exclusive=True)), 900),
    ],
    ids=["it stands alone", "it gives nothing", "the first of two"],
)
def test_an_exclusive_promotion(rules: tuple[PromotionTerms, ...], subtotal: int) -> None:
    assert cost(item(1000), book=with_promotions(*rules)).subtotal == Money(subtotal)


def test_counted_from_the_regular_price_it_is_never_dearer_than_the_sale() -> None:
    book = with_promotions(TEN, from_regular=True)
    assert cost(item(1700, regular=2000), book=book).subtotal == Money(1700)
    assert cost(item(1900, regular=2000), book=book).subtotal == Money(1800)


def test_what_was_given_is_dropped_with_its_promotion() -> None:
    gift = replace(item(1000, product=2), given_by=1, free=True)
    made = cost(item(1000), gift, book=with_promotions(promotion(1, OtherWine(rewards=(), choosing=Choosing.ADDED))))
    assert [line.subtotal for line in made.lines] == [Money(1000), ZERO]
    assert [(each.label, each.amount) for each in made.adjustments] == [("P1", Money(1000))]
    assert len(cost(item(1000), gift, book=BOOK).lines) == 1
