"""A wallet's order that is sent twice is one order and one charge, and both requests have the same answer."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone

from vintner.checkout.tests.placing.at_once import run_at_once
from vintner.express.sheet_quotes import store_order_quote
from vintner.orders.models import Order
from vintner.orders.ownership import pay_link
from vintner.payments.attempts.attempts import build_return_url
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.models import Payment
from vintner.store_api.tests.buying import order, puts
from vintner.store_api.tests.wallets import (
    names,
    offer_wallets,
    pays,
    show_sheet,
    wallet_fields,
    wallet_headers,
)
from vintner.testing.api_client import ROOT, ApiClient
from vintner.testing.sandbox import DECLINED, PREPAID_CARD, THREE_D_SECURE, VISA, Sandbox
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]


RECEIPT, PROVIDER = "http://testserver/checkout/order-received/", "http://127.0.0.1:"
"""Where a wallet leads: to the receipt, or first to a page of the provider."""


@pytest.fixture
def client(sandbox: Sandbox) -> ApiClient:
    open_store()
    offer_wallets()
    client = ApiClient()
    puts(client)
    return client


def told(answer: dict[str, Any]) -> tuple[object, ...]:
    """Return what an answer says, without the token in a hash, which is masked anew each time."""
    if "payment_result" not in answer:
        return answer["code"], answer["message"], answer["data"]["reason"]
    redirect = next(each["value"] for each in answer["payment_result"]["payment_details"] if each["key"] == "redirect")
    return answer["order_id"], redirect.rpartition(":")[0] if redirect.startswith("#") else redirect


@pytest.mark.parametrize(("number", "charged"), [(VISA, 1), (THREE_D_SECURE, 0), (DECLINED, 0)])
def test_sent_again_it_has_the_same_answer(client: ApiClient, sandbox: Sandbox, number: str, charged: int) -> None:
    sheet = show_sheet(client)
    token = sandbox.wallet_token(sheet.total.minor, number)
    first, second = (pays(client, sheet, method="", token=token) for _ in range(2))
    assert told(first.json) == told(second.json)
    assert (Payment.objects.count(), sandbox.charges(Order.objects.get().pk)) == (1, charged)


@pytest.mark.parametrize(("number", "charged"), [(VISA, 1), (THREE_D_SECURE, 0)])
def test_sent_at_once_it_has_the_same_answer(client: ApiClient, sandbox: Sandbox, number: str, charged: int) -> None:
    sheet, headers = show_sheet(client), wallet_headers(client)
    token = sandbox.wallet_token(sheet.total.minor, number)
    body = order(extensions=names(sheet), payment_data=wallet_fields(method="", token=token))
    cookies = {name: morsel.value for name, morsel in client.client.cookies.items()}
    answers: list[dict[str, Any]] = []

    def send() -> str:
        browser = Client(enforce_csrf_checks=True)
        browser.cookies.load(cookies)
        response = browser.post(f"{ROOT}/checkout", json.dumps(body), "application/json", headers=headers)
        answers.append(json.loads(response.content))
        return str(response.status_code)

    assert run_at_once([send] * 4) == {"200": 4}, answers
    assert len({told(answer) for answer in answers}) == 1
    assert (Payment.objects.count(), sandbox.charges(Order.objects.get().pk)) == (1, charged)


def test_another_press_after_a_declined_card_is_another_try(client: ApiClient, sandbox: Sandbox) -> None:
    sheet = show_sheet(client)
    assert pays(client, sheet, method="", token=sandbox.wallet_token(sheet.total.minor, DECLINED)).status == 400
    assert pays(client, sheet, method="", token=sandbox.wallet_token(sheet.total.minor)).status == 200
    assert (Order.objects.count(), sandbox.charges(Order.objects.get().pk)) == (1, 1)


@pytest.mark.parametrize(
    ("wallet", "kind", "goes_on"),
    [
        ("apple_pay", "card", RECEIPT),
        ("google_pay", "card", RECEIPT),
        ("link", "link", RECEIPT),
        ("amazon_pay", "amazon_pay", PROVIDER),
        ("klarna", "klarna", PROVIDER),
    ],
)
def test_every_wallet_pays_at_the_provider(
    client: ApiClient, sandbox: Sandbox, wallet: str, kind: str, goes_on: str
) -> None:
    sheet = show_sheet(client)
    token = sandbox.wallet_token(sheet.total.minor, wallet=wallet)
    answer = pays(client, sheet, wallet, method="", token=token)
    assert answer.status == 200, answer.json
    payment = Payment.objects.get()
    if payment.status == "action_required":
        sandbox.end(str(payment.intent_id), "succeed")
        refresh_payment(payment)
    assert answer.json["payment_result"]["redirect_url"].startswith(goes_on)
    assert (Order.objects.get().status, sandbox.ledger()[str(payment.order_id)]["captured"]) == (
        "processing",
        sheet.total.minor,
    )
    assert (payment.type, payment.wallet) == (kind, wallet)


def test_who_is_declined_on_the_provider_s_page_comes_back_to_pay_the_order(
    client: ApiClient, sandbox: Sandbox
) -> None:
    sheet = show_sheet(client)
    pays(client, sheet, "klarna", method="", token=sandbox.wallet_token(sheet.total.minor, wallet="klarna"))
    payment = Payment.objects.get()
    sandbox.end(str(payment.intent_id), "decline")
    back = client.client.get(build_return_url(payment).removeprefix(settings.STORE_URL))
    assert (back.status_code, back.headers["Location"]) == (302, pay_link(Order.objects.get()))


def test_the_same_token_for_another_cart_is_another_order(client: ApiClient, sandbox: Sandbox) -> None:
    sheet = show_sheet(client)
    token = sandbox.wallet_token(sheet.total.minor, THREE_D_SECURE)
    assert pays(client, sheet, method="", token=token).status == 200
    puts(client, 1)
    answer = pays(client, show_sheet(client), method="", token=token)
    assert (answer.status, answer.json["data"]["reason"]) == (400, "invalid_payment_data")
    assert list(Order.objects.order_by("pk").values_list("status", flat=True)) == ["cancelled", "failed"]


def test_a_prepaid_card_in_a_wallet_is_refused_where_the_merchant_wants_none(
    client: ApiClient, sandbox: Sandbox
) -> None:
    sheet = show_sheet(client)
    token = sandbox.wallet_token(sheet.total.minor, PREPAID_CARD)
    with override_settings(REFUSE_PREPAID_CARDS=True):
        answer = pays(client, sheet, method="", token=token)
    assert (answer.status, answer.json["data"]["reason"]) == (400, "invalid_payment_data")
    assert answer.json["message"].endswith("Sorry, we're not accepting prepaid cards at this time.")
    assert sandbox.payments() == []


def test_a_confirmation_over_another_amount_pays_nothing(client: ApiClient, sandbox: Sandbox) -> None:
    sheet = show_sheet(client)
    answer = pays(client, sheet, method="", token=sandbox.wallet_token(sheet.total.minor - 1))
    assert (answer.status, answer.json["data"]["reason"]) == (400, "invalid_payment_data")
    assert (Order.objects.get().status, sandbox.ledger()) == ("failed", {})


def test_an_order_that_is_there_is_paid_once_by_one_press(client: ApiClient, sandbox: Sandbox) -> None:
    shown = show_sheet(client)
    pays(client, shown, method="", token=sandbox.wallet_token(shown.total.minor, DECLINED))
    made = Order.objects.get()
    sheet = store_order_quote(made, now=timezone.now())
    path = f"/checkout/{made.pk}?key={made.key}&billing_email={made.email}"
    body = {
        "payment_method": "stripe",
        "payment_data": wallet_fields("apple_pay", "", sandbox.wallet_token(sheet.total.minor, THREE_D_SECURE)),
        "extensions": names(sheet),
    }
    first, second = (client.send("POST", path, body, headers=wallet_headers(client)) for _ in range(2))
    assert (first.status, told(first.json)) == (200, told(second.json))
    assert Payment.objects.count() == 2
