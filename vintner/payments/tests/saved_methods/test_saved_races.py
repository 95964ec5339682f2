"""Keeping cards while other things happen, with a provider in memory."""

import threading
from dataclasses import replace

import pytest
from django.db import connection

from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.models import Payment, ProviderCustomer, SavedMethod
from vintner.testing import provider as doubles
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import GOOD, PAID_CARD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, only_order

pytestmark = pytest.mark.usefixtures("store")
SAVE = {"wc-stripe-new-payment-method": "true"}


def customer() -> Shopper:
    shopper = Shopper()
    shopper.client.force_login(make_user())
    return shopper.puts(make_product())


def test_a_card_that_cannot_be_written_down_keeps_no_order_from_being_paid(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doubles, "PAID_CARD", replace(PAID_CARD, expires_month=13))
    assert customer().pays(**SAVE).result == "success"
    assert (only_order().status, SavedMethod.objects.count()) == ("processing", 0)


def test_money_of_another_customer_is_not_taken_for_this_order_s(provider: ProviderDouble) -> None:
    customer().pays(THREE_D_SECURE, **SAVE)
    intent = replace(provider.confirm("pi_2"), customer_id="cus_of_another")
    payment = apply_intent(only_order().pk, intent)
    assert (payment.status, only_order().paid_at) == ("unexpected", None)


def test_the_same_news_again_keep_the_card_once(provider: ProviderDouble) -> None:
    customer().pays(**SAVE)
    intent = provider.intents[str(Payment.objects.get().intent_id)]
    apply_intent(only_order().pk, intent)
    assert SavedMethod.objects.get().method_id == GOOD


@pytest.mark.django_db(transaction=True)
def test_two_orders_at_once_make_one_customer_and_one_default(provider: ProviderDouble) -> None:
    user = make_user()
    shoppers = [Shopper(), Shopper()]
    for shopper in shoppers:
        shopper.client.force_login(user)
    products = [make_product(), make_product()]
    tokens = [shopper.puts(product).token() for shopper, product in zip(shoppers, products, strict=True)]
    answers = []

    def pay(shopper: Shopper, token: str) -> None:
        answers.append(shopper.pays(token=token, **SAVE).result)
        connection.close()

    threads = [threading.Thread(target=pay, args=each) for each in zip(shoppers, tokens, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "success" in answers
    assert (ProviderCustomer.objects.count(), len(provider.customers)) == (1, 1)
    assert SavedMethod.objects.filter(is_default=True).count() == 1
