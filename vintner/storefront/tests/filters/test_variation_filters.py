"""A listing that is filtered by what belongs to a single variation speaks of that variation."""

from typing import Any
from urllib.parse import quote_plus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from vintner.catalogue import products
from vintner.catalogue.models import Product, Variation
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


@pytest.fixture
def givry() -> Product:
    return make_variable_product(name="Givry", prices={"2022": "42.00", "2019": "54.00"})


@pytest.fixture
def brut() -> Product:
    """A sparkling wine in three sizes."""
    wine = make_variable_product(
        name="Brut", attribute="Bottle size", prices={"375 ml": "31.00", "750 ml": "54.00", "1.5 l": "118.00"}
    )
    add_fact(wine, "Bottle size", "375 ml")
    add_fact(wine, "Bottle size", "1.5 l")
    return wine


def ask(client: Client, url: str) -> dict[str, Any]:
    props: dict[str, Any] = client.get(url, headers={"accept": "application/json"}).json()
    return props


def only_card(client: Client, url: str) -> dict[str, Any]:
    (card,) = ask(client, url)["cards"]
    found: dict[str, Any] = card
    return found


def named(client: Client, url: str) -> list[str]:
    return [card["name"] for card in ask(client, url)["cards"]]


def counted(client: Client, url: str, facet: str) -> dict[str, int]:
    facets = {each["name"]: each["values"] for each in ask(client, url)["facets"]["facets"]}
    return {value["value"]: value["count"] for value in facets.get(facet, ())}


def variation(wine: Product, value: str) -> Variation:
    found: Variation = wine.variations.get(options__name=value)
    return found


def sell_out(wine: Product, value: str) -> None:
    set_stock(variation(wine, value), 0)
    products.refresh_products([wine.pk], timezone.now())


def test_the_card_has_the_price_and_the_unit_of_the_size(client: Client, brut: Product) -> None:
    card = only_card(client, "/shop/?bottle-size=1-5-l")
    assert card["price"] == {"current": "$118.00", "regular": "", "from_lowest": False}
    assert card["unit"] == "/ 1.5 l"
    assert card["url"] == f"{brut.get_absolute_url()}?attribute_bottle-size={quote_plus('1.5 l')}"
    assert only_card(client, "/shop/")["price"]["from_lowest"]


def test_the_card_has_the_vintage_and_its_link_chooses_it(client: Client, givry: Product) -> None:
    card = only_card(client, "/shop/?vintage=2019")
    assert (card["vintage"], card["price"]["current"], card["price"]["from_lowest"]) == ("2019", "$54.00", False)
    assert card["url"] == f"{givry.get_absolute_url()}?attribute_vintage=2019"
    assert only_card(client, "/shop/?colour=&orderby=price")["url"] == givry.get_absolute_url()


def test_several_vintages_have_the_lowest_of_their_prices(client: Client, givry: Product) -> None:
    make_variation(givry, price="60.00", options={"Vintage": "2015"}, position=2)
    card = only_card(client, "/shop/?vintage=2019&vintage=2015")
    assert card["price"] == {"current": "$54.00", "regular": "", "from_lowest": True}
    assert (card["vintage"], card["url"]) == ("2015, 2019", givry.get_absolute_url())
    assert (card["can_add"], card["button"], card["item_id"]) == (False, "Choose options", givry.pk)


def test_the_link_has_what_the_variations_share(client: Client, givry: Product) -> None:
    for size, price in (("750 ml", "80.00"), ("1.5 l", "150.00")):
        make_variation(givry, price=price, options={"Vintage": "2010", "Bottle size": size}, position=5)
    card = only_card(client, "/shop/?vintage=2010")
    assert card["url"] == f"{givry.get_absolute_url()}?attribute_vintage=2010"
    assert card["price"] == {"current": "$80.00", "regular": "", "from_lowest": True}
    both = only_card(client, "/shop/?vintage=2010&bottle-size=1-5-l")
    assert (both["price"]["current"], both["vintage"], both["unit"]) == ("$150.00", "2010", "/ 1.5 l")


def test_the_only_variation_left_is_added_with_one_press(client: Client, givry: Product) -> None:
    card = only_card(client, "/shop/?vintage=2019")
    chosen = variation(givry, "2019")
    assert (card["can_add"], card["button"]) == (True, "Add to cart")
    assert (card["product_id"], card["item_id"], card["sku"]) == (givry.pk, chosen.pk, chosen.sku)
    client.post("/cart/add/", {"add-to-cart": card["item_id"]})
    assert '"details":"2019"' in client.get("/cart/").content.decode()


def test_the_picture_is_that_of_the_vintage(client: Client, givry: Product) -> None:
    Product.objects.filter(pk=givry.pk).update(picture=make_picture("All of them"))
    wine = variation(givry, "2019")
    wine.picture = make_picture("The 2019")
    wine.save()
    assert only_card(client, "/shop/?vintage=2019")["image"]["alt"] == "The 2019"
    assert only_card(client, "/shop/?vintage=2022")["image"]["alt"] == "All of them"
    assert only_card(client, "/shop/")["image"]["alt"] == "All of them"


