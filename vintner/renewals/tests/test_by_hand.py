"""A box without a method that can be charged is ordered, and waits to be paid by its link."""

from datetime import timedelta

import pytest
from django.utils import timezone

from vintner.orders.jobs import expire_holds
from vintner.orders.models import Email, StockReservation
from vintner.payments import jobs as payment_jobs
from vintner.payments.attempts.abandon import cancel_for_shopper
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import PaymentFailed, charge_attempt
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.renewals import dates
from vintner.renewals.renewal_form import TO_PAY_BY_HAND
from vintner.renewals.tests.subscriber import Subscriber, subscribe
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.testing.sandbox import DECLINED, THREE_D_SECURE, VISA, Sandbox

pytestmark = pytest.mark.usefixtures("store")
FAILS_LATER = "4000000000000341"


def without_method(sandbox: Sandbox) -> Subscriber:
    subscriber = subscribe(sandbox)
    Subscription.objects.update(method=None)
    return subscriber.is_told()


def pay_by_link(subscriber: Subscriber, box: Box, card: str) -> None:
    payment = pay_again(subscriber.order_of(box).pk, PaymentInput(card, page=Payment.Page.ORDER), timezone.now())
    charge_attempt(payment.pk)


def test_its_order_is_placed_and_its_link_is_mailed(sandbox: Sandbox) -> None:
    subscriber = without_method(sandbox)
    box = subscriber.is_charged()
    order = subscriber.order_of(box)
    assert (box.state, box.reason, box.order) == (BoxState.ACTION, "by_hand", order)
    assert (order.status, order.total) == ("pending", box.announced_total)
    assert not Payment.objects.filter(order=order).exists()
    assert f"/order-pay/{order.pk}/" in Email.objects.get(kind="subscription_unpaid").text
    assert StockReservation.objects.get(order=order).expires_at == box.due_at + TO_PAY_BY_HAND


def test_it_is_paid_by_its_link(sandbox: Sandbox) -> None:
    subscriber = without_method(sandbox)
    box = subscriber.is_charged()
    pay_by_link(subscriber, box, sandbox.card())
    assert subscriber.box_number(2).state == BoxState.PAID
    assert subscriber.subscription.status == SubscriptionStatus.ACTIVE
    assert subscriber.charges_of(box) == 1


def test_unpaid_it_is_left_out_and_the_next_box_comes(sandbox: Sandbox) -> None:
    subscriber = without_method(sandbox)
    box = subscriber.is_charged()
    payment_jobs.cancel_unpaid(0)
    assert subscriber.order_of(box).status == "pending"
    StockReservation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    payment_jobs.cancel_unpaid(0)
    assert subscriber.box_number(2).state == BoxState.CANCELLED
    assert (subscriber.box.number, subscriber.box.state) == (3, BoxState.SCHEDULED)
    open_states = [each.value for each in OPEN_BOXES]
    assert Box.objects.filter(state__in=open_states).count() == 1
    assert subscriber.notices("left_out") == ["Your box is left out"]
    assert "The next box is due on" in Email.objects.get(kind="subscription_left_out").text


def test_a_declined_try_does_not_let_it_wait_longer(sandbox: Sandbox) -> None:
    subscriber = without_method(sandbox)
    box = subscriber.is_charged()
    with pytest.raises(PaymentFailed):
        pay_by_link(subscriber, box, sandbox.card(DECLINED))
    dates.end_unpaid_boxes(timezone.now())
    assert subscriber.box_number(2).state == BoxState.ACTION
    StockReservation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    expire_holds(0)
    dates.end_unpaid_boxes(timezone.now())
    assert (subscriber.box_number(2).state, subscriber.order_of(box).status) == (BoxState.CANCELLED, "cancelled")
    assert (subscriber.box.number, len(subscriber.notices("left_out"))) == (3, 1)


