"""What search engines and feed readers get."""

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Category, Producer, Product
from vintner.storefront import feed_views
from vintner.testing.builders import add_fact, make_product, make_variable_product

pytestmark = pytest.mark.django_db
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
GOOGLE = "{http://base.google.com/ns/1.0}"


def _tree(client: Client, path: str) -> ElementTree.Element:
    response = client.get(path, headers={"Host": "127.0.0.1"})
    assert response.status_code == 200, path
    return ElementTree.fromstring(response.getvalue())  # noqa: S314 - our own


def _locations(tree: ElementTree.Element) -> list[str]:
    return [str(each.text).removeprefix(settings.STORE_URL) for each in tree.iter(f"{SITEMAP}loc")]


def test_the_sitemap_names_what_can_be_seen_and_nothing_else(client: Client) -> None:
    maker = Producer.objects.create(name="Alba", slug="alba")
    seen = make_product(producer=maker)
    make_product(published=False)
    make_product(visibility=Product.Visibility.HIDDEN)
    shelf = Category.objects.create(name="Red", slug="red")
    Category.objects.create(name="Empty", slug="empty")
    seen.categories.add(shelf)
    found = [place for part in _locations(_tree(client, "/sitemap.xml")) for place in _locations(_tree(client, part))]
    assert found == [
        "/",
        "/shop/",
        "/producer/",
        "/contact/",
        seen.get_absolute_url(),
        "/producer/alba/",
        "/product-category/red/",
    ]


@pytest.mark.parametrize("path", ["/sitemap.xml", "/sitemap-pages.xml", "/feed/"])
def test_addresses_are_the_stores_own_whatever_host_was_asked(client: Client, path: str) -> None:
    make_product()
    text = client.get(path, headers={"Host": "localhost:9999"}).getvalue().decode()
    assert "localhost:9999" not in text
    assert settings.STORE_URL in text


def test_robots_are_kept_out_of_carts(client: Client) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    assert "Disallow: /checkout/" in lines
    assert lines[-1] == f"Sitemap: {settings.STORE_URL}/sitemap.xml"


def test_new_wines_are_told_newest_first(client: Client) -> None:
    old = make_product(name="Old")
    Product.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=3))
    make_product(name="Young", producer=Producer.objects.create(name="Alba", slug="alba"))
    make_product(name="Unseen", published=False)
    tree = _tree(client, "/feed/")
    titles = [
        each.text for each in tree.iterfind("{http://www.w3.org/2005/Atom}entry/{http://www.w3.org/2005/Atom}title")
    ]
    assert titles == ["Young, Alba", "Old"]


def _items(client: Client) -> dict[str, dict[str, str]]:
    items = [
        {field.tag.removeprefix(GOOGLE): str(field.text) for field in item}
        for item in _tree(client, "/feed/google-products.xml").iter("item")
    ]
    return {item["id"]: item for item in items}


def test_google_is_told_vintage_and_size_of_a_bottle(client: Client) -> None:
    simple = make_product(sku="A", name="Dolcetto")
    add_fact(simple, "Vintage", "2022")
    add_fact(simple, "Bottle size", "500 ml")
    vintages = make_variable_product(sku="B", name="Barolo", prices={"2018": "50.00"})
    add_fact(vintages, "Bottle size", "750 ml")
    items = _items(client)
    assert {sku: item["title"] for sku, item in items.items()} == {
        "A": "Dolcetto, 2022 · 500 ml",
        "B-2018": "Barolo, 2018 · 750 ml",
    }


def test_google_gets_every_bottle_on_sale(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed_views, "CHUNK", 2)
    now = timezone.now()
    wine = make_product(sku="A", name="Dolcetto & Co", price="16.99", sale_price="12.50")
    make_product(sku="B", stock=0)
    make_product(sku="C", available_from=now + timedelta(days=9))
    make_product(sku="D", price=None)
    make_product(sku="E", published=False)
    variable = make_variable_product()
    items = _items(client)
    vintages = {str(each.sku) for each in variable.variations.all()}
    assert set(items) == {"A", "B", "C"} | vintages
    assert items["A"] | {"description": ""} == {
        "id": "A",
        "title": "Dolcetto & Co",
        "description": "",
        "link": settings.STORE_URL + wine.get_absolute_url(),
        "availability": "in_stock",
        "price": "16.99 USD",
        "sale_price": "12.50 USD",
        "mpn": "A",
        "condition": "new",
        "google_product_category": "421",
    }
    assert (items["B"]["availability"], items["C"]["availability"]) == ("out_of_stock", "preorder")
    assert {items[sku]["item_group_id"] for sku in vintages} == {variable.sku}


def test_feeds_survive_what_is_stored_already(client: Client) -> None:
    maker = Producer.objects.create(name="Al\ufffeba", slug="alba")
    make_product(sku="A", name="Bar\x0bolo\x01", producer=maker)
    Product.objects.update(short_description="Dry\x0band \x08deep")
    item = _items(client)["A"]
    assert (item["title"], item["brand"], item["description"]) == ("Bar olo", "Alba", "Dry and deep")
    texts = [str(each.text) for each in _tree(client, "/feed/").iter()]
    assert {"Bar olo, Alba", "Dry and deep"} <= set(texts)
