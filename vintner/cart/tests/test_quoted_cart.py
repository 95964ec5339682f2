"""A cart with its prices and problems."""

from collections.abc import Callable

import pytest
from django.forms import model_to_dict
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.cart.pages import cart_contents, mini_cart
from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.catalogue.models import Product, Variation
from vintner.money import Money
from vintner.pricing import books
from vintner.pricing.models import TaxRate
from vintner.shipping.rules import Place
from vintner.testing.builders import (
    make_box_wine,
    make_cart,
    make_plan,
    make_product,
    make_variable_product,
    only_variation,
    set_stock,
)

pytestmark = pytest.mark.usefixtures("shop")
NEW_YORK = Place(country="US", state="NY")


def quoted(cart: Cart, place: Place | None = None, rate_id: str | None = None) -> carts.QuotedCart:
    return carts.quote_cart(cart, now=timezone.now(), place=place, rate_id=rate_id)


def test_a_box_counts_as_the_bottles_that_it_holds_and_its_line_says_so() -> None:
    box = make_box_wine(make_plan(bottles=3))
    mini = mini_cart(quoted(make_cart((box, 2), (make_product(), 1))))
    assert mini.count == 7
    assert "Box of 3 bottles" in mini.lines[0].details
    assert "Box" not in mini.lines[1].details


def test_an_estimate_is_for_the_stores_own_place_until_the_address_is_known() -> None:
    cart = make_cart((make_product(price="16.99"), 1))
    contents = cart_contents(quoted(cart))
    assert contents.estimated_for == "California"
    assert [(row.kind, row.label, row.amount) for row in contents.rows] == [
        ("subtotal", "Subtotal", "$16.99"),
        ("shipping", "Shipping (Flat rate)", "$10.00"),
        ("tax", "CA Tax", "$1.96"),
    ]
    assert contents.total == "$28.95"


def test_the_carts_own_address_counts_and_one_given_goes_before_it() -> None:
    cart = make_cart((make_product(price="16.99"), 1), country="US", state="NY")
    assert quoted(cart).quote.place.state == "NY"
    assert quoted(cart, place=Place(country="US", state="CA")).quote.total == Money(2895)


def test_the_chosen_delivery_is_kept_and_offered_again() -> None:
    cart = make_cart((make_product(price="16.99"), 1))
    pickup = quoted(cart).quote.shipping_options[1].rate_id
    carts.choose_delivery(cart, pickup)
    contents = cart_contents(quoted(cart))
    assert [(each.label, each.amount, each.chosen) for each in contents.shipping] == [
        ("Flat rate", "$10.00", False),
        ("Local pickup", "Free", True),
    ]


def test_a_place_without_delivery_is_said() -> None:
    made = quoted(make_cart((make_product(), 1)), place=Place(country="CA", state="ON"))
    assert "no delivery to Ontario" in shipping_problem(made.quote)


def test_a_line_shows_sale_and_promotion() -> None:
    wine = make_product(price="16.99", sale_price="15.00")
    [line] = mini_cart(quoted(make_cart((wine, 6)))).lines
    assert (line.unit_price, line.unit_before, line.subtotal) == ("$12.00", "$16.99", "$72.00")


def test_a_line_names_what_was_chosen() -> None:
    variation = make_variable_product(name="Quinta").variations.all()[1]
    [line] = mini_cart(quoted(make_cart((variation, 2)))).lines
    assert (line.name, line.details, line.variation_id) == ("Quinta", "2018", variation.pk)


def sell_out(product: Product) -> None:
    set_stock(product, 0)


def leave_two(product: Product) -> None:
    set_stock(product, 2)


def unpublish(product: Product) -> None:
    Product.objects.filter(pk=product.pk).update(published=False)


def disable(product: Product) -> None:
    Variation.objects.filter(product=product).update(enabled=False)


def unprice(product: Product) -> None:
    Variation.objects.filter(product=product).update(regular_price=None)


@pytest.mark.parametrize(
    ("happens", "words", "total"),
    [
        (sell_out, "is sold out", "$32.18"),
        (leave_two, "only 2 of", "$96.53"),
        (unpublish, "cannot be bought", "$32.18"),
        (disable, "cannot be bought", "$32.18"),
        (unprice, "cannot be bought", "$32.18"),
    ],
)
def test_a_line_that_changed_meanwhile_stays_and_says_so(
    happens: Callable[[Product], None], words: str, total: str
) -> None:
    wine = make_product(price="20.00")
    cart = make_cart((wine, 3), (make_product(price="20.00"), 1))
    happens(wine)
    contents = cart_contents(quoted(cart))
    assert words in contents.lines[0].problem
    assert contents.lines[0].quantity == 3
    assert contents.lines[1].problem == ""
    assert contents.total == total, "what cannot be bought at all costs nothing"
    assert not contents.can_check_out


def test_an_empty_cart_cannot_check_out() -> None:
    made = quoted(make_cart())
    assert made.cart_hash == ""
    assert not cart_contents(made).can_check_out
    assert cart_contents(None) == cart_contents(made)
    assert mini_cart(None).lines == mini_cart(made).lines == ()


def test_the_hash_follows_prices() -> None:
    wine = make_product(price="16.99")
    cart = make_cart((wine, 1))
    before = quoted(cart).cart_hash
    assert quoted(cart).cart_hash == before
    Variation.objects.filter(product=wine).update(regular_price=Money(1799))
    assert quoted(cart).cart_hash != before
    TaxRate.objects.all().delete()
    assert len({before, quoted(cart).cart_hash, quoted(cart, rate_id="local_pickup:1").cart_hash}) == 3 - 1


@pytest.mark.parametrize("lines", [1, 20])
def test_queries_do_not_grow_with_lines(lines: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    cart = make_cart(*((make_variable_product().variations.all()[0], 1) for _ in range(lines)))
    books.load()
    with django_assert_num_queries(1):
        made = quoted(cart)
        assert len(cart_contents(made).lines) == lines


def test_alcoholic_says_whether_rules_about_wine_concern_the_cart() -> None:
    gift = only_variation(make_product(alcoholic=False))
    assert not quoted(make_cart((gift, 1))).alcoholic
    assert quoted(make_cart((gift, 1), (make_product(), 1))).alcoholic


def test_what_carts_do_not_read_of_a_wine_is_still_there() -> None:
    variation = make_variable_product().variations.all()[0]
    (line,) = quoted(make_cart((variation, 2))).lines
    assert line.product == variation.product
    assert line.product.created_at == variation.product.created_at
    assert not line.line._state.adding
    assert model_to_dict(line.variation) == model_to_dict(variation)
