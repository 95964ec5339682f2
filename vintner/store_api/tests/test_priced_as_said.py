"""The total of a cart in the Store API is what the order costs, whatever promotions ask about the buyer."""

from typing import Any

import pytest
from pytest_django import Settings

from vintner.cart.models import Cart
from vintner.checkout.tests.facts import WORDS, half_price
from vintner.orders.models import Order
from vintner.store_api.tests.buying import JANE, SHE_PAYS, buys, puts, said
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.testing.api_client import ApiClient
from vintner.testing.provider import ProviderDouble
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.usefixtures("provider", "may_ship")
FULL, HALF = "4717", "2895"
"""Two bottles at $16.99 with delivery and tax; the same at half price."""
LINK: dict[str, Any] = {"payment_method": "stripe_link"}
WITH_CART = "/checkout?__experimental_calc_totals=true"
THEY_PAY: dict[str, dict[str, str]] = {
    "payment_method": SHE_PAYS,
    "billing_city": {**SHE_PAYS, "city": "Ojai"},
    "email": {**SHE_PAYS, "email": "Vip@example.com"},
}
facts = pytest.mark.parametrize("fact", WORDS)


@pytest.fixture(autouse=True)
def _two_ways_to_pay(settings: Settings) -> None:
    settings.PAYMENT_TYPES = ["card", "link"]


def tells(client: ApiClient, fact: str) -> str:
    """Say the fact before the order; return the total that is answered."""
    told = client.post("/cart/update-customer", billing_address=THEY_PAY[fact], shipping_address=JANE).json
    if fact == "payment_method":
        told = client.send("PUT", WITH_CART, LINK).json["__experimentalCart"]
    total: str = told["totals"]["total_price"]
    return total


def orders(client: ApiClient, fact: str, shown: str) -> tuple[int, str]:
    """Place the order as it was said; return the answer's status and the cart's total in it, if there is one."""
    method = LINK if fact == "payment_method" else {}
    answer = buys(client, billing_address=THEY_PAY[fact], extensions=said(shown_total=shown), **method)
    cart = answer.json.get("data", {}).get("cart")
    return answer.status, cart["totals"]["total_price"] if cart else ""


@facts
def test_the_order_costs_what_the_cart_was_told_to(client: ApiClient, provider: ProviderDouble, fact: str) -> None:
    half_price(fact)
    puts(client)
    client.post("/cart/update-customer", billing_address=SHE_PAYS, shipping_address=JANE)
    assert client.get("/cart").json["totals"]["total_price"] == FULL
    assert tells(client, fact) == HALF
    assert client.get("/cart").json["totals"]["total_price"] == HALF
    assert orders(client, fact, HALF) == (200, "")
    made = Order.objects.get()
    assert (str(made.total.minor), provider.ledger) == (HALF, {made.pk: [made.total]})


@facts
def test_said_with_the_order_only_it_is_refused_with_the_cart_as_it_is_then(client: ApiClient, fact: str) -> None:
    half_price(fact)
    puts(client)
    assert orders(client, fact, FULL) == (409, HALF)
    assert orders(client, fact, HALF) == (200, "")


def test_the_draft_has_the_method_and_costs_what_it_does_by_it(client: ApiClient) -> None:
    half_price("payment_method")
    puts(client)
    client.post("/cart/update-customer", billing_address=SHE_PAYS, shipping_address=JANE)
    assert client.send("PUT", "/checkout", LINK).json["payment_method"] == "stripe_link"
    assert str(Order.objects.get().total.minor) == HALF


def test_our_own_page_is_told_in_words_and_which_method_it_is_for(client: ApiClient) -> None:
    half_price("payment_method")
    puts(client)
    told = client.send("PUT", WITH_CART, LINK, headers={**client.headers, "Accept": SECTIONS}).json
    parts = told["__experimentalCart"]["extensions"]["vintner"]["checkout"]
    assert (parts["review"]["shown_total"], parts["payment"]["chosen"]) == (int(HALF), "stripe_link")


def test_a_method_that_there_is_not_is_refused_and_not_kept(client: ApiClient) -> None:
    puts(client)
    assert client.send("PUT", "/checkout", {"payment_method": "stripe_ideal"}).status == 400
    assert buys(client, payment_method="stripe_ideal").status == 400
    assert Cart.objects.get().payment_method == ""
