"""The real SDK against the sandbox provider: what is charged is counted in the provider's own books."""

import logging
from contextlib import suppress

import pytest
from django.db import connection
from django.utils import timezone

from tests.sweeps import swept
from vintner.money import Money
from vintner.orders.models import Refund
from vintner.orders.refundable import NewRefund
from vintner.payments import jobs, refunds
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.payments.tests.passing_time import age_payments, end_holds
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.sandbox import BROKE, CVC, DECLINED, THREE_D_SECURE, VISA, Fault, Sandbox
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def test_a_card_is_called_the_same_where_it_paid_and_where_it_is_kept(sandbox: Sandbox) -> None:
    assert Shopper().puts(make_product()).pays("pm_card_amex").result == "success"
    assert Payment.objects.get().card == "American Express •••• 0005"


def test_a_card_is_charged_once(sandbox: Sandbox) -> None:
    answer = Shopper().puts(make_product(price="16.99"), 2).pays(sandbox.card())
    assert answer.result == "success", answer.messages
    payment = Payment.objects.get()
    assert (only_order().status, payment.status, payment.card) == ("processing", "succeeded", "Visa •••• 4242")
    assert payment.charge_id
    assert sandbox.charges(only_order().pk) == 1


@pytest.mark.parametrize(
    ("number", "words"), [(DECLINED, "The card was declined."), (BROKE, "Your card has insufficient funds.")]
)
def test_decline_then_another_card(sandbox: Sandbox, number: str, words: str) -> None:
    shopper = Shopper().puts(make_product())
    declined = shopper.pays(sandbox.card(number))
    assert (declined.result, words in declined.messages) == ("failure", True), declined
    assert shopper.pays(sandbox.card()).result == "success"
    order = only_order()
    assert (order.status, attempts(order)) == ("processing", ["declined", "succeeded"])
    assert sandbox.charges(order.pk) == 1


def test_3_d_secure_completed(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    answer = shopper.pays(sandbox.card(THREE_D_SECURE))
    order, payment = only_order(), Payment.objects.get()
    assert answer.redirect.startswith(f"#wc-stripe-confirm-pi:{order.pk}:{payment.intent_id}_secret_")
    assert (order.status, payment.status, sandbox.charges(order.pk)) == ("pending", "action_required", 0)
    sandbox.answer(str(payment.intent_id))
    assert shopper.confirms(order.pk, str(payment.intent_id))["success"] is True
    assert (only_order().status, sandbox.charges(order.pk)) == ("processing", 1)


def test_3_d_secure_failed_and_paid_with_another_card(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(THREE_D_SECURE))
    intent_id = str(Payment.objects.get().intent_id)
    sandbox.answer(intent_id, "fail")
    answer = shopper.confirms(only_order().pk, intent_id)
    assert "unable to authenticate" in str(answer["data"])
    assert only_order().status == "failed"
    assert shopper.pays(sandbox.card()).result == "success"
    assert sandbox.charges(only_order().pk) == 1


def test_leaving_3_d_secure_and_paying_with_another_card(sandbox: Sandbox) -> None:
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(THREE_D_SECURE))
    assert shopper.pays(sandbox.card()).result == "success"
    assert (attempts(only_order()), sandbox.charges(only_order().pk)) == (["cancelled", "succeeded"], 1)


def test_an_answer_that_came_too_late_is_got_by_asking_again(sandbox: Sandbox) -> None:
    sandbox.fault("timeout_after_charge")
    shopper = Shopper().puts(make_product())
    assert shopper.pays(sandbox.card()).result == "success"
    assert sandbox.charges(only_order().pk) == 1


def test_a_fault_after_the_charge_is_found_by_the_reconciler(sandbox: Sandbox) -> None:
    sandbox.fault("500_after", times=3)
    assert Shopper().puts(make_product()).pays(sandbox.card()).result == "failure"
    order = only_order()
    assert (order.status, sandbox.charges(order.pk)) == ("pending", 1)
    age_payments()
    jobs.reconcile(0)
    assert (only_order().status, sandbox.charges(order.pk)) == ("processing", 1)


def test_an_unpaid_order_takes_its_intent_along(sandbox: Sandbox) -> None:
    wine = make_product(stock=1)
    Shopper().puts(wine).pays(sandbox.card(THREE_D_SECURE))
    end_holds()
    jobs.cancel_unpaid(0)
    assert (only_order().status, attempts(only_order()), only_variation(wine).reserved) == (
        "cancelled",
        ["cancelled"],
        0,
    )


def test_a_card_the_provider_does_not_know(sandbox: Sandbox) -> None:
    answer = Shopper().puts(make_product()).pays("pm_nobody")
    assert "Unable to process this payment" in answer.messages
    assert only_order().status == "failed"


def test_an_amount_below_the_provider_s_least(sandbox: Sandbox) -> None:
    wine = make_product(price="0.10", virtual=True)
    assert "too low for this payment method" in Shopper().puts(wine).pays(sandbox.card()).messages


def test_card_numbers_never_reach_the_store(sandbox: Sandbox, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    shopper = Shopper().puts(make_product())
    shopper.pays(sandbox.card(DECLINED), **{"wc-stripe-card-number": ""})
    shopper.pays(sandbox.card())
    kept = _everything_in_the_database() + caplog.text
    assert only_order().status == "processing"
    assert "•••• 4242" in kept
    assert not [
        digits for digits in (VISA, DECLINED, VISA[:12], f"cvc={CVC}", "client_secret", "_secret_") if digits in kept
    ]


def _everything_in_the_database() -> str:
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        texts = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')  # noqa: S608 - names from the database itself
            texts += [str(text) for (text,) in cursor.fetchall()]
    return "\n".join(texts)


def test_refunds_over_the_real_sdk(sandbox: Sandbox) -> None:
    assert Shopper().puts(make_product()).pays(sandbox.card()).result == "success"
    order, staff = only_order(), make_user(is_staff=True)
    made = refunds.refund(order.pk, NewRefund(amount=Money(500), reason="corked"), by=staff)
    assert (made.state, sandbox.refunded(order.pk)) == ("done", 500)
    assert str(made.provider_id).startswith("re_")
    sandbox.refund(made.intent_id, 300)
    refunds.refresh_refunds(order.pk, made.intent_id)
    assert refunds.remaining_amount(order) == order.total - Money(800)
    refunds.refund(order.pk, NewRefund(amount=refunds.remaining_amount(order)), by=staff)
    assert (only_order().status, sandbox.refunded(order.pk)) == ("refunded", order.total.minor)


@pytest.mark.parametrize(
    ("fault", "times"),
    swept(
        [("timeout_after_charge", 1), ("timeout_before", 1), ("500_after", 1), ("500_before", 3), ("429", 1)],
        guards={("timeout_after_charge", 1), ("500_before", 3)},
    ),
)
def test_a_refund_with_a_fault_goes_back_once(sandbox: Sandbox, fault: Fault, times: int) -> None:
    Shopper().puts(make_product()).pays(sandbox.card())
    order = only_order()
    sandbox.fault(fault, "refunds.create", times=times)
    with suppress(ProviderDown):
        refunds.refund(order.pk, NewRefund(amount=Money(500)), by=make_user(is_staff=True))
    Refund.objects.update(busy_until=timezone.now())
    jobs.reconcile_refunds(0)
    assert (Refund.objects.get().state, sandbox.refunded(order.pk)) == ("done", 500)
