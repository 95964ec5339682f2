"""What the store refuses about types of payment methods, and what it never believes; each against the sandbox."""

from dataclasses import replace

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.models import ProviderCustomer, SavedMethod
from vintner.payments.tests.sales import SALES, Market, open_market
from vintner.payments.tests.types.steps import begin_payment, get_payment
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import ProviderDouble
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper, only_order

IN_THE_STATES = {"billing_country": "US", "billing_state": "CA", "billing_postcode": "94110"}
IN_CANADA = {"billing_country": "CA", "billing_state": "ON", "billing_postcode": "K1A 0B1"}
pytestmark = pytest.mark.usefixtures("store")


def market_of(settings: Settings, kind: str) -> Market:
    """A market whose provider is not asked."""
    sale = SALES[kind]
    settings.PAYMENT_TYPES = ["card", kind]
    settings.STORE_CURRENCY, settings.ACCOUNT_COUNTRY = sale.currency, sale.account
    settings.STORE_COUNTRIES = list(dict.fromkeys(["US", "CA", sale.bill]))
    return Market(Sandbox(""), kind, sale)


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        ("boleto", IN_THE_STATES, "Boleto is not available"),
        ("affirm", IN_CANADA, "Affirm is not available"),
        ("ideal", {"payment_method": "stripe_eps"}, "Invalid payment method."),
        ("ideal", {"payment_method": "stripe_card"}, "Invalid payment method."),
        ("ideal", {"payment_method": "cod"}, "Invalid payment method."),
        ("ideal", {"wc-stripe_ideal-payment-token": "1"}, "That saved payment method is not there any more."),
        ("ideal", {"wc-stripe-payment-method": "4242424242424242"}, "Invalid or missing payment details."),
        ("blik", {"wc-stripe-blik-code": "12345"}, "BLIK Code is invalid"),
        ("blik", {"wc-stripe-blik-code": "1234567"}, "BLIK Code is invalid"),
        ("blik", {"wc-stripe-blik-code": "12345a"}, "BLIK Code is invalid"),
        ("blik", {"wc-stripe-blik-code": "١٢٣٤٥٦"}, "BLIK Code is invalid"),
        ("acss_debit", {"wc_payment_intent_id": "pi_somebodys"}, "could not match this payment"),
    ],
)
def test_what_does_not_fit_is_refused_before_the_provider_hears_of_it(
    provider: ProviderDouble, settings: Settings, kind: str, changes: dict[str, str], words: str
) -> None:
    market = market_of(settings, kind)
    method = "" if "wc_payment_intent_id" in changes else "pm_good"
    answer = market.shopper().pays(method, **{**market.chooses(), **changes})
    assert (answer.result, words in answer.messages) == ("failure", True), answer.messages
    assert not Order.objects.exists()
    assert not provider.calls


@pytest.mark.parametrize(("price", "words"), [("30.00", "too low"), ("31000.00", "too high")])
def test_a_total_beyond_the_type_s_limits_is_refused(
    provider: ProviderDouble, settings: Settings, price: str, words: str
) -> None:
    market = market_of(settings, "affirm")
    answer = market.pays(Shopper().puts(make_product(price=price)), "pm_good")
    assert (answer.result, f"{words} for this payment method" in answer.messages) == ("failure", True)
    assert not Order.objects.exists()


def test_where_the_bill_may_not_go_is_told_with_all_that_is_wrong(provider: ProviderDouble, settings: Settings) -> None:
    market = market_of(settings, "boleto")
    answer = market.shopper().pays("pm_good", **{**market.chooses(), **IN_THE_STATES, "billing_first_name": ""})
    assert "Boleto is not available" in answer.messages
    assert "First name" in answer.messages


def test_a_saved_card_pays_as_a_card_only(provider: ProviderDouble, settings: Settings) -> None:
    market = market_of(settings, "ideal")
    owner = ProviderCustomer.objects.create(user=make_user(email="ana@example.com"), customer_id="cus_1")
    card = SavedMethod.objects.create(
        customer=owner,
        method_id="pm_1",
        fingerprint="1",
        brand="visa",
        last_four="4242",
        expires_year=2040,
        expires_month=1,
    )
    shopper = Shopper()
    shopper.client.force_login(owner.user)
    shopper.puts(make_product(price="120.00"))
    fields = market.chooses(**{"wc-stripe_ideal-payment-token": str(card.pk)})
    assert "That saved payment method is not there any more." in shopper.pays("", **fields).messages
    assert not provider.calls


def test_a_code_is_told_at_its_field(provider: ProviderDouble, settings: Settings) -> None:
    market = market_of(settings, "blik")
    answer = market.shopper().pays("pm_good", **market.chooses(**{"wc-stripe-blik-code": ""}))
    assert 'data-id="wc-stripe-blik-code"' in answer.messages


def test_a_method_of_another_type_pays_nothing(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "eps", "giropay")
    shopper = market.shopper()
    for method, code in (
        (market.method(), "stripe_giropay"),
        (market.method(), "stripe"),
        (sandbox.card(), "stripe_eps"),
    ):
        answer = shopper.pays(method, **market.chooses(payment_method=code))
        assert "Unable to process this payment" in answer.messages
    order = only_order()
    assert (order.status, sandbox.charges(order.pk)) == ("failed", 0)


def test_money_that_came_by_another_type_is_looked_at(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays("pm_3ds")
    paid = provider.confirm("pi_1")
    payment = apply_intent(only_order().pk, replace(paid, types=("sepa_debit",)))
    assert (payment.status, only_order().status) == ("unexpected", "on-hold")
    assert only_order().events.filter(alert=True).exists()


def test_types_that_fit_nothing_are_told(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.PAYMENT_TYPES = ["ideal"]
    call_command("check")
    assert "None of PAYMENT_TYPES can be offered" in capsys.readouterr().err


def test_only_types_that_can_wait_set_money_aside(sandbox: Sandbox, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    market = open_market(sandbox, settings, "ideal")
    begin_payment(market, market.shopper())
    assert not get_payment().capture_later
    assert timezone.now() > get_payment().created_at


@pytest.mark.parametrize(
    ("page", "is_trusted"),
    [
        ("https://hooks.example/redirect", True),
        ("http://127.0.0.1:8001/sandbox/authorize/x", True),
        ("http://127.0.0.1:8001.evil.example/x", False),
        ("http://hooks.example/redirect", False),
        ("javascript:alert(1)", False),
        ("https:///x", False),
    ],
)
def test_nobody_is_sent_to_a_page_that_is_not_the_provider_s(
    provider: ProviderDouble,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    is_trusted: bool,
) -> None:
    settings.SANDBOX_URL = "http://127.0.0.1:8001"
    market = market_of(settings, "ideal")
    pay = provider.pay
    monkeypatch.setattr(provider, "pay", lambda charge: replace(pay(charge), page=page))
    answer = market.pays(market.shopper(), "pm_3ds")
    assert (answer.redirect == page, answer.result) == (is_trusted, "success" if is_trusted else "failure")
