"""Bank accounts and wallets that are saved with an order, and pay for the next one, against the sandbox provider."""

import pytest
from pytest_django import Settings

from vintner.customers.models import User
from vintner.payments import jobs
from vintner.payments.attempts.payment_input import ACCOUNT_NOT_YOURS
from vintner.payments.models import Payment, SavedMethod
from vintner.payments.offered_types import code_of
from vintner.payments.tests.passing_time import age_payments
from vintner.payments.tests.sales import Market, open_market
from vintner.payments.tests.saved_methods.setups import LABELS
from vintner.payments.types import BY_NAME, SAVABLE_AT_CHECKOUT, Flow
from vintner.testing.builders import make_product, make_user
from vintner.testing.sandbox import Sandbox
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
SAVED = sorted(SAVABLE_AT_CHECKOUT - {"card"})


def customer(email: str = "ana@example.com") -> Shopper:
    shopper = Shopper()
    shopper.client.force_login(User.objects.filter(email=email).first() or make_user(email=email))
    return shopper.puts(make_product(price="120.00", stock=9))


def field(kind: str, name: str) -> str:
    return f"wc-{code_of(BY_NAME[kind])}-{name}"


def newest() -> Payment:
    return Payment.objects.latest("pk")


def saves(market: Market, shopper: Shopper) -> SavedMethod:
    """Pay for an order to the end, and have the method kept."""
    answer = market.pays(shopper, market.method(), **{field(market.kind, "new-payment-method"): "true"})
    assert answer.result == "success", answer.messages
    goes_on_with(market, shopper, answer.redirect)
    ends_well(market)
    return SavedMethod.objects.get()


def goes_on_with(market: Market, shopper: Shopper, redirect: str) -> None:
    if redirect.startswith("#wc-stripe-wallet"):
        assert market.sandbox.payments()[0]["status"] == "requires_confirmation"  # the browser shows the code
        assert market.sandbox.confirm(redirect.split(":")[3]) == "requires_action"


def ends_well(market: Market) -> None:
    """Let the provider end the payment, and the news arrive."""
    if newest().status == "succeeded":
        return
    if newest().provider_page:
        assert market.sandbox.end(str(newest().intent_id), "succeed") == "processing"
    market.sandbox.end(str(newest().intent_id), "succeed")
    age_payments()
    jobs.reconcile(0)
    assert newest().status == "succeeded"


@pytest.mark.parametrize("kind", SAVED)
def test_a_method_is_saved_with_one_order_and_pays_the_next(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    market, shopper = open_market(sandbox, settings, kind), customer()
    kept = saves(market, shopper)
    assert (kept.type, kept.label) == (kind, LABELS[kind])
    assert bool(kept.mandate) is (BY_NAME[kind].flow is Flow.DEBIT)
    shopper.puts(make_product(price="120.00", stock=9))
    page = shopper.client.get("/checkout/", headers={"Accept": "application/json"}).json()
    [listed] = page["payment"]["saved"]
    assert (listed["type"], listed["label"], listed["chosen"]) == (kind, kept.label, True)
    answer = market.pays(shopper, "", **{field(kind, "payment-token"): str(kept.pk)})
    assert answer.result == "success", answer.messages
    assert "/checkout/order-received/" in answer.redirect  # nobody is asked anything
    assert (newest().type, newest().method, newest().customer_id) == (kind, kept.method_id, kept.customer.customer_id)
    ends_well(market)
    assert sandbox.charges(newest().order_id) == 1
    assert SavedMethod.objects.get().pk == kept.pk


@pytest.mark.parametrize("kind", ["sepa_debit", "link"])
def test_somebody_else_s_method_and_one_of_another_type_pay_nothing(
    sandbox: Sandbox, settings: Settings, kind: str
) -> None:
    market = open_market(sandbox, settings, kind)
    kept = saves(market, customer("bob@example.com"))
    foreign = market.pays(customer(), "", **{field(kind, "payment-token"): str(kept.pk)})
    assert (foreign.result, ACCOUNT_NOT_YOURS in foreign.messages) == ("failure", True)
    bob = customer("bob@example.com")
    as_card = bob.pays("", payment_method="stripe", **{**market.bill(), "wc-stripe-payment-token": str(kept.pk)})
    assert as_card.result == "failure"
    assert Payment.objects.count() == 1


def test_without_the_box_nothing_is_saved(sandbox: Sandbox, settings: Settings) -> None:
    market, shopper = open_market(sandbox, settings, "link"), customer()
    assert market.pays(shopper, market.method()).result == "success"
    assert (newest().status, SavedMethod.objects.count()) == ("succeeded", 0)
