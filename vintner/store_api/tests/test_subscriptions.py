"""Subscriptions by the Store API: an account is needed, and wallets are refused."""

import pytest

from vintner.cart.models import Cart
from vintner.orders.models import Order
from vintner.store_api.tests.buying import buys, order, said
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.store_api.tests.wallets import offer_wallets, pays, show_sheet
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.words import CHARGES_NOT_AGREED, NO_WALLET
from vintner.testing.api_client import ApiClient, Headless
from vintner.testing.builders import make_box_wine, make_plan, make_subscription, make_user, only_variation

pytestmark = pytest.mark.usefixtures("provider", "may_ship")
PASSWORD = "violet tractor seven moons"


@pytest.fixture
def client(shop: None) -> ApiClient:
    return ApiClient()


def puts_box(client: ApiClient) -> None:
    answer = client.post("/cart/add-item", id=only_variation(make_box_wine(price="60.00")).pk, quantity=1)
    assert answer.status == 201, answer.json
    (item,) = answer.json["items"]
    later = {"key": "Subscription", "value": "Then $60.00 every month, plus delivery and tax", "display": ""}
    assert later in item["item_data"]


def test_an_account_is_opened_with_the_order(client: ApiClient) -> None:
    puts_box(client)
    answer = buys(client, create_account=True, customer_password=PASSWORD)
    assert answer.status == 200, answer.json
    assert Subscription.objects.get().user == Order.objects.get().user


def test_a_guest_is_refused(client: ApiClient) -> None:
    puts_box(client)
    answer = buys(client)
    assert answer.status == 400
    assert "needs an account" in str(answer.json)
    assert not Order.objects.exists()


def test_later_charges_have_to_be_agreed_to(client: ApiClient) -> None:
    puts_box(client)
    fields = said(subscription_charges=False)
    answer = buys(client, create_account=True, customer_password=PASSWORD, extensions=fields)
    assert (answer.status, answer.json["message"]) == (400, CHARGES_NOT_AGREED)
    assert answer.json["data"]["fields"] == {"subscription_charges": CHARGES_NOT_AGREED}
    assert not Order.objects.exists()


def test_a_wallet_is_refused_in_words(client: ApiClient) -> None:
    offer_wallets()
    puts_box(client)
    answer = pays(client, show_sheet(client))
    assert answer.status == 400
    assert NO_WALLET in str(answer.json)
    assert not Order.objects.exists()


def test_a_customer_who_had_the_trial_gets_no_other_by_a_guests_token(client: ApiClient) -> None:
    """The log-in counts, whatever names the cart: in the quote, and at the order."""
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    make_subscription(wine, user=(user := make_user()))
    guest = Headless()
    guest.post("/cart/add-item", id=only_variation(wine).pk)
    client.client.force_login(user)
    answer = client.send("GET", "/cart", headers=guest.headers)
    assert answer.json["totals"]["total_items"] == "6000"
    assert client.send("POST", "/checkout", order(), guest.headers).status == 200
    assert str(Order.objects.latest("pk").subtotal) == "$60.00"
    assert guest.send("GET", "/checkout", headers=guest.headers).status == 400


def test_a_token_without_a_cart_yet_starts_the_customers_own(client: ApiClient) -> None:
    wine = make_box_wine(make_plan(trial_boxes=1, trial_price="19.00"), price="60.00")
    make_subscription(wine, user=(user := make_user()))
    client.client.force_login(user)
    token = dict(Headless().headers)
    answer = client.send("POST", "/cart/add-item", {"id": only_variation(wine).pk}, token)
    assert answer.json["totals"]["total_items"] == "6000"
    assert Cart.objects.get().user == user
