"""The block checkout's page: the classic one's parts in another order."""

from typing import Any

import pytest
from django.test import Client

from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.shipping.regions import Address
from vintner.testing.builders import make_product
from vintner.testing.provider import DECLINED, ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
URL = "/checkout/block/"
ASKED = ("first_name", "last_name", "country", "address_1", "address_2", "city", "state", "postcode", "phone")
HERE = Address(
    first_name="Ana",
    last_name="Reis",
    country="US",
    state="NY",
    city="New York",
    postcode="10001",
    address_1="2 Elm St",
)


def page(client: Client) -> Any:  # noqa: ANN401 - JSON
    response = client.get(URL, headers={"Accept": "application/json"})
    assert response.status_code == 200, response
    return response.json()


def values(fields: list[dict[str, str]]) -> dict[str, str]:
    return {field["name"]: field["value"] for field in fields}


def test_somebody_new_is_asked_for_little() -> None:
    shown = page(Shopper().puts(make_product()).client)
    assert shown["email"]["name"] == "billing_email"
    names = [field["name"] for field in shown["shipping_address"]]
    assert names == [f"shipping_{name}" for name in ASKED]
    assert all(field["autocomplete"].startswith("shipping ") for field in shown["shipping_address"])
    assert not shown["shipping_address"][-1]["required"]
    assert (shown["same_address"], shown["classic_url"]) == (True, "/checkout/")
    assert shown["log_in_url"].endswith("next=%2Fcheckout%2Fblock%2F")


def test_without_anything_to_buy_there_is_the_cart() -> None:
    response = Client().get(URL)
    assert (response.status_code, response["Location"]) == (302, "/cart/")


def test_looking_writes_no_order_and_posting_is_not_for_here() -> None:
    shopper = Shopper().puts(make_product())
    page(shopper.client)
    assert Client().post(URL).status_code == 405
    assert not Order.objects.exists()
    assert "no-store" in shopper.client.get(URL)["Cache-Control"]


def test_what_was_said_of_this_cart_is_newer_than_any_order(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(DECLINED)
    known = page(shopper.client)
    assert values(known["shipping_address"])["shipping_city"] == "San Francisco"
    Cart.objects.update(addresses={"billing": HERE.stored(), "shipping": HERE.stored()})
    shown = page(shopper.client)
    assert values(shown["shipping_address"])["shipping_city"] == "New York"
    assert values(shown["billing"])["billing_city"] == "New York"
    assert shown["same_address"] is True


def test_two_addresses_stay_two() -> None:
    shopper = Shopper().puts(make_product())
    elsewhere = Address(**{**HERE.stored(), "city": "Ojai", "state": "CA", "postcode": "93023"})
    Cart.objects.update(addresses={"billing": HERE.stored(), "shipping": elsewhere.stored()})
    shown = page(shopper.client)
    assert shown["same_address"] is False
    assert values(shown["shipping_address"])["shipping_city"] == "Ojai"
    assert values(shown["billing"])["billing_city"] == "New York"


def test_who_is_logged_in_is_not_asked_to(provider: ProviderDouble) -> None:
    shopper = Shopper()
    shopper.client.force_login(User.objects.create_user("ana@example.com", "violet tractor seven moons"))
    shown = page(shopper.puts(make_product()).client)
    assert (shown["log_in_url"], shown["account"], shown["email"]["value"]) == ("", None, "ana@example.com")
