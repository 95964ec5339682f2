"""The quick choices of a wine's page beside what is in the cart: they cost what the cart costs more with them."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.cart import carts, items
from vintner.cart.models import Cart
from vintner.cart.prices.case_prices import cases_beside
from vintner.cart.prices.price_lookup import look_up_price
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.catalogue.models import Product
from vintner.catalogue.pages import CaseOffer
from vintner.money import ZERO, Money
from vintner.pricing import books
from vintner.pricing.models import Coupon, Policy, Promotion, Tier
from vintner.testing.builders import make_box_wine, make_cart, make_product, make_set, only_variation

pytestmark = pytest.mark.django_db
TOGETHER = "product_cumulative"


def make_table(*wines: Product, **terms: object) -> None:
    promotion = Promotion.objects.create(title="By the case", **terms)
    promotion.products.add(*wines)
    Tier.objects.create(promotion=promotion, at_least=6, at_most=11, value=Decimal(5))
    Tier.objects.create(promotion=promotion, at_least=12, value=Decimal(10))


def make_gift(to: Product, *targets: Product, **row: object) -> None:
    kind = "wdr_buy_x_get_y_discount" if targets else "wdr_buy_x_get_x_discount"
    promotion = Promotion.objects.create(title="A present", kind=kind, counting=TOGETHER)
    promotion.products.add(to)
    promotion.targets.add(*targets)
    Tier.objects.create(**{"promotion": promotion, "at_least": 5, "measure": "free_product", "units": 1, **row})


def look(cart: Cart, wine: Product, quantity: int = 1) -> list[CaseOffer]:
    book, now = books.load(), timezone.now()
    found = items.find(str(only_variation(wine).pk))
    assert found is not None
    lookup = look_up_price(found, quantity, cart, now, book=book)
    return list(cases_beside(lookup, book, now)) if lookup else []


def told(cart: Cart, wine: Product) -> list[tuple[str, str, str]]:
    return [(each.label, each.price, each.note) for each in look(cart, wine)]


def test_only_single_bottles_make_a_case() -> None:
    wine = make_product(stock=40)
    assert look(Cart(), wine)
    assert look(Cart(), make_product(alcoholic=False, stock=40)) == []
    assert look(Cart(), make_set((wine, 3), stock=40)) == []
    assert look(Cart(), make_box_wine(stock=40)) == []


@pytest.mark.parametrize("as_discount", [False, True])
@pytest.mark.parametrize("as_fees", [False, True])
def test_in_an_empty_cart_they_are_those_of_the_page(as_discount: bool, as_fees: bool) -> None:
    wine = make_product(price="42.00", stock=40)
    make_table(wine, as_discount=as_discount, label="By the case" if as_discount else "")
    Policy.objects.create(as_fees=as_fees)
    assert look(Cart(), wine)[2].price == "$453.60"
    page = Client().get(wine.get_absolute_url(), headers={"Accept": "application/json"}).json()
    assert [each.model_dump() for each in look(Cart(), wine)] == page["cases"][str(wine.pk)]


def test_bottles_of_the_wine_in_the_cart_count() -> None:
    wine = make_product(price="42.00", stock=40)
    make_table(wine)
    assert told(make_cart((wine, 6)), wine) == [
        ("1 more", "$39.90", "7 in all, $39.90 each"),
        ("6 more", "$214.20", "12 in all, $37.80 each"),
        ("12 more", "$441.00", "18 in all, $37.80 each"),
    ]


def test_other_wines_in_the_cart_that_become_cheaper_are_told() -> None:
    wine, other = make_product(price="42.00", stock=6), make_product(price="20.00", stock=40)
    make_table(wine, other, counting=TOGETHER)
    assert told(make_cart((other, 5)), wine) == [
        ("1 bottle", "$34.90", "$39.90 each, $5.00 off the rest of your cart"),
        ("Case of 6", "$234.40", "$39.90 each, $5.00 off the rest of your cart"),
    ]


def test_a_set_that_is_full_says_what_the_bottles_cost_on_average() -> None:
    wine = make_product(price="25.00", stock=40)
    promotion = Promotion.objects.create(title="3 for $60", kind="wdr_set_discount")
    Tier.objects.create(promotion=promotion, at_least=3, value=60, measure="fixed_set_price", recursive=True)
    first = told(make_cart((wine, 3)), wine)[0]
    assert first == ("1 more", "$25.00", "4 in all, $21.25 each")


@pytest.mark.parametrize(
    ("in_cart", "stock", "notes"),
    [
        (0, 40, ["", "$20.00 each, plus 1 free", "$20.00 each, plus 2 free"]),
        (4, 40, ["5 in all, $20.00 each, plus 1 free", "10 in all, $20.00 each, plus 2 free",
                 "16 in all, $20.00 each, plus 3 free"]),
        (5, 12, ["6 in all, $20.00 each", "11 in all, $20.00 each"]),
    ],
)  # fmt: skip
def test_what_is_given_more_is_told(in_cart: int, stock: int, notes: list[str]) -> None:
    wine = make_product(price="20.00", stock=stock)
    make_gift(wine, recursive=True)
    cart = make_cart((wine, in_cart)) if in_cart else Cart()
    assert [each.note for each in look(cart, wine)] == notes


def test_another_wine_that_is_given_is_named_with_its_price() -> None:
    wine, syrah = make_product(price="20.00", stock=40), make_product(name="Syrah", price="9.00", stock=5)
    make_gift(wine, syrah, measure="percentage", value=Decimal(50))
    assert [each.note for each in look(make_cart((wine, 1)), wine)] == [
        "2 in all, $20.00 each",
        "7 in all, $20.00 each, plus a bottle of Syrah for $4.50",
        "13 in all, $20.00 each, plus a bottle of Syrah for $4.50",
    ]


def spent(quoted: QuotedCart) -> Money:
    own = [line for line in quoted.quote.lines if not line.given_by]
    return sum((line.subtotal - line.discount for line in own), ZERO)


@pytest.mark.parametrize("counting", ["product", TOGETHER])
@pytest.mark.parametrize("as_discount", [False, True])
@pytest.mark.parametrize("has_coupon", [False, True])
def test_the_cart_charges_what_the_choice_said(counting: str, as_discount: bool, has_coupon: bool) -> None:
    wine, other = make_product(price="16.99", stock=40), make_product(price="33.33", stock=40)
    make_table(wine, other, counting=counting, as_discount=as_discount, label="By the case" if as_discount else "")
    coupon, now = Coupon.objects.create(code="ten", kind="percent", amount=10), timezone.now()
    for in_cart in (0, 5, 11):
        cart = make_cart((other, 3), *([(wine, in_cart)] if in_cart else []))
        if has_coupon:
            cart.coupons.create(coupon=coupon)
        offers = look(cart, wine, 6)
        before, here = spent(carts.quote_cart(cart, now=now)), 0
        for each in offers:
            carts.add(cart, only_variation(wine), each.quantity - here, now=now)
            here = each.quantity
            assert each.price == (spent(carts.quote_cart(cart, now=now)) - before).text


def test_only_what_the_stock_allows_is_offered() -> None:
    wine = make_product(stock=8)
    assert [each.quantity for each in look(make_cart((wine, 2)), wine)] == [1, 6]
    assert look(make_cart((wine, 3)), wine) == []


def count_queries(cart: Cart, wine: Product) -> int:
    found, book, now = items.find(str(only_variation(wine).pk)), books.load(), timezone.now()
    assert found is not None
    lookup = look_up_price(found, 1, cart, now, book=book)
    assert lookup is not None
    with CaptureQueriesContext(connection) as queries:
        assert cases_beside(lookup, book, now)
    return len(queries)


def test_they_take_no_query_where_nothing_is_given_and_four_where_something_is() -> None:
    wine = make_product(price="42.00", stock=40)
    make_table(wine)
    cart = make_cart((wine, 6))
    assert count_queries(cart, wine) == 0
    make_gift(wine)
    assert count_queries(cart, wine) == 4
