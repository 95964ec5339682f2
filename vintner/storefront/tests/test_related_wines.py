"""The wines beside another are those most like it."""

from collections.abc import Mapping

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from vintner.catalogue.models import Category, Product
from vintner.catalogue.product.near_wines import MOST_COMPARED
from vintner.testing.builders import add_fact, make_category, make_product

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]
WINE = {"Colour": "Red", "Grape": "Pinot Noir", "Region": "Bourgogne", "Appellation": "Givry"}
STYLE = {"body": 3, "acidity": 4, "sweetness": 2, "tannin": 2}


@pytest.fixture
def shelf() -> Category:
    return make_category("Red", parent=make_category("Wine", slug="wine", children_in_menu=True))


def _wine(
    shelf: Category,
    name: str,
    *,
    price: str = "40.00",
    facts: Mapping[str, str] | None = None,
    style: Mapping[str, int] | None = None,
    rating: float = 0,
) -> Product:
    wine = make_product(name=name, price=price, categories=[shelf], facts=facts)
    Product.objects.filter(pk=wine.pk).update(rating_average=rating, **(style or {}))
    return wine


def _related(client: Client, wine: Product) -> list[str]:
    props = client.get(wine.get_absolute_url(), headers={"accept": "application/json"}).json()
    return [card["name"] for card in props["related"]]


def test_what_they_have_in_common_counts_more_than_the_rating(client: Client, shelf: Category) -> None:
    wine = _wine(shelf, "This", facts=WINE)
    _wine(shelf, "Nothing in common", rating=5)
    _wine(shelf, "Color", facts={"Colour": "Red"}, rating=3)
    _wine(shelf, "Grape", facts={"Grape": "Pinot Noir"}, rating=4)
    _wine(shelf, "Place", facts={"Region": "Bourgogne", "Appellation": "Givry"})
    _wine(shelf, "Everything", facts=WINE)
    assert _related(client, wine) == ["Everything", "Place", "Grape", "Color"]


@pytest.mark.parametrize("attribute", WINE)
def test_each_fact_brings_a_wine_nearer(client: Client, shelf: Category, attribute: str) -> None:
    wine = _wine(shelf, "This", facts=WINE)
    _wine(shelf, "Another", facts={attribute: "Elsewhere"}, rating=5)
    _wine(shelf, "Alike", facts={attribute: WINE[attribute]})
    assert _related(client, wine) == ["Alike", "Another"]


def test_two_grapes_in_common_count_once(client: Client, shelf: Category) -> None:
    blend = _wine(shelf, "This", facts={"Grape": "Merlot", "Region": "Bordeaux"})
    twin = _wine(shelf, "Two grapes", facts={"Grape": "Merlot"})
    for wine in (blend, twin):
        add_fact(wine, "Grape", "Malbec")
    _wine(shelf, "Grape and region", facts={"Grape": "Merlot", "Region": "Bordeaux"})
    assert _related(client, blend) == ["Grape and region", "Two grapes"]


@pytest.mark.parametrize("scale", STYLE)
def test_the_nearer_style_comes_first_and_what_is_not_known_does_not_count(
    client: Client, shelf: Category, scale: str
) -> None:
    wine = _wine(shelf, "This", style={scale: 3})
    for name, level in (("Far", 5), ("Near", 4), ("Same", 3)):
        _wine(shelf, name, style={scale: level}, rating=level)
    _wine(shelf, "Unknown", rating=4.5)
    assert _related(client, wine) == ["Same", "Near", "Far", "Unknown"]


def test_the_nearer_price_comes_first(client: Client, shelf: Category) -> None:
    wine = _wine(shelf, "This", price="40.00")
    for name, price in (("Twice", "80.00"), ("Dearer", "55.00"), ("Cheaper", "36.00"), ("Same", "40.00")):
        _wine(shelf, name, price=price)
    assert _related(client, wine) == ["Same", "Cheaper", "Dearer", "Twice"]


def test_of_equal_wines_the_best_rated_comes_first(client: Client, shelf: Category) -> None:
    wine = _wine(shelf, "This")
    for name, rating in (("Good", 3), ("Best", 5), ("Better", 4)):
        _wine(shelf, name, rating=rating)
    assert _related(client, wine) == ["Best", "Better", "Good"]


@pytest.mark.parametrize("attribute", ["Grape", "Appellation"])
def test_the_only_other_wine_of_its_kind_is_found_behind_many_that_are_rated_better(
    client: Client, shelf: Category, attribute: str
) -> None:
    wine = _wine(shelf, "This", facts={attribute: "Trousseau"})
    for number in range(MOST_COMPARED + 1):
        _wine(shelf, f"Wine {number}", rating=5)
    _wine(shelf, "Alike", facts={attribute: "Trousseau"})
    assert _related(client, wine)[0] == "Alike"


def test_what_cannot_be_bought_or_is_on_no_shelf_is_not_suggested(client: Client, shelf: Category) -> None:
    wine = _wine(shelf, "This")
    make_product(name="Sold out", categories=[shelf], stock=0)
    make_product(name="Draft", categories=[shelf], published=False)
    make_product(name="Hidden", categories=[shelf], visibility=Product.Visibility.HIDDEN)
    make_product(name="On another shelf", categories=[make_category("White")])
    _wine(shelf, "Found")
    assert _related(client, wine) == ["Found"]


def test_a_wine_without_a_price_or_facts_has_related_wines(client: Client, shelf: Category) -> None:
    wine = make_product(name="This", price=None, categories=[shelf])
    _wine(shelf, "Free", price="0.00")
    assert _related(client, wine) == ["Free"]


def test_the_page_takes_no_query_more_for_it(client: Client, shelf: Category) -> None:
    wine = _wine(shelf, "This", facts=WINE, style=STYLE)
    alone = _queries(client, wine)
    for number in range(6):
        _wine(shelf, f"Wine {number}", facts=WINE, style=STYLE)
    assert _queries(client, wine) == alone


def _queries(client: Client, wine: Product) -> int:
    """Return how many queries the page takes that is cached nowhere, in a process that has read the prices."""
    _related(client, wine)
    caches["pages"].clear()
    with CaptureQueriesContext(connection) as taken:
        _related(client, wine)
    return len(taken)
