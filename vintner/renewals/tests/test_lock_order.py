"""A box is paid with a new card while the subscription's method is changed: neither waits for what the other holds."""

import threading

import pytest
from django.db import connection
from django.utils import timezone

from vintner.customers.models import User
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import charge_attempt
from vintner.payments.models import Payment, SavedMethod
from vintner.payments.saved_methods import setups
from vintner.payments.saved_methods.purpose import SetupPurpose
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.subscriptions.changes import methods
from vintner.subscriptions.rules import BoxState
from vintner.testing.races import run_together
from vintner.testing.sandbox import THREE_D_SECURE, Sandbox
from vintner.testing.store import open_store

pytestmark = pytest.mark.django_db(transaction=True)
BLOCKS = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
MOST_LOOKS = 20_000
"""Each is a query; the other connection waits after a few dozen of them."""
VISA_DEBIT, MASTERCARD = "4000056655665556", "5555555555554444"


def unpaid_box(subscriber: Subscriber, user: User) -> Payment:
    """Have a box wait for its subscriber, and begin to pay for it with another card; return the attempt."""
    subscriber.turns_card(THREE_D_SECURE)
    box = subscriber.is_charged()
    given = PaymentInput(subscriber.sandbox.card(VISA_DEBIT), save=True, page=Payment.Page.ORDER)
    return pay_again(subscriber.order_of(box).pk, given, timezone.now(), payer=user)


def test_neither_is_in_the_way_of_the_other(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store()
    subscriber = subscribe(sandbox).is_told()
    user = User.objects.get()
    payment = unpaid_box(subscriber, user)

    def pay() -> None:
        assert customer_is_locked.wait(20)
        charge_attempt(payment.pk)

    def change() -> None:
        setup = setups.create_setup(
            user, sandbox.card(MASTERCARD), timezone.now(), purpose=SetupPurpose(subscription=subscriber.number)
        )
        setups.start_setup(setup)

    customer_is_locked = threading.Event()
    tried_again: list[float] = []
    change_method = methods.change_method

    def change_while_it_is_paid(*args: object, **named: object) -> object:
        """The customer is locked, the subscription not yet."""
        customer_is_locked.set()
        assert any(_keeps_somebody_waiting() for _ in range(MOST_LOOKS))
        return change_method(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(methods, "change_method", change_while_it_is_paid)
    monkeypatch.setattr("vintner.contention.time.sleep", tried_again.append)
    assert run_together([pay, change]) == []
    assert tried_again == []
    assert set(SavedMethod.objects.values_list("last_four", flat=True)) == {"4242", "5556", "4444"}
    assert subscriber.box_number(2).state == BoxState.PAID


def _keeps_somebody_waiting() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(BLOCKS)
        (waits,) = cursor.fetchone()
    return bool(waits)
