"""What stands around every page comes from the database by one query; a fault does without."""

import pytest
from django.db import DatabaseError
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.catalogue.models import Category
from vintner.storefront import views
from vintner.storefront.surroundings import surroundings
from vintner.web import shared as web_shared

PROPS = {"accept": "application/json"}


@pytest.fixture
def wine(db: None) -> Category:
    return Category.objects.create(name="Wine", slug="wine")


def labels() -> list[str]:
    return [item.label for item in surroundings().navigation]


def test_the_shelves_of_wine_stand_in_the_navigation_in_their_order(wine: Category) -> None:
    Category.objects.create(name="White", slug="white", parent=wine, position=2)
    Category.objects.create(name="Red", slug="red", parent=wine, position=1)
    assert labels() == ["All wines", "Red", "White", "Producers"]


def test_a_shelf_opens_to_those_below_it(wine: Category) -> None:
    red = Category.objects.create(name="Red", slug="red", parent=wine)
    light = Category.objects.create(name="Light red", slug="light-red", parent=red)
    Category.objects.create(name="Chilled", slug="chilled", parent=light)
    item = surroundings().navigation[1]
    assert item.url == "/product-category/red/"
    assert [(link.label, link.url) for link in item.links] == [("Light red", "/product-category/light-red/")]


def test_another_root_is_a_drawer_of_its_shelves_and_an_empty_one_is_left_out(wine: Category) -> None:
    countries = Category.objects.create(name="Countries", slug="countries")
    Category.objects.create(name="France", slug="france", parent=countries)
    Category.objects.create(name="Gifts", slug="gifts")
    assert labels() == ["All wines", "Countries", "Producers"]
    item = surroundings().navigation[1]
    assert (item.url, [link.label for link in item.links]) == ("", ["France"])


@pytest.mark.parametrize("shelves", [0, 30])
def test_it_takes_one_query(wine: Category, shelves: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(shelves):
        Category.objects.create(name=f"Shelf {number}", slug=f"shelf-{number}", parent=wine)
    with django_assert_num_queries(1):
        assert len(surroundings().navigation) == 2 + shelves


def test_a_fault_is_told_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """No `db` mark: a query would fail this test."""

    def unreachable() -> web_shared.Surroundings:
        raise DatabaseError

    monkeypatch.setattr(web_shared, "_finder", lambda: unreachable)
    response = views.fault(RequestFactory().get("/shop/", headers=PROPS))
    assert response.status_code == 500
    assert b"Something went wrong on our side" in response.content
    assert b'"url":"/shop/"' in response.content


@pytest.mark.django_db
def test_a_form_without_a_token_is_refused_in_the_stores_look() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/my-source/", {"username": "a@example.com", "password": "x"}, headers=PROPS)
    assert answer.status_code == 403
    assert answer.json()["title"] == "That request was refused"


@pytest.mark.django_db
@pytest.mark.parametrize(("wanted", "status"), [(True, 200), (False, 404)])
def test_the_style_guide_is_for_builders(client: Client, settings: Settings, wanted: bool, status: int) -> None:
    settings.STYLE_GUIDE = wanted
    assert client.get("/style-guide/", headers=PROPS).status_code == status


@pytest.mark.parametrize(("currency", "words"), [("USD", "US dollars"), ("EUR", "euros")])
def test_pages_say_what_prices_are_in(settings: Settings, currency: str, words: str) -> None:
    settings.STORE_CURRENCY = currency
    assert web_shared.plain_shared(RequestFactory().get("/")).currency_words == words
