"""Prepaid cards, in stores whose merchant refuses them."""

from dataclasses import replace

import pytest
from pytest_django import Settings

from vintner.orders.invariants import audit
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.models import Payment, SavedMethod
from vintner.payments.tests.attempts.intent_calls import open_intent, read_problem
from vintner.payments.tests.passing_time import age_payments
from vintner.payments.tests.worker import work_off
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import PREPAID, ProviderDouble
from vintner.testing.provider import THREE_D_SECURE as ASKS_IN_DOUBLE
from vintner.testing.sandbox import CVC, PREPAID_CARD, THREE_D_SECURE, VISA, Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")
WORDS = "Sorry, we&#x27;re not accepting prepaid cards at this time."


@pytest.fixture
def _refuses(settings: Settings) -> None:
    settings.REFUSE_PREPAID_CARDS = True


def token_of(sandbox: Sandbox, number: str) -> dict[str, str]:
    token = sandbox.token("card", {"name": "Jane"}, number=number, exp_month="12", exp_year="2040", cvc=CVC)
    return {"wc-stripe-confirmation-token": token}


@pytest.mark.usefixtures("_refuses")
def test_a_prepaid_card_pays_nothing_and_another_card_does(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    refused = shopper.pays(sandbox.card(PREPAID_CARD))
    assert (refused.result, WORDS in refused.messages) == ("failure", True), refused
    assert (only_order().status, sandbox.payments()) == ("failed", [])
    assert shopper.pays(sandbox.card()).result == "success"
    assert (attempts(only_order()), sandbox.charges(only_order().pk)) == (["declined", "succeeded"], 1)


@pytest.mark.usefixtures("_refuses")
def test_a_prepaid_card_of_a_confirmation_token_pays_nothing(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    assert WORDS in shopper.pays("", **token_of(sandbox, PREPAID_CARD)).messages
    assert sandbox.payments() == []
    assert shopper.pays("", **token_of(sandbox, VISA)).result == "success"


@pytest.mark.usefixtures("_refuses")
def test_a_prepaid_card_of_the_account_pays_nothing(sandbox: Sandbox, settings: Settings) -> None:
    settings.REFUSE_PREPAID_CARDS = False
    shopper = Shopper()
    shopper.client.force_login(make_user(email="ana@example.com"))
    kept = shopper.puts(make_product()).pays(sandbox.card(PREPAID_CARD), **{"wc-stripe-new-payment-method": "1"})
    assert kept.result == "success"
    settings.REFUSE_PREPAID_CARDS = True
    saved = {"wc-stripe-payment-token": str(SavedMethod.objects.get().pk)}
    assert WORDS in shopper.puts(make_product()).pays("", **saved).messages
    assert Payment.objects.latest("pk").status == "declined"
    assert len(sandbox.payments()) == 1


@pytest.mark.parametrize("number", [PREPAID_CARD, VISA])
def test_who_does_not_refuse_them_takes_them(sandbox: Sandbox, number: str) -> None:
    assert Shopper().puts(make_product()).pays(sandbox.card(number)).result == "success"


def test_nothing_is_asked_where_they_are_taken(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(PREPAID)
    assert "find_funding" not in provider.calls


@pytest.mark.usefixtures("_refuses")
def test_an_outage_leaves_the_payment_open_and_charges_nothing(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    provider.is_down = True
    assert "did not answer" in shopper.pays(PREPAID).messages
    provider.is_down = False
    age_payments()
    assert WORDS in shopper.pays(PREPAID).messages
    assert "pay" not in provider.calls


@pytest.mark.usefixtures("_refuses")
def test_no_intent_is_opened_for_a_card_that_only_the_browser_would_see(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product())
    assert "not offered" in read_problem(open_intent(shopper))
    assert provider.intents == {}


@pytest.mark.usefixtures("_refuses")
@pytest.mark.parametrize("capture_later", [False, True])
def test_a_prepaid_card_that_takes_the_place_of_another_one_gets_its_money_back(
    sandbox: Sandbox, settings: Settings, capture_later: bool
) -> None:
    settings.CAPTURE_LATER = capture_later
    shopper = Shopper().puts(make_product())
    secret = shopper.pays(sandbox.card(THREE_D_SECURE)).client_secret
    sandbox.confirm(secret, sandbox.card(PREPAID_CARD))
    order, payment = only_order(), Payment.objects.get()
    told = shopper.confirms(order.pk, str(payment.intent_id))
    assert (told["success"], "not accepting prepaid cards" in str(told)) == (False, True), told
    assert (only_order().status, attempts(order)) == ("pending", ["unexpected"])
    work_off()
    books = sandbox.ledger().get(str(order.pk), {"captured": 0, "refunded": 0})
    assert books["captured"] == books["refunded"] == (0 if capture_later else order.total.minor)
    settings.CAPTURE_LATER = False
    assert shopper.pays(sandbox.card()).result == "success"
    assert (only_order().status, attempts(order), audit()) == ("processing", ["unexpected", "succeeded"], [])


@pytest.mark.usefixtures("_refuses")
def test_what_was_set_aside_before_they_were_refused_can_be_captured(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(ASKS_IN_DOUBLE)
    Payment.objects.update(status="authorized")
    Order.objects.update(status="on-hold")
    apply_intent(only_order().pk, replace(provider.confirm("pi_1"), funding="prepaid"))
    assert (only_order().status, attempts(only_order())) == ("processing", ["succeeded"])
