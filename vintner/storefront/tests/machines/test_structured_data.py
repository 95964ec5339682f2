"""JSON-LD of all pages, against a schema of what schema.org and search engines take (structured_data.json)."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator

from vintner.catalogue.displayed_prices import Unit
from vintner.catalogue.models import Product, Variation
from vintner.catalogue.offers import Offer, sale_end
from vintner.catalogue.rules import Price, Stock
from vintner.money import ZERO, Money
from vintner.pricing.choices import PromotionKind
from vintner.pricing.models import Promotion, Tier
from vintner.storefront.tests.machines.shop import fill_shop, list_pages, read_head, read_items, read_props
from vintner.testing.builders import make_box_wine, make_product, make_variable_product, make_variation

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(Path(__file__).with_name("structured_data.json").read_text())
SALE_ENDS = datetime(2099, 12, 5, 8, tzinfo=UTC)
"""Midnight in the store's time zone."""


def check_block(block: dict[str, Any]) -> None:
    """Raise ValidationError for a block that search engines would refuse."""
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{block['@type']}"}).validate(block)


def block_of(client: Client, product: Product) -> dict[str, Any]:
    block: dict[str, Any] = read_head(client, product.get_absolute_url()).blocks[0]
    check_block(block)
    return block


def test_every_page_has_valid_blocks(client: Client) -> None:
    fill_shop()
    kinds = set()
    for path in list_pages(client):
        for block in read_head(client, path).blocks:
            check_block(block)
            kinds.add(block["@type"])
    assert kinds == {"Product", "ProductGroup", "BreadcrumbList", "OnlineStore", "Winery"}


def test_what_has_a_price_has_an_offer_and_nothing_else_has(client: Client) -> None:
    fill_shop()
    for product in Product.objects.all():
        block = block_of(client, product)
        has_price = product.sku != "HIDDEN-PRICE" and product.plan is None
        assert all(("offers" in each) is has_price for each in block.get("hasVariant", [block])), product.sku


@pytest.mark.parametrize(
    ("backorders", "state"),
    [("no", "OutOfStock"), ("notify", "BackOrder"), ("yes", "InStock")],
)
def test_the_stock_is_what_the_page_says(client: Client, backorders: str, state: str) -> None:
    wine = make_product(stock=0, backorders=backorders)
    [offer] = block_of(client, wine)["offers"]
    assert offer["availability"] == f"https://schema.org/{state}"


def test_a_product_without_variations_is_no_group(client: Client) -> None:
    wine = make_variable_product()
    wine.variations.all().delete()
    assert block_of(client, wine)["@type"] == "Product"


def test_a_sale_has_its_former_price_and_its_end(client: Client) -> None:
    now = timezone.now()
    wine = make_product(price="30.00", sale_price="24.00", sale_ends_at=SALE_ENDS)
    [offer] = block_of(client, wine)["offers"]
    assert (offer["price"], offer["priceValidUntil"]) == ("24.00", "2099-12-05T00:00-08:00")
    assert offer["priceSpecification"]["price"] == "30.00"
    wine.variations.update(sale_ends_at=None)
    [offer] = block_of(client, wine)["offers"]
    assert (offer["priceSpecification"]["price"], "priceValidUntil" in offer) == ("30.00", False)
    wine.variations.update(sale_ends_at=now)
    [offer] = block_of(client, wine)["offers"]
    assert (offer["price"], "priceSpecification" in offer, "priceValidUntil" in offer) == ("30.00", False, False)


def test_the_end_of_a_sale_is_not_that_of_what_a_promotion_takes_off(client: Client) -> None:
    wine = make_product(price="30.00", sale_price="24.00", sale_ends_at=SALE_ENDS)
    Tier.objects.create(promotion=Promotion.objects.create(title="Less", kind=PromotionKind.SIMPLE), value=10)
    [offer] = block_of(client, wine)["offers"]
    assert (offer["price"], offer["priceSpecification"]["price"]) == ("21.60", "30.00")
    assert ("priceValidUntil" in offer, read_props(client, wine.get_absolute_url())["sale_ends"]) == (False, "")


@pytest.mark.parametrize(
    ("ends_at", "words"),
    [
        (SALE_ENDS, "Sale ends December 4, 2099"),
        (SALE_ENDS.replace(hour=7, minute=59, second=59), "Sale ends December 4, 2099"),
        (SALE_ENDS.replace(hour=7, minute=58), "Sale ends December 4, 2099, 11:58 p.m. PST"),
        (SALE_ENDS.replace(hour=9, minute=0), "Sale ends December 5, 2099, 1:00 a.m. PST"),
        (None, ""),
    ],
    ids=["at midnight", "a second before", "at another time", "in the night", "never"],
)
def test_the_page_says_when_a_sale_ends(client: Client, ends_at: datetime | None, words: str) -> None:
    wine = make_product(price="30.00", sale_price="24.00", sale_ends_at=ends_at)
    props = read_props(client, wine.get_absolute_url())
    assert (props["sale_ends"], props["price"]["regular"]) == (words, "$30.00")


