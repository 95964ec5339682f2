"""Shoppers browse: the shop, its shelves, a wine."""

import json
import re
from base64 import b64encode
from datetime import timedelta
from hashlib import sha256

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue.finding import facets
from vintner.catalogue.models import Category, GalleryPicture, Product
from vintner.pricing.models import TaxRate
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_picture,
    make_producer,
    make_product,
    make_review,
    make_variable_product,
)
from vintner.web.dates import moment_in_words

pytestmark = pytest.mark.django_db


def _props(client: Client, url: str, status: int = 200) -> dict[str, object]:
    response = client.get(url, headers={"accept": "application/json"})
    assert response.status_code == status
    props: dict[str, object] = response.json()
    return props


def _names(props: dict[str, object]) -> list[str]:
    cards = props["cards"]
    assert isinstance(cards, list)
    return [card["name"] for card in cards]


def _card(client: Client) -> dict[str, object]:
    cards = _props(client, "/shop/")["cards"]
    assert isinstance(cards, list)
    (card,) = cards
    assert isinstance(card, dict)
    return card


@pytest.fixture
def red() -> Category:
    wine = make_category("Wine", slug="wine", children_in_menu=True)
    return make_category("Red", slug="red", parent=wine)


def test_the_shop_shows_24_wines_a_page_and_links_to_the_next(client: Client) -> None:
    for number in range(26):
        make_product(name=f"Wine {number:02}")
    first = _props(client, "/shop/")
    assert len(_names(first)) == 24
    assert first["pagination"] == {
        "url": "/shop/",
        "page": 1,
        "pages": 2,
        "first": 1,
        "last": 24,
        "total": 26,
        "previous_url": "",
        "next_url": "/shop/page/2/",
    }
    assert _names(_props(client, "/shop/page/2/")) == ["Wine 24", "Wine 25"]


@pytest.mark.parametrize(
    ("orderby", "names"),
    [
        ("price", ["Cheap", "Middle", "Dear"]),
        ("price-desc", ["Dear", "Middle", "Cheap"]),
        ("rating", ["Middle", "Cheap", "Dear"]),
        ("popularity", ["Dear", "Cheap", "Middle"]),
        ("date", ["Dear", "Middle", "Cheap"]),
        ("", ["Cheap", "Dear", "Middle"]),
        ("no such order", ["Cheap", "Dear", "Middle"]),
    ],
)
def test_the_shop_sorts(client: Client, orderby: str, names: list[str]) -> None:
    cheap, middle, dear = (
        make_product(name=name, price=price) for name, price in (("Cheap", "9"), ("Middle", "20"), ("Dear", "90"))
    )
    make_review(middle, rating=5)
    Product.objects.filter(pk=dear.pk).update(sales_count=10)
    now = timezone.now()
    for age, product in enumerate((dear, middle, cheap)):
        Product.objects.filter(pk=product.pk).update(created_at=now - timedelta(days=age))
    props = _props(client, f"/shop/?orderby={orderby}")
    assert _names(props) == names


@pytest.mark.parametrize(("growers", "cut"), [(2, False), (3, True)])
def test_a_facet_tells_when_it_lists_the_commonest_only(
    client: Client, growers: int, cut: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets, "OFFERED", 3)
    for number in range(growers):
        make_product(producer=make_producer(f"Grower {number}"))
    panel = _props(client, "/shop/")["facets"]
    assert isinstance(panel, dict)
    assert {each["name"]: each["cut"] for each in panel["facets"]}["producer"] is cut


def test_the_order_stays_when_paging(client: Client) -> None:
    for number in range(25):
        make_product(name=f"Wine {number:02}")
    pagination = _props(client, "/shop/?orderby=price")["pagination"]
    assert isinstance(pagination, dict)
    assert pagination["next_url"] == "/shop/page/2/?orderby=price"


