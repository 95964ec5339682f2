"""What tests are built with does what it says."""

import pytest

from vintner.money import Money
from vintner.testing import builders

pytestmark = pytest.mark.django_db


def test_a_product_has_one_variation_a_price_and_stock() -> None:
    wine = builders.make_product(price="16.99", stock=3)

    assert wine.lowest_price == wine.highest_price == Money(1699)
    assert wine.in_stock
    assert builders.only_variation(wine).on_hand == 3


def test_a_product_without_counted_stock_is_in_stock() -> None:
    assert builders.make_product(stock=None).in_stock
    assert not builders.make_product(stock=0).in_stock


def test_a_variable_product_has_a_variation_for_each_price() -> None:
    wine = builders.make_variable_product(prices={"2019": "41.99", "2018": "44.50"})

    assert (wine.lowest_price, wine.highest_price) == (Money(4199), Money(4450))
    assert [each.options.get().name for each in wine.variations.all()] == ["2019", "2018"]


def test_a_cart_holds_products_and_variations() -> None:
    vintages = builders.make_variable_product()
    cart = builders.make_cart((builders.make_product(), 2), (vintages.variations.all()[1], 1), country="US", state="CA")

    assert [line.quantity for line in cart.lines.all()] == [2, 1]


def test_a_review_counts_at_once() -> None:
    wine = builders.make_product()
    builders.make_review(wine, rating=4)
    builders.make_review(wine, rating=5)

    assert (float(wine.rating_average), wine.rating_count) == (4.5, 2)


def test_facts_are_made_where_there_are_none() -> None:
    wine = builders.make_product(facts={"Region": "Douro", "Colour": "Red"})

    assert [(fact.value.attribute.slug, fact.value.name) for fact in wine.facts.all()] == [
        ("region", "Douro"),
        ("colour", "Red"),
    ]