def test_vintages_whose_sales_end_at_different_times_each_say_when(client: Client) -> None:
    wine = make_variable_product(prices={"2018": "30.00"})
    for vintage, day in (("2019", 5), ("2020", 6)):
        ends = SALE_ENDS.replace(day=day)
        make_variation(wine, price="30.00", sale_price="24.00", sale_ends_at=ends, options={"Vintage": vintage})
    props = read_props(client, wine.get_absolute_url())
    ends_of = {each["choices"]["attribute_vintage"]: each["sale_ends"] for each in props["variations"]}
    assert ends_of == {"2018": "", "2019": "Sale ends December 4, 2099", "2020": "Sale ends December 5, 2099"}
    assert props["sale_ends"] == ""


def test_ids_are_those_of_the_feed(client: Client) -> None:
    fill_shop()
    items, found = read_items(client), {}
    for product in Product.objects.all():
        block = block_of(client, product)
        for each in block.get("hasVariant", [block]):
            if "offers" in each:
                found[each["sku"]] = block.get("productGroupID")
    assert found == {sku: item.get("item_group_id") for sku, item in items.items()}
    assert "S" * 50 in found


def test_variations_without_an_sku_have_the_ids_of_the_feed(client: Client) -> None:
    wine = make_variable_product(sku="WINE", prices={"2018": "20.00", "2019": "20.00"})
    Variation.objects.update(sku=None)
    ids = [f"variation-{each.pk}" for each in wine.variations.all()]
    assert [each["sku"] for each in block_of(client, wine)["hasVariant"]] == ids == list(read_items(client))


@pytest.mark.parametrize(
    ("until", "words"),
    [
        ([SALE_ENDS, SALE_ENDS], "Sale ends December 4, 2099"),
        ([SALE_ENDS, SALE_ENDS.replace(day=6)], ""),
        ([SALE_ENDS, None], ""),
        ([None, SALE_ENDS], ""),
        ([], ""),
    ],
)
def test_several_bottles_have_one_end_or_none(until: list[datetime | None], words: str) -> None:
    unit = Unit(1, 1, "", Decimal(0), Price(current=ZERO, regular=ZERO))
    stock = Stock(counted=False, free=0)
    offers = [Offer(Price(current=ZERO, regular=Money(100), until=each), stock, unit) for each in until]
    assert sale_end(offers) == words


def test_a_subscription_says_until_when_it_begins_at_the_price_of_the_sale(client: Client) -> None:
    box = make_box_wine()
    box.variations.update(sale_price=Money(1000), sale_ends_at=SALE_ENDS)
    assert read_props(client, box.get_absolute_url())["sale_ends"] == "Sale ends December 4, 2099"


def test_a_variation_has_all_of_its_options(client: Client) -> None:
    wine = make_variable_product(prices={"2018": "30.00"})
    make_variation(wine, options={"Vintage": "2019", "Cask": "Oak", "Bottle size": "1.5 l"})
    variant = block_of(client, wine)["hasVariant"][1]
    assert {each["propertyID"]: each["value"] for each in variant["additionalProperty"]} == {
        "vintage": "2019",
        "cask": "Oak",
    }
    assert variant["size"] == "1.5 l"


def test_the_description_is_the_short_one_else_the_long_one(client: Client) -> None:
    wine = make_product()
    assert "description" not in block_of(client, wine)
    for columns, text in (({"description": "Long."}, "Long."), ({"short_description": "Short."}, "Short.")):
        Product.objects.update(**columns)
        assert block_of(client, wine)["description"] == text
        assert read_head(client, wine.get_absolute_url()).description == text


def test_a_long_description_is_cut_and_stands_once(client: Client) -> None:
    wine = make_variable_product(prices={"2018": "20.00", "2019": "20.00"})
    Product.objects.update(description="word " * 2_000)
    block = block_of(client, wine)
    assert block["description"] == ("word " * 1_000)
    assert not [each for each in block["hasVariant"] if "description" in each]
    Product.objects.update(short_description="Short.")
    assert [each["description"] for each in block_of(client, wine)["hasVariant"]] == ["Short.", "Short."]
