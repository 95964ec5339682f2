"""Other types than cards on the ways to pay besides the classic checkout: the Store API, and an order's own page."""

import pytest
from pytest_django import Settings

from vintner.order_pages.tests.pay_form import send_form
from vintner.payments.models import Payment
from vintner.payments.tests.sales import Market, open_market
from vintner.payments.tests.types.steps import build_checkout, follow_return, get_payment
from vintner.store_api.tests.buying import puts
from vintner.testing.api_client import ApiAnswer, ApiClient
from vintner.testing.builders import make_product
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


def details(answer: ApiAnswer) -> dict[str, str]:
    return {each["key"]: each["value"] for each in answer.json["payment_result"]["payment_details"]}


def test_the_store_api_leads_to_the_provider_s_page_and_back_to_the_block_checkout(
    sandbox: Sandbox, settings: Settings
) -> None:
    market = open_market(sandbox, settings, "ideal")
    client = ApiClient()
    puts(client, price="120.00")
    answer = client.post(
        "/checkout", **build_checkout("stripe_ideal", **{"wc-stripe-confirmation-token": market.token()})
    )
    assert answer.status == 200, answer.json
    assert (answer.json["status"], answer.json["payment_method"]) == ("pending", "stripe_ideal")
    place = answer.json["payment_result"]["redirect_url"]
    assert place.startswith(f"{sandbox.url}/sandbox/authorize/")
    assert details(answer)["redirect"] == place
    sandbox.end(str(get_payment().intent_id), "cancel")
    led, told = follow_return(Shopper(client=client.client))
    assert (led, "was cancelled" in told[0]) == ("/checkout/block/", True)


@pytest.mark.parametrize(("kind", "shape"), [("multibanco", "voucher"), ("wechat_pay", "wallet")])
def test_the_store_api_answers_with_the_same_hashes(
    sandbox: Sandbox, settings: Settings, kind: str, shape: str
) -> None:
    market = open_market(sandbox, settings, kind)
    client = ApiClient()
    puts(client, price="120.00")
    answer = client.post(
        "/checkout", **build_checkout(f"stripe_{kind}", **{"wc-stripe-payment-method": market.method()})
    )
    assert answer.status == 200, answer.json
    assert details(answer)["redirect"].startswith(f"#wc-stripe-{shape}-{only_order().pk}:{kind}:")
    assert answer.json["payment_result"]["redirect_url"] == ""


def test_the_store_api_names_the_ways_to_pay(sandbox: Sandbox, settings: Settings) -> None:
    open_market(sandbox, settings, "ideal")
    client = ApiClient()
    puts(client)
    assert client.get("/cart").json["payment_methods"] == ["stripe", "stripe_ideal"]
    refused = client.post("/checkout", **build_checkout("stripe_eps"))
    assert (refused.status, refused.json["code"]) == (400, "rest_invalid_param")
    assert "stripe, stripe_ideal" in str(refused.json)


def test_the_store_api_refuses_a_code_that_is_none(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "blik")
    client = ApiClient()
    puts(client)
    bill = {"country": "PL", "state": "", "postcode": "00-950"}
    body = build_checkout("stripe_blik", **{"wc-stripe-payment-method": market.method(), "wc-stripe-blik-code": "1"})
    answer = client.post("/checkout", **{**body, "billing_address": {**body["billing_address"], **bill}})
    assert (answer.status, answer.json["message"]) == (400, "BLIK Code is invalid")
    assert not Payment.objects.exists()


def declined(market: Market) -> Shopper:
    shopper = market.shopper()
    shopper.pays(market.sandbox.card(DECLINED), **market.bill())
    return shopper


def test_an_order_s_page_leads_to_the_provider_s_and_back(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "ideal")
    shopper = declined(market)
    answer = send_form(shopper.client, only_order(), market.method(), payment_method="stripe_ideal")
    assert str(answer["redirect"]).startswith(f"{sandbox.url}/sandbox/authorize/")
    assert (only_order().status, only_order().payment_title) == ("pending", "iDEAL")
    payment = Payment.objects.get(type="ideal")
    sandbox.end(str(payment.intent_id), "cancel")
    Payment.objects.exclude(pk=payment.pk).delete()
    led, told = follow_return(shopper)
    assert led.startswith(f"/checkout/order-pay/{only_order().pk}/")
    assert "was cancelled" in told[0]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"payment_method": "stripe_eps"}, "Invalid payment method."),
        ({"payment_method": "stripe_boleto"}, "Invalid payment method."),
        ({"payment_method": "stripe_ideal", "wc-stripe_ideal-payment-token": "1"}, "saved payment method is not there"),
    ],
)
def test_an_order_s_page_refuses_what_does_not_fit(
    sandbox: Sandbox, settings: Settings, fields: dict[str, str], words: str
) -> None:
    market = open_market(sandbox, settings, "ideal")
    shopper = declined(market)
    assert words in str(send_form(shopper.client, only_order(), market.method(), **fields)["messages"])
    assert Payment.objects.count() == 1


def test_an_order_s_page_refuses_a_total_that_does_not_fit(sandbox: Sandbox, settings: Settings) -> None:
    open_market(sandbox, settings, "affirm")
    shopper = Shopper().puts(make_product(price="30.00"))
    shopper.pays(sandbox.card(DECLINED))
    answer = send_form(shopper.client, only_order(), "pm_any", payment_method="stripe_affirm")
    assert "too low for this payment method" in str(answer["messages"])
    assert Payment.objects.count() == 1