def test_a_vintage_that_is_sold_out_is_not_in_stock(client: Client, givry: Product) -> None:
    sell_out(givry, "2019")
    card = only_card(client, "/shop/?vintage=2019")
    assert (card["stock"], card["stock_kind"], card["button"]) == ("Sold out", "out_of_stock", "See the wine")
    assert card["url"].endswith("?attribute_vintage=2019")
    assert named(client, "/shop/?vintage=2019&in_stock=1") == []
    assert named(client, "/shop/?vintage=2022&in_stock=1") == ["Givry"]
    make_product(name="Plain", facts={"Vintage": "2019"})
    assert counted(client, "/shop/?vintage=2019", "in_stock") == {"1": 1}
    assert counted(client, "/shop/?in_stock=1", "vintage") == {"2022": 1, "2019": 1}


def test_a_price_is_that_of_any_variation(client: Client, givry: Product, brut: Product) -> None:
    make_product(name="Plain", price="54.00")
    assert named(client, "/shop/?min_price=50&max_price=60") == ["Brut", "Givry", "Plain"]
    assert named(client, "/shop/?min_price=43&max_price=53") == []
    cards = {card["name"]: card for card in ask(client, "/shop/?min_price=50&max_price=60")["cards"]}
    assert {card["price"]["current"] for card in cards.values()} == {"$54.00"}
    assert cards["Givry"]["url"].endswith("?attribute_vintage=2019")
    assert cards["Brut"]["unit"] == "/ 750 ml"


def test_price_and_vintage_are_those_of_one_variation(client: Client, givry: Product) -> None:
    assert named(client, "/shop/?vintage=2019&max_price=45") == []
    assert named(client, "/shop/?vintage=2022&max_price=45") == ["Givry"]
    assert counted(client, "/shop/?max_price=45&vintage=2019", "vintage") == {"2022": 1, "2019": 0}
    values = client.get("/shop/?max_price=45&values_of=vintage&values_like=20").json()["values"]
    assert [value["value"] for value in values] == ["2022"]


def test_a_sale_is_that_of_the_vintage(client: Client, givry: Product) -> None:
    make_variation(givry, price="50.00", sale_price="40.00", options={"Vintage": "2010"}, position=3)
    assert named(client, "/shop/?vintage=2019&on_sale=1") == []
    assert only_card(client, "/shop/?on_sale=1")["price"] == {
        "current": "$40.00",
        "regular": "$50.00",
        "from_lowest": False,
    }


@pytest.mark.parametrize(
    ("order", "names"), [("price", ["Middle", "Givry", "Dear"]), ("price-desc", ["Dear", "Givry", "Middle"])]
)
def test_an_order_by_price_is_that_of_the_cards(client: Client, givry: Product, order: str, names: list[str]) -> None:
    make_product(name="Middle", price="50.00", facts={"Vintage": "2019"})
    make_product(name="Dear", price="60.00", facts={"Vintage": "2019"})
    assert named(client, f"/shop/?vintage=2019&orderby={order}") == names


def test_counts_are_the_results_of_the_next_choice(client: Client, givry: Product, brut: Product) -> None:
    make_product(name="Plain", price="54.00", facts={"Vintage": "2019", "Bottle size": "750 ml"})
    add_fact(givry, "Bottle size", "750 ml")
    sell_out(givry, "2022")
    for chosen in ("in_stock=1", "vintage=2019", "bottle-size=750-ml", "min_price=50&max_price=60", "max_price=45"):
        for facet in ("vintage", "bottle-size", "in_stock"):
            if facet not in chosen:
                for value, count in counted(client, f"/shop/?{chosen}", facet).items():
                    assert len(named(client, f"/shop/?{chosen}&{facet}={value}")) == count, (chosen, facet, value)


def test_a_fact_of_the_wine_holds_for_its_variations(client: Client, givry: Product) -> None:
    add_fact(givry, "Bottle size", "750 ml")
    card = only_card(client, "/shop/?bottle-size=750-ml&vintage=2019")
    assert (card["price"]["current"], card["unit"]) == ("$54.00", "/ 750 ml")


def test_a_promotion_lowers_the_price_that_is_filtered_by(client: Client, givry: Product) -> None:
    promotion = Promotion.objects.create(title="A tenth off")
    promotion.products.add(givry)
    Tier.objects.create(promotion=promotion, at_least=1, value=10)
    products.refresh_products([givry.pk], timezone.now())
    assert named(client, "/shop/?min_price=50") == []
    assert only_card(client, "/shop/?min_price=45")["price"]["current"] == "$48.60"


def test_cards_of_variations_cost_no_further_query(client: Client, givry: Product, brut: Product) -> None:
    ask(client, "/shop/")
    counts = []
    for url in ("/shop/?colour=red&colour=white", "/shop/?vintage=2019", "/shop/?min_price=50&max_price=60&in_stock=1"):
        with CaptureQueriesContext(connection) as captured:
            ask(client, url)
        counts.append(len(captured))
    assert max(counts) <= 8
    assert counts[1] == counts[2]
