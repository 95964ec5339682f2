"""What a wallet's order or payment cannot bring along, and when it is taken."""

import pytest
from django.utils import timezone

from vintner.express.sheet_quotes import store_order_quote
from vintner.orders.models import Order
from vintner.payments.models import Payment, ProviderCustomer, SavedMethod
from vintner.store_api.tests.buying import may_ship as may_ship
from vintner.store_api.tests.buying import puts
from vintner.store_api.tests.wallets import client as client
from vintner.store_api.tests.wallets import every_wallet as every_wallet
from vintner.store_api.tests.wallets import names, pays, show_sheet, wallet_fields, wallet_headers
from vintner.store_mode.rules import Visibility
from vintner.store_mode.tests.modes import set_mode
from vintner.testing.api_client import ApiAnswer, ApiClient
from vintner.testing.builders import make_user
from vintner.testing.provider import GOOD, ProviderDouble

pytestmark = pytest.mark.usefixtures("provider", "may_ship", "every_wallet")


def declined_order(client: ApiClient) -> Order:
    puts(client)
    pays(client, show_sheet(client), method="pm_declined")
    return Order.objects.get()


def pays_order(client: ApiClient, order: Order, wallet: str, *, headers: dict[str, str], **more: object) -> ApiAnswer:
    path = f"/checkout/{order.pk}?key={order.key}&billing_email={order.email}"
    sheet = store_order_quote(order, now=timezone.now())
    data = [*wallet_fields(wallet), *({"key": key, "value": value} for key, value in more.items())]
    body = {"payment_method": "stripe_klarna", "payment_data": data, "extensions": names(sheet)}
    return client.send("POST", path, body, headers=headers)


@pytest.mark.parametrize("visibility", [Visibility.SHOP_CLOSED, Visibility.CLOSED])
def test_a_placed_order_is_paid_while_the_store_is_coming_soon(client: ApiClient, visibility: Visibility) -> None:
    order, headers = declined_order(client), wallet_headers(client)
    set_mode(visibility)
    answer = pays_order(client, order, "google_pay", headers=headers)
    assert (answer.status, answer.json["status"]) == (200, "processing"), answer.json
    assert client.get("/cart").status == 503


def test_a_wallet_without_a_name_is_a_card_that_is_charged_once(client: ApiClient) -> None:
    user = make_user("jane@example.com")
    client.client.force_login(user)
    customer = ProviderCustomer.objects.create(user=user, customer_id="cus_1")
    facts = {"brand": "visa", "last_four": "4242", "expires_year": 2040, "expires_month": 12}
    saved = SavedMethod.objects.create(customer=customer, method_id="pm_saved", fingerprint="f", **facts)
    puts(client)
    sheet = show_sheet(client)
    more = {"wc-stripe-payment-token": str(saved.pk), "wc-stripe-new-payment-method": True}
    data = [*wallet_fields(""), *({"key": key, "value": value} for key, value in more.items())]
    answer = pays(client, sheet, "", payment_method="stripe_klarna", payment_data=data)
    assert answer.status == 200, answer.json
    payment = Payment.objects.get()
    assert (payment.type, payment.method, payment.keep_for_id, payment.customer_id) == ("card", GOOD, None, "")


def test_nor_does_the_payment_of_an_order_take_more(client: ApiClient) -> None:
    order = declined_order(client)
    answer = pays_order(client, order, "", headers=wallet_headers(client), **{"wc-stripe-payment-token": "1"})
    assert answer.status == 200, answer.json
    payment = Payment.objects.latest("pk")
    assert (payment.type, payment.method, payment.customer_id) == ("card", GOOD, "")


def test_a_new_press_on_a_cart_that_is_paid_buys_nothing(client: ApiClient, provider: ProviderDouble) -> None:
    puts(client)
    sheet = show_sheet(client)
    first = pays(client, sheet, method="", token="ctoken_good")
    again = pays(client, sheet, method="", token="ctoken_good")
    assert (first.status, again.json["order_id"]) == (200, first.json["order_id"])
    other = pays(client, sheet, method="", token="ctoken_other")
    assert (other.status, other.json["code"]) == (409, "woocommerce_rest_cart_empty")
    assert "There is nothing to buy any more." in other.json["message"]
    assert len(provider.ledger[first.json["order_id"]]) == 1
