"""Every recorded request of the contract, answered in the recorded shape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest

from vintner.catalogue.models import Product
from vintner.pricing.models import Coupon
from vintner.store_api.tests.conftest import ROOT, Answer, Browser
from vintner.store_api.tests.recorded import differences, recording
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_picture,
    make_producer,
    make_product,
    make_review,
    make_variable_product,
)


@dataclass
class World:
    """The products that the recordings name, as they are here."""

    ids: Mapping[int, int]
    keys: dict[str, str]

    def ours(self, value: object) -> object:
        """Return a recorded body, path or header with our ids and keys in the place of theirs."""
        if isinstance(value, dict):
            return {key: self.ours(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.ours(each) for each in value]
        if isinstance(value, int) and not isinstance(value, bool):
            return self.ids.get(value, value)
        return self.keys.get(value, value) if isinstance(value, str) else value


@pytest.fixture
def world(shop: None) -> World:
    """Two simple wines (one is short), a variable one, a coupon, reviews."""
    shelf = make_category("White wine")
    plain = make_product(name="Wine 1 Reserve", price="16.99", categories=[shelf], producer=make_producer())
    add_fact(plain, "Vintage", "2001")
    second = make_product(name="Wine 11 Reserve", price="23.99")
    short = make_product(name="Wine 101 Reserve", price="16.99", stock=3)
    variable = make_variable_product(name="Vertical Pack 1", attribute="Size", prices={"375ml": "18", "750ml": "63"})
    for product in (plain, second, short, variable):
        Product.objects.filter(pk=product.pk).update(
            picture=make_picture(), short_description="Dark cherry.", description="Dark cherry, long."
        )
    make_review(plain, rating=4, text="Very good value.")
    make_review(plain, rating=5, text="Good.")
    Coupon.objects.create(code="save10", kind="percent", amount=Decimal(10))
    variation = variable.variations.order_by("position").values_list("pk", flat=True)[0]
    return World({141: plain.pk, 142: second.pk, 241: short.pk, 261: variable.pk, 262: variation}, {})


def replay(client: Browser, world: World, name: str, *, headers: Mapping[str, str] | None = None) -> Answer:
    """Ask what was asked, and require the recorded status, code and shape."""
    told = recording(name)
    request, response = told["request"], told["response"]
    where = urlsplit(request["url"])
    path = "/".join(str(world.ours(int(part)) if part.isdecimal() else part) for part in where.path.split("/"))
    answer = client.send(
        request["method"],
        path.removeprefix(ROOT) + (f"?{where.query}" if where.query else ""),
        world.ours(request["body"]),
        headers=headers,
    )
    assert answer.status == response["status"], answer.json
    assert differences(answer.json, response["json"]) == []
    if isinstance(answer.json, dict):
        assert answer.json.get("code") == response["json"].get("code")
        assert answer.json.get("data", {}).get("status") == response["json"].get("data", {}).get("status")
    return answer


def fill(client: Browser, world: World, *lines: tuple[int, int]) -> None:
    """Put so many of what the recordings call so into the cart, and learn the keys of the lines."""
    for theirs, quantity in lines:
        answer = client.post("/cart/add-item", id=world.ids[theirs], quantity=quantity)
        assert answer.status == 201, answer.json
    items: Iterable[Any] = client.get("/cart").json["items"]
    by_id = {item["id"]: item["key"] for item in items}
    known = {141: "0f28b5d49b3020afeecd95b4009adf4c", 262: "c28d04f66f6f06f826533c22cb7caa0c"}
    world.keys.update({key: by_id[world.ids[theirs]] for theirs, key in known.items() if world.ids[theirs] in by_id})


@pytest.mark.parametrize("name", ["store_cart_empty", "store_unknown_route", "store_add_item_success"])
def test_who_has_no_cart_yet(client: Browser, world: World, name: str) -> None:
    replay(client, world, name)


@pytest.mark.parametrize(
    "name",
    [
        "store_cart_filled",
        "store_add_item_over_stock",
        "store_add_item_unknown",
        "store_apply_coupon_empty",
        "store_apply_coupon_success",
        "store_apply_coupon_unknown",
        "store_remove_item_success",
        "store_remove_item_unknown_key",
        "store_select_shipping_rate_success",
        "store_select_shipping_rate_unknown",
        "store_update_customer_success",
        "store_update_item_success",
        "store_update_item_unknown_key",
    ],
)
def test_a_cart_with_two_wines(client: Browser, world: World, name: str) -> None:
    fill(client, world, (141, 3), (262, 1))
    replay(client, world, name)


def test_several_requests_in_one(world: World) -> None:
    browser = Browser()
    world.keys["9cd07ad7d7"] = browser.headers["Nonce"]
    answer = replay(browser, world, "store_batch_mixed")
    assert [each["status"] for each in answer.json["responses"]] == [201, 201, 400]
    assert browser.get("/cart").json["items_count"] == 3


def test_more_than_there_is(client: Browser, world: World) -> None:
    fill(client, world, (141, 3))
    answer = replay(client, world, "store_update_item_over_stock")
    assert "999" in answer.json["message"]


def test_taking_a_coupon_off(client: Browser, world: World) -> None:
    fill(client, world, (141, 3), (262, 1))
    client.post("/cart/apply-coupon", code="save10")
    assert replay(client, world, "store_remove_coupon_success").json["coupons"] == []


def test_a_change_without_a_nonce_and_one_with_a_bad_one(world: World) -> None:
    replay(Browser(), world, "store_add_item_no_nonce", headers={})
    replay(Browser(), world, "store_add_item_bad_nonce", headers={"Nonce": "bad"})


@pytest.mark.parametrize(
    "name",
    [
        "store_product_simple",
        "store_product_variable",
        "store_product_variation",
        "store_product_unknown",
        "store_products_search",
        "store_collection_data",
        "store_reviews",
    ],
)
def test_products(client: Browser, world: World, name: str) -> None:
    replay(client, world, name)
