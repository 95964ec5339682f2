"""A promotion that needs nothing of a visitor is seen before the cart, and everywhere the same."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.models import Category, Product
from vintner.pricing.choices import ConditionKind, CountingChoices
from vintner.pricing.models import Condition, Promotion, Tier
from vintner.storefront.tests.promoted import promote, read_feed, read_props, read_structured_data
from vintner.testing.builders import make_category, make_product, make_variable_product
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.django_db


def card_price(client: Client, path: str, wine: Product) -> dict[str, Any]:
    page = read_props(client, path)
    cards = [*page.get("cards", []), *page.get("newest", []), *page.get("related", []), *page.get("wines", [])]
    [price] = [card["price"] for card in cards if card["product_id"] == wine.pk]
    found: dict[str, Any] = price
    return found


def cart_price(wine: Product) -> str:
    client = Client()
    client.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": 1}, headers={"Accept": SECTIONS})
    [line] = read_props(client, "/cart/")["contents"]["lines"]
    return str(line["unit_price"])


LOWERED = {"current": "$30.60", "regular": "$36.00", "from_lowest": False}


def test_a_promoted_price_is_everywhere_what_the_cart_says(client: Client) -> None:
    red = make_category("Red", parent=make_category("Wine"))
    wine = make_product(sku="ZIN", name="One Ton Zinfandel", price="36.00", categories=[red])
    other = make_product(name="Another", price="36.00", categories=[red])
    promote(wine)
    assert cart_price(wine) == "$30.60"
    assert read_props(client, wine.get_absolute_url())["price"] == LOWERED
    for path in ("/", "/shop/", "/?s=zinfandel", other.get_absolute_url()):
        assert card_price(client, path, wine) == LOWERED, path
    assert read_structured_data(client, wine)["offers"][0]["price"] == "30.60"
    assert read_feed(client)["ZIN"] == "30.60 USD"
    [found] = client.get("/search/suggestions/?q=zinfandel").json()["wines"]
    assert found["price"] == "$30.60"
    told = client.get(f"/wp-json/wc/store/v1/products/{wine.pk}").json()
    assert (told["prices"]["price"], told["prices"]["regular_price"], told["on_sale"]) == ("3060", "3600", True)
    assert "<del>$36.00</del> <ins>$30.60</ins>" in told["price_html"]
    assert read_props(client, other.get_absolute_url())["price"]["current"] == "$36.00"


@pytest.mark.parametrize("counting", CountingChoices.values)
@pytest.mark.parametrize(("at_least", "at_most", "words"), [(1, None, "1+"), (1, 5, "1 – 5"), (None, 5, "1 – 5")])
def test_a_bulk_table_from_the_first_bottle_on_lowers_the_price(
    client: Client, counting: str, at_least: int | None, at_most: int | None, words: str
) -> None:
    simple, variable = make_product(price="36.00"), make_variable_product(prices={"2019": "36.00"})
    table = Promotion.objects.create(title="The more, the cheaper", kind="wdr_bulk_discount", counting=counting)
    Tier.objects.create(promotion=table, at_least=at_least, at_most=at_most, value=Decimal(15))
    assert cart_price(simple) == "$30.60"
    for wine in (simple, variable):
        page = read_props(client, wine.get_absolute_url())
        assert page["price"] == LOWERED
        assert [row["range"] for row in page["tiers"]] == [words]
        assert card_price(client, "/shop/", wine) == LOWERED


def test_the_range_of_a_variable_wine_is_of_promoted_prices(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "40.00", "2018": "44.00"})
    promote(wine, percent=10)
    page = read_props(client, wine.get_absolute_url())
    assert page["price"] == {"current": "$36.00", "regular": "$40.00", "from_lowest": True}
    assert [each["price"]["current"] for each in page["variations"]] == ["$36.00", "$39.60"]
    assert [each["offers"]["price"] for each in read_structured_data(client, wine)["hasVariant"]] == ["36.00", "39.60"]
    told = client.get(f"/wp-json/wc/store/v1/products/{wine.pk}").json()
    assert told["prices"]["price_range"] == {"min_amount": "3600", "max_amount": "3960"}
    answer = client.post("/?wc-ajax=get_variation", {"product_id": wine.pk, "attribute_vintage": "2018"}).json()
    assert (answer["display_price"], answer["display_regular_price"]) == (39.6, 44.0)


def test_a_promotion_of_one_vintage_lowers_that_one_alone(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "40.00", "2018": "44.00"})
    promotion = promote(percent=50)
    promotion.skus = str(wine.variations.order_by("position").last().sku)  # type: ignore[union-attr]
    promotion.save()
    page = read_props(client, wine.get_absolute_url())
    assert page["price"] == {"current": "$22.00", "regular": "$44.00", "from_lowest": True}
    assert [each["price"]["current"] for each in page["variations"]] == ["$40.00", "$22.00"]


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        (ConditionKind.LOGGED_IN, {}),
        (ConditionKind.BOTTLES, {"number": 2}),
        (ConditionKind.STATE, {"words": "US:NY"}),
        (ConditionKind.COUPONS, {"words": "friends"}),
    ],
)
def test_what_asks_for_more_than_a_first_bottle_shows_no_lower_price(
    client: Client, kind: ConditionKind, terms: dict[str, object]
) -> None:
    wine = make_product(price="36.00")
    Condition.objects.create(promotion=promote(wine), kind=kind, **terms)
    assert read_props(client, wine.get_absolute_url())["price"]["current"] == "$36.00" == cart_price(wine)


def test_a_discount_on_the_cart_leaves_prices_as_they_are(client: Client) -> None:
    wine = make_product(price="36.00")
    promote(wine, as_discount=True)
    assert read_props(client, wine.get_absolute_url())["price"]["current"] == "$36.00" == cart_price(wine)


def of_a_shelf(shelf: Category) -> None:
    promote().categories.add(shelf)


@pytest.mark.parametrize("wines", [1, 24])
def test_promoted_prices_take_two_queries_a_page_and_those_of_cases_one(
    client: Client, wines: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    red = make_category("Red", parent=make_category("Wine"))
    of_a_shelf(red)
    made = [make_product(price="36.00", categories=[red]) for _ in range(wines)]
    # One of them asks for the version of the catalogue, if that was half a second ago.
    for path, most in (("/shop/", 9), (made[0].get_absolute_url(), 11)):
        assert card_or_page_price(client, path) == "$30.60"  # a process reads the price book once
        with django_assert_max_num_queries(most):
            client.get(path)


def test_a_product_page_asks_for_the_price_book_once(client: Client) -> None:
    wine = make_product(price="36.00")
    promote(wine)
    client.get(wine.get_absolute_url())  # a process reads the price book once
    with CaptureQueriesContext(connection) as queries:
        assert card_or_page_price(client, wine.get_absolute_url()) == "$30.60"
    assert sum("pricing_bookversion" in query["sql"] for query in queries.captured_queries) == 1


def card_or_page_price(client: Client, path: str) -> str:
    page = read_props(client, path)
    found = page["cards"][0]["price"] if "cards" in page else page["price"]
    return str(found["current"])