def test_a_shelf_shows_its_wines_only(client: Client, red: Category) -> None:
    make_product(name="Red one", categories=[red])
    make_product(name="Other")
    props = _props(client, "/product-category/red/")
    assert props["title"] == "Red"
    assert _names(props) == ["Red one"]


def test_an_empty_shelf_is_a_page_too(client: Client, red: Category) -> None:
    assert _names(_props(client, "/product-category/red/")) == []


@pytest.mark.parametrize(
    "url", ["/shop/page/9/", "/shop/page/0/", "/product-category/none/", "/product/none/", "/nowhere/"]
)
def test_what_does_not_exist_is_a_404_in_the_stores_look(client: Client, url: str) -> None:
    make_product()
    props = _props(client, url, 404)
    assert props["status"] == 404


def test_the_first_page_has_one_address(client: Client) -> None:
    response = client.get("/shop/page/1/")
    assert (response.status_code, response["Location"]) == (302, "/shop/")


@pytest.mark.parametrize(
    ("visibility", "listed"), [("visible", True), ("catalog", True), ("search", False), ("hidden", False)]
)
def test_visibility_decides_about_listings_but_not_about_the_page(
    client: Client, visibility: str, listed: bool
) -> None:
    wine = make_product(name="Shy", visibility=visibility)
    assert (_names(_props(client, "/shop/")) == ["Shy"]) is listed
    assert _props(client, wine.get_absolute_url())["name"] == "Shy"


def test_an_unpublished_wine_is_nowhere(client: Client) -> None:
    wine = make_product(published=False)
    assert _names(_props(client, "/shop/")) == []
    _props(client, wine.get_absolute_url(), 404)


def test_a_card_tells_what_a_shopper_needs(client: Client) -> None:
    wine = make_product(
        name="Alder Ridge",
        price="30.00",
        sale_price="24.50",
        stock=2,
        producer=make_producer("Ferro & Daughters"),
        facts={"Vintage": "2019", "Region": "Douro", "Colour": "Red"},
    )
    make_review(wine, rating=4)
    cards = _props(client, "/shop/")["cards"]
    assert isinstance(cards, list)
    card = cards[0]
    assert (card["producer"], card["vintage"], card["region"], card["colour"]) == (
        "Ferro & Daughters",
        "2019",
        "Douro",
        "Red",
    )
    assert card["price"] == {"current": "$24.50", "regular": "$30.00", "from_lowest": False}
    assert card["rating"] == {"average": "4.0", "count": 1}
    assert (card["stock"], card["stock_kind"], card["can_add"]) == ("Only a few left", "low", True)


@pytest.mark.parametrize(
    ("stock", "backorders", "kind", "text", "can_buy"),
    [
        (9, "no", "in_stock", "In stock", True),
        (0, "no", "out_of_stock", "Sold out", False),
        (0, "notify", "on_backorder", "Available on backorder", True),
        (0, "yes", "on_backorder", "In stock", True),
        (None, "no", "in_stock", "In stock", True),
    ],
)
def test_the_page_says_how_the_stock_is(
    client: Client, stock: int | None, backorders: str, kind: str, text: str, can_buy: bool
) -> None:
    props = _props(client, make_product(stock=stock, backorders=backorders).get_absolute_url())
    assert (props["stock_kind"], props["stock"], props["can_buy"]) == (kind, text, can_buy)


def test_a_wine_to_come_shows_its_day_and_is_not_for_sale(client: Client) -> None:
    wine = make_product(available_from=timezone.now() + timedelta(days=30))
    props = _props(client, wine.get_absolute_url())
    assert props["can_buy"] is False
    assert str(props["coming_soon"]).startswith("Released on ")
    Product.objects.filter(pk=wine.pk).update(launch_text="Bottled in May, for you on New Year's Eve.")
    props = _props(client, wine.get_absolute_url())
    assert props["coming_soon"] == "Bottled in May, for you on New Year's Eve."
    assert wine.available_from is not None
    assert props["release"] == moment_in_words(wine.available_from)