@pytest.mark.parametrize(("number", "state"), [(THREE_D_SECURE, BoxState.ACTION), (FAILS_LATER, BoxState.RETRYING)])
def test_who_leaves_the_bank_s_question_can_still_pay(sandbox: Sandbox, number: str, state: BoxState) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(number)
    box = subscriber.is_charged()
    pay_by_link(subscriber, box, sandbox.card(THREE_D_SECURE))
    StockReservation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    payment_jobs.cancel_unpaid(0)
    order = subscriber.order_of(box)
    assert (order.status, subscriber.box_number(2).state) == ("failed", state)
    assert not StockReservation.objects.filter(order=order, ended_at=None).exists()
    assert not Email.objects.filter(kind__in=["failed", "cancelled", "subscription_left_out"]).exists()
    if state is BoxState.RETRYING:
        subscriber.turns_card(VISA)
        subscriber.is_charged(box.next_try_at)
    else:
        pay_by_link(subscriber, box, sandbox.card())
    assert (subscriber.box_number(2).state, subscriber.charges_of(box)) == (BoxState.PAID, 1)


def test_an_order_that_the_subscriber_cancels_leaves_the_box_out(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    cancel_for_shopper(subscriber.order_of(box), timezone.now())
    assert (subscriber.box_number(2).state, subscriber.box.number) == (BoxState.CANCELLED, 3)
    assert subscriber.notices("left_out") == ["Your box is left out"]


def test_whoever_cancels_is_charged_nothing_by_the_old_link(sandbox: Sandbox) -> None:
    subscriber = without_method(sandbox)
    box = subscriber.is_charged()
    own_actions.cancel(subscriber.number, timezone.now(), by=None)
    assert subscriber.order_of(box).status == "cancelled"
    with pytest.raises(Refusal):
        pay_by_link(subscriber, box, sandbox.card())


def test_a_method_that_is_chosen_meanwhile_is_charged_at_once(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox)
    method = subscriber.subscription.method
    Subscription.objects.update(method=None)
    box = subscriber.is_told().is_charged()
    Subscription.objects.update(method=method)
    boxes.retry_with_new_method(subscriptions.lock(subscriber.number), box.due_at)
    assert subscriber.is_charged(box.due_at).state == BoxState.PAID
    assert subscriber.charges_of(box) == 1


def test_the_bank_s_question_is_answered_by_the_link(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(THREE_D_SECURE)
    box = subscriber.is_charged()
    assert box.state == BoxState.ACTION
    pay_by_link(subscriber, box, sandbox.card(THREE_D_SECURE))
    payment = Payment.objects.filter(order__cart_id=box.cart_id).latest("attempt")
    sandbox.answer(str(payment.intent_id))
    Payment.objects.update(changed_at=timezone.now() - timedelta(minutes=3))
    payment_jobs.reconcile(0)
    assert subscriber.box_number(2).state == BoxState.PAID
    assert subscriber.charges_of(box) == 1


def test_a_subscriber_who_is_at_the_bank_is_not_charged_meanwhile(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    subscriber.turns_card(VISA)
    pay_by_link(subscriber, box, sandbox.card(THREE_D_SECURE))
    Payment.objects.update(changed_at=box.next_try_at - timedelta(minutes=1))
    box = subscriber.is_charged(box.next_try_at)
    assert (box.state, subscriber.charges_of(box)) == (BoxState.CHARGING, 0)
    sandbox.answer(str(Payment.objects.latest("pk").intent_id))
    payment_jobs.reconcile(0)
    Payment.objects.update(changed_at=timezone.now() - timedelta(minutes=3))
    payment_jobs.reconcile(0)
    assert (subscriber.box_number(2).state, subscriber.charges_of(box)) == (BoxState.PAID, 1)


def test_a_decline_of_the_subscriber_s_own_try_is_not_counted(sandbox: Sandbox) -> None:
    subscriber = subscribe(sandbox).is_told()
    subscriber.turns_card(FAILS_LATER)
    box = subscriber.is_charged()
    with pytest.raises(PaymentFailed):
        pay_by_link(subscriber, box, sandbox.card(DECLINED))
    subscriber.turns_card(VISA)
    assert subscriber.is_charged(box.next_try_at).state == BoxState.PAID
    assert subscriber.box_number(2).declines == 1
