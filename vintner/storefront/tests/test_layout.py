"""What stands around every page comes from the database by one query; a fault does without."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from vintner.catalogue.models import Category, Plan, Product
from vintner.storefront import views
from vintner.storefront.layout import stored_layout
from vintner.testing.builders import make_box_wine, make_product
from vintner.web import shared_props as web_shared

PROPS = {"accept": "application/json"}


@pytest.fixture
def wine(db: None) -> Category:
    return Category.objects.create(name="Wine", slug="wine", children_in_menu=True)


def labels() -> list[str]:
    return [item.label for item in stored_layout().navigation]


def test_the_shelves_of_wine_stand_in_the_navigation_in_their_order(wine: Category) -> None:
    Category.objects.create(name="White", slug="white", parent=wine, position=2)
    Category.objects.create(name="Red", slug="red", parent=wine, position=1)
    assert labels() == ["All wines", "Cases", "Red", "White", "Producers"]


def test_a_shelf_opens_to_those_below_it(wine: Category) -> None:
    red = Category.objects.create(name="Red", slug="red", parent=wine)
    light = Category.objects.create(name="Light red", slug="light-red", parent=red)
    Category.objects.create(name="Chilled", slug="chilled", parent=light)
    item = stored_layout().navigation[2]
    assert item.url == "/product-category/red/"
    assert [(link.label, link.url) for link in item.links] == [("Light red", "/product-category/light-red/")]


def test_another_root_stands_beside_them(wine: Category) -> None:
    Category.objects.create(name="Red", slug="red", parent=wine)
    countries = Category.objects.create(name="Countries", slug="countries", position=1)
    Category.objects.create(name="France", slug="france", parent=countries)
    Category.objects.create(name="Gifts", slug="gifts", position=2)
    assert labels() == ["All wines", "Cases", "Red", "Countries", "Gifts", "Producers"]
    item = stored_layout().navigation[3]
    assert (item.url, [link.label for link in item.links]) == ("/product-category/countries/", ["France"])


def test_subscriptions_stand_in_the_menu_while_one_is_sold(wine: Category) -> None:
    box = make_box_wine()
    assert labels() == ["All wines", "Cases", "Club", "Producers"]
    Plan.objects.update(on_sale=False)
    assert labels() == ["All wines", "Cases", "Producers"]
    Plan.objects.update(on_sale=True)
    Product.objects.filter(pk=box.pk).update(published=False)
    assert labels() == ["All wines", "Cases", "Producers"]


def test_their_listing_has_them_alone_and_its_own_title(wine: Category, client: Client) -> None:
    box, other = make_box_wine(), make_product(name="Sold once")
    listing = client.get("/shop/?subscription=1", headers=PROPS).json()
    assert listing["title"] == "Subscriptions"
    assert [card["name"] for card in listing["cards"]] == [box.name]
    assert other.name != box.name


SEVEN = ("Red wine", "White wine", "Rosé", "Sparkling", "Sweet", "Gifts", "Accessories")


@pytest.mark.django_db
def test_a_shop_that_moved_in_has_a_menu_with_pages_that_list_its_wines(client: Client, tmp_path: Path) -> None:
    rows = [f"simple,S{place},Wine {place},20,{name}" for place, name in enumerate(SEVEN)]
    rows.append("simple,DEEP,Old vines,30,Red wine > Bordeaux")
    file = tmp_path / "products.csv"
    file.write_text("\n".join(["Type,SKU,Name,Regular price,Categories", *rows]))
    call_command("import_products", str(file), stdout=StringIO())
    for place, name in enumerate(SEVEN):
        Category.objects.filter(name=name).update(position=place)

    entries = stored_layout().navigation[2:-1]
    assert [item.label for item in entries] == list(SEVEN)
    listed = {item.label: client.get(item.url, headers=PROPS).json() for item in entries}
    assert {card["name"] for card in listed["Red wine"]["cards"]} == {"Wine 0", "Old vines"}, "with those below it"
    assert all([card["name"] for card in listed[name]["cards"]] == [f"Wine {SEVEN.index(name)}"] for name in SEVEN[1:])
    assert [tile["label"] for tile in client.get("/", headers=PROPS).json()["shelves"]] == list(SEVEN)
    trail = client.get("/product/wine-0/", headers=PROPS).json()["breadcrumbs"]
    assert "Red wine" in [link["label"] for link in trail]


@pytest.mark.parametrize("shelves", [0, 30])
def test_it_takes_one_query(wine: Category, shelves: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(shelves):
        Category.objects.create(name=f"Shelf {number}", slug=f"shelf-{number}", parent=wine)
    with django_assert_num_queries(1):
        assert len(stored_layout().navigation) == 3 + shelves


def test_a_fault_is_told_without_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """No `db` mark: a query would fail this test."""

    def unreachable() -> web_shared.Layout:
        raise DatabaseError

    monkeypatch.setattr(web_shared, "_layout_function", lambda: unreachable)
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
    assert web_shared.plain_shared_props(RequestFactory().get("/")).currency_words == words
