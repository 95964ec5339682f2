"""What a shopper may still do about an order of hers: cancel it, or pay it with another card."""

import pytest
from django.utils import timezone

from vintner.orders import jobs as order_jobs
from vintner.orders.rules import Status
from vintner.payments.attempts.abandon import cancel_for_shopper
from vintner.payments.attempts.pay_again import is_payable, pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import start_payment
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, only_variation
from vintner.testing.provider import DECLINED, GOOD, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


@pytest.mark.parametrize("card", [DECLINED, THREE_D_SECURE], ids=["failed", "pending"])
def test_an_unpaid_order_can_be_cancelled(provider: ProviderDouble, card: str) -> None:
    wine = make_product(stock=5)
    Shopper().puts(wine).pays(card)
    cancel_for_shopper(only_order(), timezone.now())
    order = only_order()
    assert (order.status, only_variation(wine).reserved) == ("cancelled", 0)
    assert order.events.filter(note="Order cancelled by customer.").exists()
    assert all(intent.status == "canceled" for intent in provider.intents.values())
    assert not order.emails.filter(kind="cancelled").exists()


def test_a_paid_order_can_not_be_cancelled(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays()
    with pytest.raises(Refusal, match="no longer be cancelled"):
        cancel_for_shopper(only_order(), timezone.now())


def test_an_order_that_turns_out_to_be_paid_is_not_cancelled(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(THREE_D_SECURE)
    provider.confirm("pi_1")
    with pytest.raises(Refusal):
        cancel_for_shopper(only_order(), timezone.now())
    assert only_order().status == "processing"


def test_nothing_is_cancelled_while_a_payment_is_being_made(provider: ProviderDouble) -> None:
    provider.faults = ["before"]
    Shopper().puts(make_product()).pays()
    with pytest.raises(Refusal, match="already being processed"):
        cancel_for_shopper(only_order(), timezone.now())
    age_payments()
    provider.is_down = True
    with pytest.raises(ProviderDown):
        cancel_for_shopper(only_order(), timezone.now())
    assert only_order().status == "pending"


@pytest.mark.parametrize("card", [DECLINED, THREE_D_SECURE], ids=["failed", "pending"])
def test_an_unpaid_order_is_paid_with_another_card_and_charged_once(provider: ProviderDouble, card: str) -> None:
    Shopper().puts(make_product()).pays(card)
    payment = pay_again(only_order().pk, PaymentInput(GOOD), timezone.now())
    assert start_payment(payment.pk).payment.status == "succeeded"
    order = only_order()
    assert (order.status, attempts(order)[-1], len(provider.ledger[order.pk])) == ("processing", "succeeded", 1)
    with pytest.raises(Refusal) as refusal:
        pay_again(order.pk, PaymentInput(GOOD), timezone.now())
    assert refusal.value.code == "not_payable"


def test_a_failed_order_whose_bottles_went_to_others_is_told_so(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    Shopper().puts(wine).pays(DECLINED)
    first = only_order()
    end_holds()
    order_jobs.expire_holds(0)
    assert Shopper().puts(wine).pays().result == "success"
    with pytest.raises(Refusal) as refusal:
        pay_again(first.pk, PaymentInput(GOOD), timezone.now())
    first.refresh_from_db()
    assert (refusal.value.code, first.status, attempts(first)) == ("out_of_stock", "failed", ["declined"])


def test_a_pending_order_keeps_its_bottles_though_none_are_free(provider: ProviderDouble) -> None:
    wine = make_product(stock=1)
    Shopper().puts(wine).pays(THREE_D_SECURE)
    assert (
        start_payment(pay_again(only_order().pk, PaymentInput(GOOD), timezone.now()).pk).payment.status == "succeeded"
    )
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (0, 0)


def test_a_second_try_waits_for_the_first(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    pay_again(only_order().pk, PaymentInput(GOOD), timezone.now())
    with pytest.raises(Refusal) as refusal:
        pay_again(only_order().pk, PaymentInput(GOOD), timezone.now())
    assert (refusal.value.code, Payment.objects.count()) == ("busy", 2)


def test_without_a_card_there_is_no_attempt(provider: ProviderDouble) -> None:
    Shopper().puts(make_product()).pays(DECLINED)
    with pytest.raises(Refusal) as refusal:
        pay_again(only_order().pk, PaymentInput(""), timezone.now())
    assert refusal.value.code == "no_method"
    assert is_payable(only_order())
    assert only_order().status == Status.FAILED
