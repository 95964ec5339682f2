"""Paying with what the browser collected for one confirmation, against the sandbox."""

import pytest
from pytest_django import Settings

from vintner.payments.models import SavedMethod
from vintner.payments.tests.sales import open_market
from vintner.payments.tests.types.steps import get_payment
from vintner.testing.builders import make_product, make_user
from vintner.testing.sandbox import DECLINED, VISA, Sandbox
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize("kind", ["sepa_debit", "ideal", "boleto", "cashapp", "wechat_pay"])
def test_every_family_takes_them(sandbox: Sandbox, settings: Settings, kind: str) -> None:
    market = open_market(sandbox, settings, kind)
    answer = market.pays(market.shopper(), "", **{"wc-stripe-confirmation-token": market.token()})
    assert answer.result == "success", answer.messages
    payment = get_payment()
    assert payment.method.startswith("pm_")
    starts = {"sepa_debit": "on-hold", "boleto": "on-hold"}
    assert only_order().status == starts.get(kind, "pending")
    assert answer.redirect.startswith(f"#wc-stripe-voucher-{only_order().pk}:boleto:") is (kind == "boleto")


def test_a_card_pays_and_its_name_is_filled_in(sandbox: Sandbox) -> None:
    token = sandbox.token(
        "card", {"name": "Jane"}, number="4242424242424242", exp_month="12", exp_year="2040", cvc="123"
    )
    answer = Shopper().puts(make_product()).pays("", **{"wc-stripe-confirmation-token": token})
    assert (answer.result, only_order().status) == ("success", "processing")
    payment = get_payment()
    assert (payment.token, payment.method[:3], payment.card) == (token, "pm_", "Visa •••• 4242")


def test_one_is_good_for_one_try(sandbox: Sandbox) -> None:
    token = sandbox.token("card", {"name": "Jane"}, number=DECLINED, exp_month="12", exp_year="2040", cvc="123")
    shopper = Shopper().puts(make_product())
    for words in ("The card was declined.", "Unable to process this payment"):
        answer = shopper.pays("", **{"wc-stripe-confirmation-token": token})
        assert words in answer.messages
    assert sandbox.charges(only_order().pk) == 0


def test_one_of_another_type_pays_nothing(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "eps")
    fields = market.chooses(payment_method="stripe", **{"wc-stripe-confirmation-token": market.token()})
    assert "Unable to process this payment" in market.shopper().pays("", **fields).messages
    assert sandbox.charges(only_order().pk) == 0


def test_a_lost_answer_is_asked_for_again_by_the_same_words(sandbox: Sandbox, settings: Settings) -> None:
    market = open_market(sandbox, settings, "sepa_debit")
    sandbox.fault("timeout_after_charge")
    answer = market.pays(market.shopper(), "", **{"wc-stripe-confirmation-token": market.token()})
    assert (answer.result, only_order().status) == ("success", "on-hold")


@pytest.mark.parametrize("keep", [True, False])
def test_a_card_is_kept_if_the_browser_collected_it_for_that(sandbox: Sandbox, keep: bool) -> None:
    user = make_user(email="ana@example.com")
    shopper = Shopper()
    shopper.client.force_login(user)
    shopper.puts(make_product())
    token = sandbox.token("card", {"name": "Ana"}, keep=keep, number=VISA, exp_month="12", exp_year="2040", cvc="123")
    fields = {"wc-stripe-confirmation-token": token, "wc-stripe-new-payment-method": "1"}
    answer = shopper.pays("", **fields)
    assert answer.result == "success", answer.messages
    kept = list(SavedMethod.objects.filter(customer__user=user).values_list("method_id", flat=True))
    assert kept == ([get_payment().method] if keep else [])
    assert [sandbox.owner(method) is not None for method in kept] == [True] * len(kept)
