"""The program is killed while it returns money that a wallet paid for an order that cannot take it."""

import pytest
from django.db import transaction
from pytest_django import Settings

from vintner.checkout.tests.shopper import Shopper, attempts, only_order
from vintner.orders import orders
from vintner.orders.models import Email, Refund
from vintner.payments import jobs
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.models import Payment
from vintner.payments.tests.killed import killed
from vintner.payments.tests.sandbox import THREE_D_SECURE, Sandbox
from vintner.payments.tests.worker import left_to_do, work_off
from vintner.testing.builders import make_product
from vintner.testing.store import open_store

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("audited")]

APPLY = """
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.models import Payment
refresh_payment(Payment.objects.select_related("order").get())
"""
RETURN = """
from vintner.payments import jobs
from vintner.payments.models import Payment
jobs.return_money(Payment.objects.get().pk)
"""


def pay_too_late(sandbox: Sandbox) -> Payment:
    """Let the bank confirm the payment of an order that was cancelled without the provider having been asked."""
    open_store()
    Shopper().puts(make_product()).pays(sandbox.card(THREE_D_SECURE))
    Payment.objects.update(page="express")
    payment = Payment.objects.get()
    sandbox.answer(str(payment.intent_id))
    with transaction.atomic():
        orders.cancel(orders.lock(payment.order_id), "Cancelled meanwhile.")
    return payment


def test_killed_before_return_commit_nothing_is_recorded_and_the_next_round_returns_it(sandbox: Sandbox) -> None:
    payment = pay_too_late(sandbox)
    killed("before_return_commit", APPLY, sandbox)
    assert (attempts(only_order()), Refund.objects.count(), left_to_do()) == (["action_required"], 0, [])
    Payment.objects.update(changed_at="2026-01-01T00:00:00Z")
    jobs.reconcile(0)
    work_off()
    assert sandbox.refunded(payment.order_id) == only_order().total.minor
    assert Email.objects.filter(kind="refunded").count() == 1


@pytest.mark.parametrize("point", ["after_refund_call", "before_refund_commit"])
def test_a_return_that_was_cut_off_is_made_once(sandbox: Sandbox, point: str) -> None:
    payment = pay_too_late(sandbox)
    refresh_payment(payment)
    killed(point, RETURN, sandbox)
    for _ in range(2):
        jobs.reconcile_refunds(0)
        work_off()
    assert (sandbox.refunded(payment.order_id), Refund.objects.get().state) == (only_order().total.minor, "done")


def test_killed_after_void_of_unexpected_money_it_is_not_voided_again(sandbox: Sandbox, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    payment = pay_too_late(sandbox)
    refresh_payment(payment)
    killed("after_void_of_unexpected", RETURN, sandbox)
    jobs.return_forgotten_money(0)
    work_off()
    assert [intent["status"] for intent in sandbox.payments()] == ["canceled"]
    assert (attempts(only_order()), Payment.objects.get().closed_at is not None) == (["unexpected"], True)
    assert sandbox.charges(payment.order_id) == 0