@pytest.mark.parametrize(
    ("prices", "vintage"),
    [
        ({"2019": "30", "2018": "40"}, "2018, 2019"),
        ({str(year): "30" for year in range(2012, 2020)}, "2012–2019"),
    ],
    ids=["a few", "many"],
)
def test_a_card_names_the_vintages_there_are(client: Client, prices: dict[str, str], vintage: str) -> None:
    make_variable_product(prices=prices)
    assert _card(client)["vintage"] == vintage


@pytest.mark.parametrize(
    ("name", "on_card", "title"),
    [
        ("Syrah", "NV", "Syrah NV"),
        ("Syrah 2021", "", "Syrah 2021"),
        ("Syrah (2021)", "", "Syrah (2021)"),
        ("Brut 1911 NV", "", "Brut 1911 NV"),
        ("Vertical 1999 and 2001", "", "Vertical 1999 and 2001"),
        ("Solera 1883", "NV", "Solera 1883 NV"),
        ("Lot 12019", "NV", "Lot 12019 NV"),
    ],
)
def test_a_year_in_its_name_is_the_vintage_of_a_wine(client: Client, name: str, on_card: str, title: str) -> None:
    wine = make_product(name=name, facts={"Grape": "Syrah"})
    assert _card(client)["vintage"] == on_card
    assert _props(client, wine.get_absolute_url())["title"] == title


def test_a_card_says_which_bottle_the_price_is_for(client: Client) -> None:
    make_product(facts={"Bottle size": "375 ml"})
    assert _card(client)["unit"] == "/ 375 ml"


def test_of_several_bottles_the_cheapest_is_the_one_the_price_is_for(client: Client) -> None:
    make_variable_product(attribute="Bottle size", prices={"Magnum 1.5 l": "60", "375 ml": "18", "750 ml": "30"})
    assert (_card(client)["unit"], _card(client)["vintage"]) == ("/ 375 ml", "")


def test_the_request_for_another_page_is_answered_with_the_whole_document(client: Client) -> None:
    """Clients of WooCommerce send a header that turns off a filtering feature that this store does not have."""
    make_product(name="Reserva")
    text = client.get("/shop/", headers={"X-Braapfdisable": "1"}).content.decode()
    found = re.search(r'<script id="page" type="application/json">(.+?)</script>', text)
    assert found
    assert json.loads(found[1])["props"] == _props(client, "/shop/")


def test_a_variable_wine_offers_its_vintages(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "41.99", "2018": "44.99"})
    props = _props(client, wine.get_absolute_url())
    vintages = {"name": "Vintage", "field": "attribute_vintage", "values": ["2019", "2018"]}
    assert props["options"] == [{**vintages, "missing": "Choose a vintage"}]
    assert props["price"] == {"current": "$41.99", "regular": "", "from_lowest": True}
    variations = props["variations"]
    assert isinstance(variations, list)
    assert [each["choices"] for each in variations] == [{"attribute_vintage": "2019"}, {"attribute_vintage": "2018"}]


def test_facts_that_are_hidden_or_unknown_are_absent(client: Client) -> None:
    wine = make_product(facts={"Region": "Douro"})
    add_fact(wine, "Supplier code", "77", visible=False)
    facts = _props(client, wine.get_absolute_url())["facts"]
    assert facts == [{"slug": "region", "name": "Region", "value": "Douro"}]


def test_only_approved_reviews_are_shown_and_counted(client: Client) -> None:
    wine = make_product()
    make_review(wine, rating=5, text="Superb.")
    make_review(wine, rating=2, text="Corked?")
    make_review(wine, rating=1, text="Spam", status="pending")
    props = _props(client, wine.get_absolute_url())
    reviews = props["reviews"]
    assert isinstance(reviews, dict)
    assert {review["text"] for review in reviews["notes"]} == {"Superb.", "Corked?"}
    assert (reviews["count"], reviews["distribution"]) == (2, [1, 0, 0, 1, 0])
    assert props["rating"] == {"average": "3.5", "count": 2}


