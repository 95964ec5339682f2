"""Somebody cancels while an order is being paid: either the money or the cancellation comes first, never both."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.orders import orders
from vintner.orders.models import Order, OrderEvent
from vintner.orders.rules import Status
from vintner.payments.attempts import abandon, start_payment
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import PaymentFailed, charge_attempt
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.left_orders import cancel_left_orders
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.testing.builders import make_box_wine, make_user
from vintner.testing.races import run_together
from vintner.testing.sandbox import DECLINED, Sandbox
from vintner.testing.shopper import Shopper, only_order
from vintner.testing.store import open_store
from vintner.testing.written_emails import written_email

pytestmark = pytest.mark.django_db(transaction=True)
ACCOUNT = {"createaccount": "1", "account_password": "violet tractor seven moons"}


@pytest.fixture(autouse=True)
def _open(transactional_db: None) -> None:
    open_store()


def begin_to_pay(sandbox: Sandbox, order: Order) -> Payment:
    return pay_again(order.pk, PaymentInput(sandbox.card(), page=Payment.Page.ORDER), timezone.now())


def pay(sandbox: Sandbox, order: Order) -> None:
    with suppress(PaymentFailed):  # it was cancelled before it was charged
        charge_attempt(begin_to_pay(sandbox, order).pk)


def cancel() -> Subscription:
    return own_actions.cancel(Subscription.objects.get().pk, timezone.now(), by=None)


def meanwhile(monkeypatch: pytest.MonkeyPatch, action: Callable[[], object]) -> None:
    """Do something after the old attempts were closed, before the order is locked to be cancelled."""
    close_attempts = start_payment.close_attempts

    def close(*args: object, **named: object) -> object:
        closed = close_attempts(*args, **named)  # type: ignore[arg-type]
        monkeypatch.setattr(abandon, "close_attempts", close_attempts)
        action()
        return closed

    monkeypatch.setattr(abandon, "close_attempts", close)


def declined_order(sandbox: Sandbox) -> Order:
    Shopper().puts(make_box_wine()).pays(sandbox.card(DECLINED), **ACCOUNT)
    return only_order()


def unpaid_box(sandbox: Sandbox) -> tuple[Subscriber, Order]:
    subscriber = subscribe(sandbox)
    Subscription.objects.update(method=None)
    return subscriber, subscriber.order_of(subscriber.is_told().is_charged())


def test_a_first_order_that_somebody_begins_to_pay_keeps_its_subscription(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, begun = declined_order(sandbox), []
    meanwhile(monkeypatch, lambda: begun.append(begin_to_pay(sandbox, order)))
    with pytest.raises(Refusal) as refused:
        cancel()
    assert refused.value.code == "busy"
    charge_attempt(begun[0].pk)
    assert (only_order().status, Subscription.objects.get().status) == (Status.PROCESSING, SubscriptionStatus.ACTIVE)


def test_a_box_that_somebody_begins_to_pay_is_not_cancelled(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    subscriber, order = unpaid_box(sandbox)
    begun: list[Payment] = []
    with suppress(PaymentFailed):
        charge_attempt(pay_again(order.pk, PaymentInput(sandbox.card(DECLINED)), timezone.now()).pk)
    meanwhile(monkeypatch, lambda: begun.append(begin_to_pay(sandbox, order)))
    with pytest.raises(Refusal) as refused:
        cancel()
    assert refused.value.code == "busy"
    with pytest.raises(Refusal, match="being charged"):  # while the attempt runs, too
        cancel()
    charge_attempt(begun[0].pk)
    assert subscriber.box_number(2).state == BoxState.PAID
    assert subscriber.subscription.status == SubscriptionStatus.ACTIVE


@pytest.mark.parametrize("is_first", [True, False])
def test_of_both_at_the_same_time_one_wins(sandbox: Sandbox, is_first: bool) -> None:
    order = declined_order(sandbox) if is_first else unpaid_box(sandbox)[1]
    refused = run_together([lambda: pay(sandbox, order), cancel])
    order.refresh_from_db()
    status = Subscription.objects.get().status
    if status == SubscriptionStatus.CANCELLED:
        assert (order.status, sandbox.charges(order.pk)) == (Status.CANCELLED, 0)
    else:
        assert (order.status, sandbox.charges(order.pk)) == (Status.PROCESSING, 1)
        # Whoever cancels after the payment is through keeps what was paid for.
        assert refused or status == SubscriptionStatus.PENDING_CANCEL


def test_a_box_is_cancelled_with_its_order_while_the_card_service_is_down(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to wait for the card service to leave. The order takes no money, and goes when the service is back."""
    _, order = unpaid_box(sandbox)
    with suppress(PaymentFailed):
        charge_attempt(pay_again(order.pk, PaymentInput(sandbox.card(DECLINED)), timezone.now()).pk)

    def is_down(*_: object, **__: object) -> None:
        raise ProviderDown

    with monkeypatch.context() as patch:
        patch.setattr(abandon, "close_attempts", is_down)
        assert cancel().status == SubscriptionStatus.CANCELLED
    with pytest.raises(Refusal, match="has ended"):
        begin_to_pay(sandbox, order)
    cancel_left_orders(timezone.now())
    order.refresh_from_db()
    assert order.status == Status.CANCELLED


@pytest.mark.parametrize("is_first", [True, False])
def test_staff_is_told_of_money_for_a_subscription_that_has_ended(sandbox: Sandbox, is_first: bool) -> None:
    """The attempt was begun before, by whatever way: the money does not come in unnoticed."""
    order = declined_order(sandbox) if is_first else unpaid_box(sandbox)[1]
    begun = begin_to_pay(sandbox, order)
    subscription = Subscription.objects.get()
    subscription.boxes.filter(number=2).update(state=BoxState.CANCELLED)
    Subscription.objects.update(status=SubscriptionStatus.CANCELLED, ended_at=timezone.now())
    charge_attempt(begun.pk)
    with transaction.atomic():
        orders.move(orders.lock(order.pk), Status.COMPLETED, by=make_user())
    words = f"subscription {subscription.pk} has ended"
    [told] = OrderEvent.objects.filter(order=order, alert=True)
    assert words in told.note
    assert words in written_email(order=order, kind="alert").text
    assert Subscription.objects.get().status == SubscriptionStatus.CANCELLED
