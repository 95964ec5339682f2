"""Feeds: new wines as Atom, and the items for Google, against a schema of its specification (feed_item.json)."""

import html
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from vintner.catalogue.models import Producer, Product, Variation
from vintner.storefront import feed_views
from vintner.storefront.tests.machines.shop import ATOM, fill_shop, read_items, read_props, read_xml
from vintner.testing.builders import add_fact, make_category, make_product, make_variable_product

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(Path(__file__).with_name("feed_item.json").read_text())


def test_new_wines_are_told_newest_first(client: Client) -> None:
    old = make_product(name="Old")
    Product.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=3))
    make_product(name="Young", producer=Producer.objects.create(name="Alba", slug="alba"))
    make_product(name="Unseen", published=False)
    tree = read_xml(client, "/feed/")
    titles = [each.text for each in tree.iterfind(f"{ATOM}entry/{ATOM}title")]
    assert titles == ["Young, Alba", "Old"]


def test_google_is_told_vintage_and_size_of_a_bottle(client: Client) -> None:
    simple = make_product(sku="A", name="Dolcetto")
    add_fact(simple, "Vintage", "2022")
    add_fact(simple, "Bottle size", "500 ml")
    vintages = make_variable_product(sku="B", name="Barolo", prices={"2018": "50.00"})
    add_fact(vintages, "Bottle size", "750 ml")
    items = read_items(client)
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
    items = read_items(client)
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
        "identifier_exists": "no",
        "condition": "new",
        "google_product_category": "421",
    }
    assert (items["B"]["availability"], items["C"]["availability"]) == ("out_of_stock", "preorder")
    assert {items[sku]["item_group_id"] for sku in vintages} == {variable.sku}


def test_feeds_survive_what_is_stored_already(client: Client) -> None:
    maker = Producer.objects.create(name="Al\ufffeba", slug="alba")
    reds = make_category("Re\x08ds", parent=make_category("Cellar"))
    make_product(sku="A", name="Bar\x0bolo\x01", producer=maker, categories=[reds])
    Product.objects.update(short_description="Dry\x0band \x08deep")
    item = read_items(client)["A"]
    assert (item["title"], item["brand"], item["description"]) == ("Bar olo", "Alba", "Dry and deep")
    assert item["product_type"] == "Reds"
    texts = [str(each.text) for each in read_xml(client, "/feed/").iter()]
    assert {"Bar olo, Alba", "Dry and deep"} <= set(texts)
    Product.objects.update(short_description="", description="Long.")
    assert "Long." in [str(each.text) for each in read_xml(client, "/feed/").iter()]


def test_new_wines_are_valid_atom(client: Client) -> None:
    """By RFC 4287: an author, and text where the feed says that it is HTML."""
    make_product(name="Bare")
    make_product(name="Told")
    Product.objects.filter(name="Told").update(short_description="Tannin < 3 & <b>deep</b>" + " dry" * 400)
    tree = read_xml(client, "/feed/")
    assert tree.findtext(f"{ATOM}author/{ATOM}name") == settings.STORE_NAME
    summaries = {
        str(entry.findtext(f"{ATOM}title")): entry.find(f"{ATOM}summary") for entry in tree.iterfind(f"{ATOM}entry")
    }
    assert summaries["Bare"] is None
    told = summaries["Told"]
    assert told is not None
    assert told.get("type") == "html"
    assert str(told.text).startswith("Tannin &lt; 3 &amp; &lt;b&gt;deep&lt;/b&gt; dry")
    assert len(html.unescape(str(told.text))) == 1_000


def test_an_unseen_description_is_none(client: Client) -> None:
    make_product(sku="A", name="Bar\x08olo", producer=Producer.objects.create(name="Alba", slug="alba"))
    Product.objects.update(description=" \x08\n")
    assert read_items(client)["A"]["description"] == "Alba Barolo"


