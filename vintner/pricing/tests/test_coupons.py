"""What coupons ask for and what they take off. More: test_golden_carts.py."""

from dataclasses import replace
from decimal import Decimal

import pytest

from vintner.money import Money
from vintner.pricing.quote import Item
from vintner.pricing.rules.coupons import CouponTerms, added
from vintner.pricing.rules.items import Filter, Selection, ShopperFacts, Traits
from vintner.pricing.rules.promotions import WithCoupons
from vintner.pricing.tests.golden import COUPONS, coupon
from vintner.pricing.tests.making import NOON, cost, item, less, of, promotion, with_promotions
from vintner.refusal import Refusal

TEN = coupon(1, "ten", "percent", "10")
WINE, ON_SALE = item(1000), item(800, product=2, regular=1000)
NOT_ONE = Filter(never=Selection(product_ids=frozenset({1})))


def off(terms: CouponTerms, *items: Item) -> list[int]:
    made = cost(*items, coupons=[terms])
    assert not made.refused
    return [line.discount.minor for line in made.lines]


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (replace(TEN, uses_left=0), "coupon_used_up"),
        (replace(TEN, uses_left_here=0), "coupon_used_by_you"),
        (replace(TEN, ends_at=NOON), "coupon_expired"),
        (replace(TEN, minimum=Money(1801)), "coupon_below_minimum"),
        (replace(TEN, maximum=Money(1799)), "coupon_above_maximum"),
        (replace(TEN, filter=of(3)), "coupon_other_wines"),
        (replace(TEN, filter=of(2), not_on_sale=True), "coupon_not_on_sale"),
        (coupon(1, "c", "fixed_cart", "5", filter=NOT_ONE), "coupon_excluded_wines"),
        (coupon(1, "c", "fixed_cart", "5", filter=of(3)), "coupon_other_wines"),
        (coupon(1, "c", "fixed_cart", "5", not_on_sale=True), "coupon_not_on_sale"),
        (replace(TEN, emails=("*@club.example",)), "coupon_email_needed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_why_a_coupon_cannot_be_used(terms: CouponTerms, code: str) -> None:
    made = cost(WINE, ON_SALE, coupons=[terms])
    assert [refused.reason.code for refused in made.refused] == [code]
    assert terms.code in made.refused[0].reason.message
    assert made.discount == Money(0)


@pytest.mark.parametrize(
    "terms",
    [
        replace(TEN, uses_left=1, uses_left_here=1),
        replace(TEN, minimum=Money(1800), maximum=Money(1800)),
        replace(TEN, filter=of(1), not_on_sale=True),
    ],
)
def test_at_its_limits_a_coupon_can_be_used(terms: CouponTerms) -> None:
    assert not cost(WINE, ON_SALE, coupons=[terms]).refused


def test_the_first_reason_is_told() -> None:
    terms = replace(TEN, uses_left=0, ends_at=NOON, minimum=Money(9999))
    assert cost(WINE, coupons=[terms]).refused[0].reason.code == "coupon_used_up"


@pytest.mark.parametrize(("email", "code"), [("ann@club.example", ""), ("ann@other.example", "coupon_other_email")])
def test_a_coupon_for_addresses(email: str, code: str) -> None:
    made = cost(WINE, coupons=[replace(TEN, emails=("*@club.example",))], shopper=ShopperFacts(email=email))
    assert [refused.reason.code for refused in made.refused] == ([code] if code else [])


def test_minimum_and_maximum_are_compared_after_promotions_and_before_coupons() -> None:
    book = with_promotions(promotion(1, less("10")))
    exact = replace(TEN, minimum=Money(900), maximum=Money(900))
    assert not cost(WINE, book=book, coupons=[exact, coupon(2, "five", "fixed_cart", "5")]).refused


@pytest.mark.parametrize(
    ("terms", "discounts"),
    [
        (TEN, [100, 80]),
        (replace(TEN, amount=Decimal("33.33")), [334, 266]),
        (replace(TEN, filter=of(2)), [0, 80]),
        (replace(TEN, not_on_sale=True), [100, 0]),
        (replace(TEN, most_units=1), [100, 0]),
        (coupon(1, "c", "fixed_product", "3.00"), [300, 300]),
        (coupon(1, "c", "fixed_product", "9.00"), [900, 800]),
        (coupon(1, "c", "fixed_cart", "5.01"), [251, 250]),
        (coupon(1, "c", "fixed_cart", "17.00"), [900, 800]),
        (coupon(1, "c", "fixed_cart", "99.00"), [1000, 800]),
        (coupon(1, "c", "fixed_cart", "0.01"), [1, 0]),
    ],
    ids=[
        "percent",
        "the odd cent to the dearest",
        "of some wines",
        "not on sale",
        "of one bottle: the dearest",
        "off each",
        "no more than it costs",
        "off the cart, evenly",
        "what one line cannot give, the other does",
        "no more than the cart",
        "one cent",
    ],
)
def test_what_a_coupon_takes_off(terms: CouponTerms, discounts: list[int]) -> None:
    assert off(terms, WINE, ON_SALE) == discounts


def test_percentages_are_of_the_full_price_or_one_after_another() -> None:
    both = [TEN, coupon(2, "half", "percent", "50")]
    assert cost(WINE, coupons=both).discount == Money(600)
    assert cost(WINE, coupons=both, book=with_promotions(coupons_in_turn=True)).discount == Money(550)


def test_a_given_line_gets_no_coupon() -> None:
    rule = promotion(1, less("0"))
    gift = replace(item(1000, product=2), given_by=1)
    assert [line.discount.minor for line in cost(WINE, gift, coupons=[TEN], book=with_promotions(rule)).lines] == [
        100,
        0,
    ]


@pytest.mark.parametrize(
    ("policy", "subtotal", "discount", "refused"),
    [
        (WithCoupons.BOTH, 900, 90, 0),
        (WithCoupons.PROMOTIONS_ONLY, 900, 0, 1),
        (WithCoupons.COUPONS_ONLY, 1000, 100, 0),
    ],
)
def test_coupons_and_promotions(policy: WithCoupons, subtotal: int, discount: int, refused: int) -> None:
    made = cost(WINE, coupons=[TEN], book=with_promotions(promotion(1, less("10")), with_coupons=policy))
    assert (made.subtotal.minor, made.discount.minor, len(made.refused)) == (subtotal, discount, refused)


def test_a_coupon_that_cannot_be_used_takes_no_promotion_away() -> None:
    book = with_promotions(promotion(1, less("10")), with_coupons=WithCoupons.COUPONS_ONLY)
    assert cost(WINE, coupons=[replace(TEN, uses_left=0)], book=book).subtotal == Money(900)


def test_a_free_shipping_coupon_opens_and_chooses_it() -> None:
    made = cost(WINE, coupons=[COUPONS["FREESHIP"]])
    assert made.shipping is not None
    assert made.shipping.kind == "free_shipping"
    asked = cost(WINE, coupons=[COUPONS["FREESHIP"]], rate_id="flat_rate:1")
    assert asked.shipping_total == Money(1000), "but the shopper may choose another"


def test_individual_use() -> None:
    alone = COUPONS["SOLO20"]
    assert added([TEN], alone) == [alone]
    assert added([], TEN) == [TEN]
    with pytest.raises(Refusal, match="cannot be combined"):
        added([alone], TEN)
    with pytest.raises(Refusal, match="already"):
        added([TEN], TEN)


def test_a_category_counts_through_the_wine() -> None:
    red = replace(WINE, traits=Traits(category_ids=frozenset({1})))
    assert off(COUPONS["REDONLY"], red, ON_SALE) == [100, 0]