def test_search_engines_get_product_offer_rating_and_trail(client: Client, red: Category) -> None:
    wine = make_product(name="Alder Ridge", price="30.00", categories=[red], producer=make_producer("Ferro"))
    make_review(wine, rating=4)
    html = client.get(wine.get_absolute_url()).content.decode()
    blocks = [json.loads(text) for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)]
    product, trail = blocks
    assert (
        product["offers"][0] | {"price": "30.00", "availability": "https://schema.org/InStock"} == product["offers"][0]
    )
    assert product["aggregateRating"]["ratingValue"] == "4.00"
    assert [step["name"] for step in trail["itemListElement"]] == ["Home", "All wines", "Red", "Alder Ridge"]
    assert f'<link rel="canonical" href="http://127.0.0.1:8000{wine.get_absolute_url()}">' in html
    assert '<meta property="og:type" content="product">' in html


def test_the_policy_allows_the_inline_scripts_by_their_hashes(client: Client) -> None:
    response = client.get("/shop/")
    scripts = re.findall(r'<script((?: [a-z-]+(?:="[^"]*")?)*)>(.*?)</script>', response.content.decode(), re.DOTALL)
    inline = [text for attributes, text in scripts if "src=" not in attributes and "json" not in attributes]
    (sources,) = re.findall(r"script-src ([^;]+)", response["Content-Security-Policy"])
    allowed = re.findall(r"'sha256-([^']+)'", sources)
    assert [b64encode(sha256(text.encode()).digest()).decode() for text in inline] == allowed
    assert len(allowed) == 4
    assert "nonce" not in response["Content-Security-Policy"]
    assert "unsafe" not in response["Content-Security-Policy"]


@pytest.mark.parametrize("wines", [1, 24])
def test_a_listing_takes_few_queries_however_many_wines(
    client: Client, red: Category, wines: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(wines):
        make_product(name=f"Wine {number}", categories=[red], facts={"Vintage": "2019", "Region": "Douro"})
    client.get("/shop/")
    with django_assert_max_num_queries(8):
        client.get("/shop/")


def test_a_product_shows_its_main_picture_first_and_each_of_its_gallery_once(client: Client) -> None:
    label, cellar, vineyard, _of_another = (make_picture(alt) for alt in ("Label", "Cellar", "Vineyard", "Another"))
    wine = make_product()
    wine.picture = label
    wine.save()
    for position, picture in ((2, cellar), (1, vineyard), (3, label)):
        GalleryPicture.objects.create(product=wine, picture=picture, position=position)
    page = client.get(wine.get_absolute_url(), HTTP_ACCEPT="application/json").json()
    assert [each["alt"] for each in page["images"]] == ["Label", "Vineyard", "Cellar"]
    wine.picture = None
    wine.save()
    page = client.get(wine.get_absolute_url(), HTTP_ACCEPT="application/json").json()
    assert [each["alt"] for each in page["images"]] == ["Vineyard", "Cellar", "Label"]


@pytest.mark.parametrize("around", [1, 12])
def test_a_product_page_takes_few_queries_whatever_there_is(
    client: Client, red: Category, around: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    TaxRate.objects.create(name="CA Tax", country="US", state="CA", percent="7.25")
    vintages = {str(2000 + number): "30" for number in range(around)}
    wine = make_variable_product(prices=vintages, categories=[red])
    for number in range(around):
        make_product(name=f"Wine {number}", categories=[red], facts={"Vintage": "2019", "Region": "Douro"})
        make_review(wine)
        add_fact(wine, f"Fact {number}", "yes")
    client.get(wine.get_absolute_url())  # a process reads the price book once
    with django_assert_max_num_queries(8):
        assert client.get(wine.get_absolute_url()).status_code == 200