def test_every_item_is_valid(client: Client) -> None:
    fill_shop()
    items = read_items(client)
    for item in items.values():
        Draft202012Validator(SCHEMA).validate(item)
    stock = {sku: item["availability"] for sku, item in items.items()}
    assert (
        stock.items()
        >= {
            "SOLD-OUT": "out_of_stock",
            "NOTIFY": "out_of_stock",
            "SILENT": "in_stock",
            "SOON": "preorder",
        }.items()
    )
    assert "HIDDEN-PRICE" not in items


def test_each_variation_leads_to_its_page_with_itself_chosen(client: Client) -> None:
    fill_shop()
    items, found = read_items(client), 0
    for item in items.values():
        props = read_props(client, item["link"].removeprefix(settings.STORE_URL))
        if props["kind"] == Product.Kind.VARIABLE:
            [chosen] = [each for each in props["variations"] if each["choices"] == props["preselected"]]
            shown = chosen["price"]
            found += 1
        else:
            shown = props["price"]
        assert item.get("sale_price", item["price"]) == f"{shown['current'].removeprefix('$')} USD"
    assert found == 6


def test_variations_without_an_sku_have_ids_of_their_own(client: Client) -> None:
    wine = make_variable_product(sku="WINE", prices={"2018": "20.00", "2019": "20.00"})
    Variation.objects.update(sku=None)
    ids = [f"variation-{each.pk}" for each in wine.variations.all()]
    items = read_items(client)
    assert list(items) == ids
    assert {item["item_group_id"] for item in items.values()} == {"WINE"}
    Product.objects.update(sku="W" * 51)
    items = read_items(client)
    assert list(items) == ids
    assert {item["item_group_id"] for item in items.values()} == {f"product-{wine.pk}"}


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ({"short_description": "Short.", "description": "Long."}, "Short."),
        ({"description": "Long."}, "Long."),
        ({}, "Alba Barolo 2018, 750 ml"),
        ({"description": "word " * 2_000}, ("word " * 2_000)[:4_999] + "…"),
        ({"description": "four " * 999 + "fou four"}, ("four " * 999).strip() + " fou…"),
    ],
    ids=["short", "long", "none", "too long", "cut at a blank"],
)
def test_no_description_is_empty_or_too_long(client: Client, columns: dict[str, str], text: str) -> None:
    wine = make_product(sku="A", name="Barolo", producer=Producer.objects.create(name="Alba", slug="alba"))
    add_fact(wine, "Vintage", "2018")
    add_fact(wine, "Bottle size", "750 ml")
    Product.objects.update(**columns)
    assert read_items(client)["A"]["description"] == text


def test_a_sale_says_from_when_until_when(client: Client) -> None:
    starts, ends = datetime(2025, 11, 27, 8, tzinfo=UTC), datetime(2099, 12, 5, 8, 30, tzinfo=UTC)
    wine = make_product(sku="A", sale_price="12.00", sale_starts_at=starts, sale_ends_at=ends)
    item = read_items(client)["A"]
    assert (item["price"], item["sale_price"]) == ("20.00 USD", "12.00 USD")
    assert item["sale_price_effective_date"] == "2025-11-27T08:00+0000/2099-12-05T08:30+0000"
    wine.variations.update(sale_starts_at=None)
    assert read_items(client)["A"]["sale_price_effective_date"].endswith("/2099-12-05T08:30+0000")
    wine.variations.update(sale_ends_at=None)
    assert "sale_price_effective_date" not in read_items(client)["A"]


@pytest.mark.parametrize(
    ("columns", "category"),
    [({}, "421"), ({"alcoholic": False}, None), ({"virtual": True}, None)],
    ids=["wine", "glasses", "ticket"],
)
def test_only_bottles_are_of_the_category_of_wine(
    client: Client, columns: dict[str, bool], category: str | None
) -> None:
    make_product(sku="A")
    Product.objects.update(**columns)
    assert read_items(client)["A"].get("google_product_category") == category
