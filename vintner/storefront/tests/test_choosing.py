"""Shoppers choose between vintages and sizes."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.catalogue import products
from vintner.catalogue.models import Product
from vintner.catalogue.product.variation_choices import MOST_EMBEDDED
from vintner.pricing import books
from vintner.pricing.models import Promotion, Tier
from vintner.testing.builders import (
    add_fact,
    make_picture,
    make_product,
    make_variable_product,
    make_variation,
    set_stock,
)

pytestmark = pytest.mark.django_db


def _props(client: Client, product: Product) -> dict[str, Any]:
    response = client.get(product.get_absolute_url(), headers={"accept": "application/json"})
    assert response.status_code == 200
    props: dict[str, Any] = response.json()
    return props


def _ask(client: Client, product: Product, **choices: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(_answer(client, product, **choices))
    return answer


def _answer(client: Client, product: Product, **choices: str) -> bytes:
    fields = {f"attribute_{slug}": value for slug, value in choices.items()}
    return client.post("/?wc-ajax=get_variation", {"product_id": product.pk, **fields}).content


@pytest.fixture
def library() -> Product:
    """A wine in more vintages than a page carries."""
    return make_variable_product(prices={str(1950 + number): "99.00" for number in range(MOST_EMBEDDED + 1)})


def test_up_to_thirty_variations_come_with_the_page(client: Client) -> None:
    wine = make_variable_product(prices={str(1950 + number): "99.00" for number in range(MOST_EMBEDDED)})
    props = _props(client, wine)
    assert (len(props["variations"]), props["combinations"]) == (MOST_EMBEDDED, [])


@pytest.mark.parametrize(
    ("stocks", "chosen"),
    [
        ({"2018": 3, "2020": 3, "2019": 3}, {"attribute_vintage": "2020"}),
        ({"2018": 3, "2020": 0, "2019": 3}, {"attribute_vintage": "2019"}),
        ({"2018": 0, "2020": 0}, {}),
    ],
    ids=["the newest", "the newest in stock", "none in stock"],
)
def test_the_page_begins_with_the_newest_vintage_that_can_be_bought(
    client: Client, stocks: dict[str, int], chosen: dict[str, str]
) -> None:
    wine = make_variable_product(prices=dict.fromkeys(stocks, "99.00"))
    for variation in wine.variations.all():
        set_stock(variation, stocks[variation.options.get().name])
    products.refresh_products([wine.pk], timezone.now())
    assert _props(client, wine)["preselected"] == chosen


def test_of_several_sizes_the_page_begins_with_the_usual_one(client: Client) -> None:
    prices = {"375 ml": "31.00", "750 ml": "54.00", "1.5 l": "118.00"}
    wine = make_variable_product(attribute="Bottle size", prices=prices)
    props = _props(client, wine)
    assert props["preselected"] == {"attribute_bottle-size": "750 ml"}
    assert props["options"][0]["missing"] == "Choose a bottle size"


@pytest.mark.parametrize(
    ("address", "chosen"),
    [
        ("?attribute_vintage=2018", {"attribute_vintage": "2018"}),
        ("?attribute_vintage=2019&cpage=1", {"attribute_vintage": "2019"}),
        ("?attribute_vintage=1900", {"attribute_vintage": "2020"}),
        ("?attribute_vintage=&attribute_colour=2018", {"attribute_vintage": "2020"}),
    ],
)
def test_an_address_chooses_the_vintage_with_which_the_page_begins(
    client: Client, address: str, chosen: dict[str, str]
) -> None:
    wine = make_variable_product(prices=dict.fromkeys(("2018", "2019", "2020"), "99.00"))
    found = client.get(wine.get_absolute_url() + address, headers={"Accept": "application/json"}).json()
    assert found["preselected"] == chosen


def test_an_address_may_choose_by_the_slug_of_a_value_and_of_more_than_the_page_carries(
    client: Client, library: Product
) -> None:
    wine = make_variable_product(attribute="Bottle size", prices={"750 ml": "54.00", "1.5 l": "118.00"})
    for product, address, chosen in (
        (wine, "?attribute_bottle-size=1-5-l", {"attribute_bottle-size": "1.5 l"}),
        (library, "?attribute_vintage=1955", {"attribute_vintage": "1955"}),
    ):
        answer = client.get(product.get_absolute_url() + address, headers={"Accept": "application/json"})
        assert answer.json()["preselected"] == chosen


def test_an_address_may_leave_a_choice_open(client: Client) -> None:
    wine = make_variable_product(attribute="Bottle size", prices={"750 ml": "20.00"})
    make_variation(wine, options={"Bottle size": "1.5 l", "Vintage": "2019"}, price="44.00")
    address = f"{wine.get_absolute_url()}?attribute_bottle-size=1-5-l"
    answer = client.get(address, headers={"accept": "application/json"}).json()
    assert answer["preselected"] == {"attribute_bottle-size": "1.5 l"}


def test_a_vintage_has_its_note_and_its_picture_is_loaded_first(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "48.00", "2020": "44.00"})
    newest = wine.variations.get(options__name="2020")
    newest.note, newest.picture = "A cool year.", make_picture()
    newest.save()
    props = _props(client, wine)
    notes = {each["choices"]["attribute_vintage"]: each["note"] for each in props["variations"]}
    assert notes == {"2019": "", "2020": "A cool year."}
    html = client.get(wine.get_absolute_url()).content.decode()
    preloads = re.findall(r'<link rel="preload" as="image"[^>]*>', html)
    assert [newest.picture.checksum[-20:] in each for each in preloads] == [True]
    assert _ask(client, wine, vintage="2020")["variation_description"] == "A cool year."


def test_a_page_that_does_not_carry_its_variations_begins_with_no_choice(client: Client, library: Product) -> None:
    assert _props(client, library)["preselected"] == {}


def test_of_more_the_page_knows_which_there_are(client: Client, library: Product) -> None:
    props = _props(client, library)
    assert (props["variations"], len(props["combinations"])) == ([], MOST_EMBEDDED + 1)
    assert props["combinations"][0]["choices"] == {"attribute_vintage": "1950"}
    assert len(props["options"][0]["values"]) == MOST_EMBEDDED + 1


def test_one_of_them_is_asked_for(client: Client, library: Product) -> None:
    answer = _ask(client, library, vintage="1952")
    assert answer["attributes"] == {"attribute_vintage": "1952"}
    assert (answer["display_price"], answer["sku"]) == (99.0, f"{library.sku}-1952")
    assert answer["price_html"] == '<span class="price">$99.00</span>'
    assert answer["availability_html"] == '<p class="stock in-stock">In stock</p>'
    assert (answer["min_qty"], answer["max_qty"], answer["is_in_stock"]) == (1, 50, True)
    assert answer["choice"]["price"]["current"] == "$99.00"


@pytest.mark.parametrize("choices", [{"vintage": "1900"}, {"size": "750 ml"}, {}])
def test_what_there_is_not_is_answered_with_false(client: Client, library: Product, choices: dict[str, str]) -> None:
    assert _answer(client, library, **choices) == b"false"


def test_an_unpublished_wine_has_no_variations(client: Client, library: Product) -> None:
    Product.objects.update(published=False)
    assert _answer(client, library, vintage="1952") == b"false"


def test_a_call_without_product_is_answered_with_nothing(client: Client) -> None:
    assert client.post("/?wc-ajax=get_variation", {"attribute_vintage": "1952"}).content == b""


def test_a_value_may_be_named_by_its_slug(client: Client) -> None:
    wine = make_variable_product(attribute="Bottle size", prices={"750 ml": "20.00", "1.5 l": "44.00"})
    assert _ask(client, wine, **{"bottle-size": "1-5-l"})["display_price"] == 44.0


def test_a_sold_out_variation_says_so(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "20.00"}, stock=0)
    answer = _ask(client, wine, vintage="2019")
    assert (answer["is_in_stock"], answer["max_qty"]) == (False, "")
    assert answer["availability_html"] == '<p class="stock out-of-stock">Sold out</p>'


def test_asking_takes_few_queries(
    client: Client, library: Product, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    books.load()
    with django_assert_max_num_queries(4):
        _ask(client, library, vintage="1952")


def test_without_scripts_a_wine_in_many_vintages_still_sells(client: Client, library: Product) -> None:
    fields = {"add-to-cart": library.pk, "variation_id": "", "attribute_vintage": "1960", "quantity": "2"}
    assert client.post(library.get_absolute_url(), fields).status_code == 302
    assert '"details":"1960"' in client.get("/cart/").content.decode()


def test_facts_belong_to_a_vintage(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2020": "22.00"})
    old, new = wine.variations.all()
    add_fact(wine, "Region", "Douro")
    add_fact(wine, "ABV", "14%", only=old)
    add_fact(wine, "ABV", "13%", only=new)
    props = _props(client, wine)
    assert [fact["name"] for fact in props["facts"]] == ["Region"]
    told = [{fact["name"]: fact["value"] for fact in each["facts"]} for each in props["variations"]]
    assert told == [{"Vintage": "2019", "ABV": "14%"}, {"Vintage": "2020", "ABV": "13%"}]


def test_the_bulk_table_follows_the_variation(client: Client) -> None:
    wine = make_variable_product(prices={"2019": "20.00", "2020": "30.00"})
    promotion = Promotion.objects.create(title="By the half case")
    promotion.products.add(wine)
    Tier.objects.create(promotion=promotion, at_least=6, value=10)
    props = _props(client, wine)
    assert [tier["unit_price"] for tier in props["tiers"]] == [""]
    fields = {"action": "wdr_ajax", "method": "get_variable_product_bulk_table"}
    token = client.post("/wp-admin/admin-ajax.php", fields)["Nonce"]
    for variation, price in zip(wine.variations.order_by("position"), ("$18.00", "$27.00"), strict=True):
        asked = {**fields, "awdr_nonce": token, "product_id": variation.pk}
        assert f"<td>{price}</td>" in client.post("/wp-admin/admin-ajax.php", asked).json()["bulk_table"]


def _ld(client: Client, product: Product) -> dict[str, Any]:
    html = client.get(product.get_absolute_url()).content.decode()
    blocks = [json.loads(text) for text in re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)]
    found: dict[str, Any] = blocks[0]
    return found


def test_search_engines_get_each_variation_with_its_own_offer_and_address(client: Client) -> None:
    wine = make_variable_product(name="Malvezin", prices={"2019": "20.00"})
    make_variation(wine, price="44.00", stock=0, options={"Vintage": "2020"}, position=1)
    group = _ld(client, wine)
    assert (group["@type"], group["productGroupID"], group["variesBy"]) == ("ProductGroup", wine.sku, ["vintage"])
    assert [each["name"] for each in group["hasVariant"]] == ["Malvezin 2019", "Malvezin 2020"]
    first, second = (each["offers"] for each in group["hasVariant"])
    assert first["url"].endswith("?attribute_vintage=2019")
    assert (first["price"], first["priceCurrency"]) == ("20.00", "USD")
    assert second["availability"] == "https://schema.org/OutOfStock"


def test_bottle_sizes_have_a_property_of_their_own(client: Client) -> None:
    group = _ld(client, make_variable_product(attribute="Bottle size", prices={"750 ml": "20.00"}))
    assert group["variesBy"] == ["https://schema.org/size"]
    assert group["hasVariant"][0]["size"] == "750 ml"


def test_a_simple_wine_is_a_product_with_an_offer(client: Client) -> None:
    about = _ld(client, make_product(price="30.00"))
    assert about["@type"] == "Product"
    assert about["offers"][0]["price"] == "30.00"
