"""Coupons on carts, through WooCommerce's calls and below them."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.test import override_settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart import carts, coupons
from vintner.cart.models import Cart, CartCoupon
from vintner.cart.tests.shoppers import CouponShopper
from vintner.money import Money
from vintner.pricing import books
from vintner.pricing.models import Coupon, CouponCount
from vintner.pricing.quote import Quote
from vintner.refusal import Refusal
from vintner.testing.builders import make_cart, make_category, make_product
from vintner.web.models import Tries

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def make_coupon(code: str = "save10", **terms: object) -> Coupon:
    return Coupon.objects.create(code=code, kind="percent", amount=Decimal(10), **terms)


def quoted(cart: Cart) -> Quote:
    cart.refresh_from_db()
    return carts.quote_cart(cart, now=NOW).quote


@pytest.fixture
def shopper() -> CouponShopper:
    cache.clear()
    shopper = CouponShopper()
    shopper.client.post("/?wc-ajax=add_to_cart", {"product_id": make_product(price="20.00").pk})
    return shopper


def test_a_code_in_any_case_takes_its_discount(shopper: CouponShopper) -> None:
    make_coupon()
    before = shopper.client.cookies["woocommerce_cart_hash"].value
    assert '<div class="woocommerce-message" role="alert">' in shopper.apply(" Save10 ")
    assert quoted(Cart.objects.get()).discount == Money(200)
    assert shopper.client.cookies["woocommerce_cart_hash"].value != before
    assert "already in your cart" in shopper.apply("SAVE10")


@pytest.mark.parametrize(
    ("code", "words"),
    [("", "Please type"), ("nosuch", "don’t recognize"), ("<b>", "&lt;b&gt;"), ("a\x00", "don’t recognize")],
)
def test_a_code_that_is_none(shopper: CouponShopper, code: str, words: str) -> None:
    answer = shopper.apply(code)
    assert answer.startswith('<ul class="woocommerce-error" role="alert"><li>')
    assert words in answer


def test_a_bad_token_is_answered_as_the_contract_says(shopper: CouponShopper) -> None:
    for name in ("apply_coupon", "remove_coupon"):
        answer = shopper.call(name, security="bad", coupon_code="x", coupon="x")
        assert (answer.status_code, answer.content) == (403, b"-1")


def test_a_coupon_is_taken_off_and_taking_off_none_is_no_fault(shopper: CouponShopper) -> None:
    make_coupon()
    shopper.apply("save10")
    for _ in range(2):
        assert "woocommerce-message" in shopper.call("remove_coupon", coupon="SAVE10").content.decode()
    assert not CartCoupon.objects.exists()
    assert "woocommerce-error" in shopper.call("remove_coupon", coupon="").content.decode()


@override_settings(LIMITS={"coupon_guesses": (3, 900)})
def test_wrong_guesses_are_limited(shopper: CouponShopper) -> None:
    make_coupon()
    for number in range(3):
        assert "don’t recognize the coupon" in shopper.apply(f"guess{number}")
    assert "Please wait" in shopper.apply("save10"), "a right one after too many wrong ones, too"


@override_settings(LIMITS={"coupon_guesses": (3, 900)})
def test_a_guess_counts_before_it_is_looked_up(shopper: CouponShopper, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise many guesses at the same moment are all within the limit."""
    counted: list[int] = []

    def look(*_: object, **__: object) -> None:
        counted.append(Tries.objects.order_by("-count")[0].count)
        raise coupons.UnknownCoupon("unknown", "No.", "coupon_code")

    monkeypatch.setattr(coupons, "add", look)
    shopper.apply("guess1")
    shopper.apply("guess2")
    assert counted == [1, 2]


@override_settings(LIMITS={"coupon_guesses": (3, 900)})
def test_only_unknown_codes_count(shopper: CouponShopper) -> None:
    make_coupon()
    make_coupon("vip", emails="vip@example.com")
    for _ in range(3):
        assert "woocommerce-message" in shopper.apply("save10")
        shopper.call("remove_coupon", coupon="save10")
        assert "certain email addresses" in shopper.apply("vip")
    assert "don’t recognize the coupon" in shopper.apply("guess")


