"""Every recorded request is answered in the recorded shape."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from vintner.catalogue.models import Product
from vintner.express.middleware import tell_quote
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.store_api.tests.buying import buys, card
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.store_api.tests.recorded import differences, recording
from vintner.store_api.tests.wallets import offer_wallets, show_sheet, wallet_headers
from vintner.testing.api_client import ROOT, ApiAnswer, ApiClient
from vintner.testing.builders import (
    add_fact,
    make_category,
    make_picture,
    make_producer,
    make_product,
    make_review,
    make_variable_product,
)
from vintner.testing.provider import DECLINED, GOOD, ProviderDouble


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


def replay(client: ApiClient, world: World, name: str, *, headers: Mapping[str, str] | None = None) -> ApiAnswer:
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
    if isinstance(answer.json, dict) and answer.status >= 400:
        answer.json["data"].pop("fields", None)  # which inputs are meant: we say more than they do
    assert differences(answer.json, response["json"]) == []
    if isinstance(answer.json, dict):
        assert answer.json.get("code") == response["json"].get("code")
        assert answer.json.get("data", {}).get("status") == response["json"].get("data", {}).get("status")
    return answer


def fill(client: ApiClient, world: World, *lines: tuple[int, int]) -> None:
    """Put so many of what the recordings call so into the cart, and learn the keys of the lines."""
    for theirs, quantity in lines:
        answer = client.post("/cart/add-item", id=world.ids[theirs], quantity=quantity)
        assert answer.status == 201, answer.json
    items: Iterable[Any] = client.get("/cart").json["items"]
    by_id = {item["id"]: item["key"] for item in items}
    known = {141: "0f28b5d49b3020afeecd95b4009adf4c", 262: "c28d04f66f6f06f826533c22cb7caa0c"}
    world.keys.update({key: by_id[world.ids[theirs]] for theirs, key in known.items() if world.ids[theirs] in by_id})


@pytest.mark.parametrize("name", ["store_cart_empty", "store_unknown_route", "store_add_item_success"])
def test_who_has_no_cart_yet(client: ApiClient, world: World, name: str) -> None:
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
        "store_update_customer_success",
        "store_update_item_success",
        "store_update_item_unknown_key",
    ],
)
def test_a_cart_with_two_wines(client: ApiClient, world: World, name: str) -> None:
    fill(client, world, (141, 3), (262, 1))
    (package,) = client.get("/cart").json["shipping_rates"]
    world.keys |= {"local_pickup:3": package["shipping_rates"][-1]["rate_id"]}
    replay(client, world, name)


def test_several_requests_in_one(world: World) -> None:
    browser = ApiClient()
    world.keys["9cd07ad7d7"] = browser.headers["Nonce"]
    answer = replay(browser, world, "store_batch_mixed")
    assert [each["status"] for each in answer.json["responses"]] == [201, 201, 400]
    assert browser.get("/cart").json["items_count"] == 3


def test_more_than_there_is(client: ApiClient, world: World) -> None:
    fill(client, world, (141, 3))
    answer = replay(client, world, "store_update_item_over_stock")
    assert "999" in answer.json["message"]


def test_taking_a_coupon_off(client: ApiClient, world: World) -> None:
    fill(client, world, (141, 3), (262, 1))
    client.post("/cart/apply-coupon", code="save10")
    assert replay(client, world, "store_remove_coupon_success").json["coupons"] == []


def test_a_change_without_a_nonce_and_one_with_a_bad_one(world: World) -> None:
    replay(ApiClient(), world, "store_add_item_no_nonce", headers={})
    replay(ApiClient(), world, "store_add_item_bad_nonce", headers={"Nonce": "bad"})


@pytest.fixture
def paying(world: World, may_ship: None, provider: ProviderDouble, settings: Settings) -> World:
    """A store that asks nobody's age, as the recorded one."""
    settings.AGE_CHECK = "off"
    world.keys.update({"cod": "stripe", "bacs": "stripe", "pm_ok": GOOD})
    return world


@pytest.mark.parametrize(
    "name",
    [
        "store_checkout_get",
        "store_checkout_put",
        "store_checkout_missing_fields",
        "block_store_checkout_card_success",
        "block_store_checkout_card_declined",
        "block_store_checkout_card_requires_action",
    ],
)
def test_the_checkout(client: ApiClient, paying: World, name: str) -> None:
    fill(client, paying, (141, 3))
    answer = replay(client, paying, name)
    if answer.status == 200:
        assert answer.json["status"] == recording(name)["response"]["json"]["status"]


@pytest.mark.parametrize("name", ["express_store_checkout_success", "express_store_checkout_requires_action"])
def test_a_checkout_by_a_wallet(world: World, paying: World, name: str) -> None:
    """The recorded requests name no quote, so they are held to the one that the browser was told last."""
    client = ApiClient()
    fill(client, paying, (141, 3))
    offer_wallets()
    sheet = show_sheet(client)
    response = HttpResponse()
    tell_quote(RequestFactory().get("/"), response, sheet)
    client.client.cookies.update(response.cookies)
    paying.keys |= {"flat_rate:1": sheet.shipping_rate}
    answer = replay(client, paying, name, headers=wallet_headers(client))
    assert (answer.json["status"], Order.objects.get().total) == (
        recording(name)["response"]["json"]["status"],
        sheet.total,
    )


def test_a_checkout_by_the_recorded_body_and_a_card(client: ApiClient, paying: World) -> None:
    """The recorded way to pay needs no card; the rest of the body and all of the answer are as recorded."""
    fill(client, paying, (141, 3))
    told = recording("store_checkout_success")
    body = {**told["request"]["body"], "payment_method": "stripe", "payment_data": card()}
    answer = client.post("/checkout", **body)
    assert answer.status == 200, answer.json
    assert differences(answer.json, told["response"]["json"]) == []
    for name in ("status", "customer_note", "billing_address", "shipping_address"):
        assert answer.json[name] == told["response"]["json"][name]


def test_a_checkout_of_nothing(client: ApiClient, paying: World) -> None:
    replay(client, paying, "store_checkout_get_empty")
    told = recording("store_checkout_empty_cart")
    answer = client.post("/checkout", **told["request"]["body"])
    assert (answer.status, answer.json["code"]) == (409, told["response"]["json"]["code"])
    del told["response"]["json"]["data"]["0"]  # left over there from another status
    assert differences(answer.json, told["response"]["json"]) == []


def test_a_checkout_without_a_nonce(paying: World) -> None:
    replay(ApiClient(), paying, "store_checkout_no_nonce", headers={})


def test_a_payment_for_an_order(client: ApiClient, paying: World) -> None:
    replay(client, paying, "store_checkout_order_unknown")
    fill(client, paying, (141, 3))
    buys(client, DECLINED)
    made = Order.objects.get()
    told = recording("store_checkout_order_pay_success")
    body = {**told["request"]["body"], "key": made.key, "payment_method": "stripe", "payment_data": card()}
    answer = client.post(f"/checkout/{made.pk}", **body)
    assert (answer.status, answer.json["status"]) == (200, "processing")
    assert differences(answer.json, told["response"]["json"]) == []


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
def test_products(client: ApiClient, world: World, name: str) -> None:
    replay(client, world, name)