def test_a_coupon_for_an_address_is_used_with_it(shopper: CouponShopper) -> None:
    make_coupon("vip", emails="vip@example.com")
    assert "certain email addresses" in shopper.apply("vip")
    assert "another email address" in shopper.apply("vip", billing_email="ann@example.com")
    assert "woocommerce-message" in shopper.apply("vip", billing_email="VIP@example.com")


def test_without_a_cart_there_is_nothing_to_take_off() -> None:
    make_coupon()
    assert "put a wine in first" in CouponShopper().apply("save10")


def test_an_empty_cart_takes_no_coupon(shopper: CouponShopper) -> None:
    make_coupon()
    [line] = carts.quote_cart(Cart.objects.get(), now=NOW).lines
    shopper.call("remove_from_cart", cart_item_key=line.line.key)
    assert "put a wine in first" in shopper.apply("save10")
    assert not CartCoupon.objects.exists()


def test_one_for_individual_use_takes_the_others_off() -> None:
    cart = make_cart((make_product(), 1))
    for code, alone in (("a", False), ("b", False), ("solo", True)):
        make_coupon(code, individual=alone)
        coupons.add(cart, code, now=NOW)
    assert [row.coupon.code for row in CartCoupon.objects.all()] == ["solo"]


def test_which_coupons_came_off_for_one_that_stands_alone_is_told(shopper: CouponShopper) -> None:
    for code, alone in (("a", False), ("b", False), ("solo", True)):
        make_coupon(code, individual=alone)
    added = "The coupon has been added to your cart."
    words = [shopper.apply(code) for code in ("a", "b", "solo")]
    assert [added in each for each in words] == [True] * 3
    assert ["cannot be combined" in each for each in words] == [False, False, True]
    assert "so “A” and “B” were taken off." in words[2]


def test_what_is_refused_changes_nothing() -> None:
    cart = make_cart((make_product(), 1))
    make_coupon("a")
    coupons.add(cart, "a", now=NOW)
    make_coupon("solo", individual=True, minimum=Money(10**6))
    with pytest.raises(Refusal, match="for carts from"):
        coupons.add(cart, "solo", now=NOW)
    assert [row.coupon.code for row in CartCoupon.objects.all()] == ["a"]


def test_a_coupon_waits_on_the_cart_until_it_can_be_used_again() -> None:
    cart = make_cart((make_product(price="20.00"), 3))
    make_coupon(minimum=Money(5000))
    coupons.add(cart, "save10", now=NOW)
    [line] = carts.quote_cart(cart, now=NOW).lines
    carts.set_quantity(cart, line.line.key, 2)
    made = quoted(cart)
    assert (made.discount, [refused.code for refused in made.refused]) == (Money(0), ["save10"])
    carts.set_quantity(cart, line.line.key, 3)
    assert quoted(cart).discount == Money(600)


@pytest.mark.parametrize(
    "change",
    [{"enabled": False}, {"ends_at": NOW - timedelta(days=1)}, {"usage_limit": 0}],
    ids=["off", "over", "used up"],
)
def test_a_coupon_that_staff_end_counts_no_more(change: dict[str, object]) -> None:
    cart = make_cart((make_product(), 1))
    make_coupon()
    coupons.add(cart, "save10", now=NOW)
    Coupon.objects.update(**change)
    assert quoted(cart).discount == Money(0)


def test_a_used_up_coupon_is_refused() -> None:
    cart = make_cart((make_product(), 1))
    CouponCount.objects.create(coupon=make_coupon(usage_limit=1), used=1)
    with pytest.raises(Refusal, match="reached its limit"):
        coupons.add(cart, "save10", now=NOW)


def test_a_category_counts_with_those_below_it() -> None:
    wine = make_category("Wine")
    red = make_category("Red", parent=wine)
    cart = make_cart((make_product(price="20.00", categories=[red]), 1), (make_product(price="20.00"), 1))
    make_coupon().categories.add(wine)
    coupons.add(cart, "save10", now=NOW)
    assert quoted(cart).discount == Money(200)


@pytest.mark.usefixtures("shop")
def test_a_cart_with_a_coupon_takes_one_more_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    cart = make_cart(*[(make_product(), 1) for _ in range(5)])
    make_coupon()
    coupons.add(cart, "save10", now=NOW)
    books.load()
    with django_assert_num_queries(2):
        carts.quote_cart(cart, now=NOW)
