"""What was paid once is never paid again, whoever presses what, and money never lies where nobody looks."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from vintner.money import Money
from vintner.orders import order_view, orders
from vintner.orders.amounts import rows_after_refunds
from vintner.orders.invariants import audit
from vintner.orders.models import Email, Order, Refund
from vintner.orders.ownership import link
from vintner.orders.refundable import NewRefund
from vintner.orders.rules import Status
from vintner.payments import jobs, refunds
from vintner.payments.attempts import attempts as writing
from vintner.payments.attempts import capture
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.start_payment import refresh_payment, start_payment
from vintner.payments.models import Payment
from vintner.payments.status_moves import move_by_staff
from vintner.payments.tests.passing_time import age_payments
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, make_user
from vintner.testing.provider import DECLINED, GOOD, SLOW_BANK, THREE_D_SECURE, ProviderDouble
from vintner.testing.shopper import Shopper, attempts, only_order

pytestmark = pytest.mark.usefixtures("store")


def refuses(to: Status) -> str:
    with pytest.raises(Refusal) as refusal:
        move_by_staff(only_order(), to, make_user(is_superuser=True))
    return refusal.value.code


@pytest.mark.parametrize("way", [Status.CANCELLED, Status.ON_HOLD])
def test_staff_makes_no_paid_order_payable(provider: ProviderDouble, way: Status) -> None:
    Shopper().puts(make_product(stock=9)).pays()
    move_by_staff(only_order(), way, make_user(is_staff=True))
    assert refuses(Status.PENDING if way is Status.CANCELLED else Status.FAILED) == "paid"
    assert (only_order().status, audit()) == (way, [])


def test_nor_one_whose_money_went_back(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays()
    staff = make_user(is_staff=True)
    move_by_staff(only_order(), Status.CANCELLED, staff)
    everything = NewRefund(amount=only_order().total)
    refunds.refund(only_order().pk, everything, by=staff)
    assert (refunds.remaining_amount(only_order()), refuses(Status.PENDING)) == (Money(0), "paid")


def test_nor_one_whose_money_is_set_aside(provider: ProviderDouble, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    Shopper().puts(make_product(stock=9)).pays()
    assert refuses(Status.FAILED) == "only_set_aside"


def made_payable() -> Order:
    """A paid order that somebody made payable behind the back of payments."""
    order, by = only_order(), make_user(is_staff=True)
    orders.move_by_staff(order, Status.CANCELLED, by)
    orders.move_by_staff(order, Status.PENDING, by)
    return order


def test_a_paid_order_that_is_payable_all_the_same_is_not_charged(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(stock=9))
    shopper.pays()
    order = made_payable()
    with pytest.raises(Refusal, match="paid for already"):
        pay_again(order.pk, PaymentInput(GOOD), timezone.now())
    assert len(provider.ledger[order.pk]) == 1


def pay_twice(provider: ProviderDouble, order: Order) -> Payment:
    """Let money come a second time, behind the back of all that refuses to charge for it."""
    second = writing.create_attempt(order, PaymentInput(GOOD), timezone.now(), attempt=2)
    return apply_intent(order.pk, provider.pay(writing.build_charge(second)))


def test_an_attempt_at_an_order_that_was_paid_meanwhile_is_not_charged(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays()
    order = made_payable()
    second = writing.create_attempt(order, PaymentInput(GOOD), timezone.now(), attempt=2)
    assert start_payment(second.pk).payment.status == "succeeded"
    assert (attempts(order), len(provider.ledger[order.pk])) == (["succeeded", "cancelled"], 1)


def test_money_that_comes_a_second_time_is_parked_and_keeps_nobody_waiting(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays()
    order = made_payable()
    assert pay_twice(provider, order).status == "unexpected"
    assert (only_order().status, attempts(order)) == ("on-hold", ["succeeded", "unexpected"])
    assert Email.objects.filter(kind="alert", about="attempt 2").count() == 1


def test_what_is_left_of_an_order_paid_twice_is_counted_from_all_that_was_paid(
    provider: ProviderDouble, staff: Client
) -> None:
    Shopper().puts(make_product(stock=9)).pays()
    order = made_payable()
    pay_twice(provider, order)
    refunds.refund(order.pk, NewRefund(amount=order.total), by=make_user(is_staff=True))
    total, both = order.total.text, (order.total * 2).text
    rows = [("Paid in all", both), ("Total after refunds", total)]
    assert [row for row in rows_after_refunds(order) if "Refunded" not in row[0]] == rows
    told = Email.objects.get(kind="partly_refunded").text
    assert f"Total: {total}\nPaid in all: {both}\n" in told
    assert f"Total after refunds: {total}\n" in told
    shown = order_view.order_details(only_order()).sums
    assert [(each.label, each.amount) for each in shown if (each.label, each.amount) in rows] == rows
    receipt = staff.get(link("order_received", order), headers={"accept": "application/json"}).json()
    assert (receipt["total_after_refunds"], receipt["refunds"][0]["label"], receipt["refunds"][0]["amount"]) == (
        total,
        *rows[0],
    )


def test_what_goes_wrong_with_one_payment_keeps_no_other_waiting(
    provider: ProviderDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        Shopper().puts(make_product(stock=9)).pays(THREE_D_SECURE)
    for intent_id in list(provider.intents):
        provider.confirm(intent_id)
    age_payments()
    broken, whole = Payment.objects.order_by("pk")

    def fails_for_one(payment: Payment) -> Payment:
        if payment.pk == broken.pk:
            raise IntegrityError("the books do not agree")
        return refresh_payment(payment)

    monkeypatch.setattr(jobs, "refresh_payment", fails_for_one)
    jobs.reconcile(0)
    assert [Payment.objects.get(pk=each.pk).status for each in (broken, whole)] == ["action_required", "succeeded"]


def test_a_second_press_that_was_not_needed_leaves_nothing_behind(provider: ProviderDouble, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    provider.faults = ["after"]
    shopper = Shopper().puts(make_product(stock=9))
    assert shopper.pays().result == "failure"
    Payment.objects.update(busy_until=None)
    assert shopper.pays().result == "success"
    assert (attempts(only_order()), only_order().status) == (["authorized", "cancelled"], "on-hold")
    capture.void(only_order().pk, by=make_user(is_staff=True))
    assert (only_order().status, audit()) == ("cancelled", [])


def test_an_attempt_that_staff_ended_meanwhile_is_not_charged(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays(DECLINED)
    payment = pay_again(only_order().pk, PaymentInput(GOOD), timezone.now())
    Payment.objects.filter(pk=payment.pk).update(given_up_at=timezone.now())
    start_payment(payment.pk)
    assert dict(provider.ledger) == {}


def test_while_the_provider_is_asked_nobody_else_may(provider: ProviderDouble) -> None:
    """Earlier attempts may take so long to close that the time of this one is over before it is asked for."""
    Shopper().puts(make_product(stock=9)).pays(DECLINED)
    payment = pay_again(only_order().pk, PaymentInput(GOOD), timezone.now())
    Payment.objects.filter(pk=payment.pk).update(busy_until=timezone.now() - timedelta(seconds=1))
    assert writing.take_turn(payment)
    assert writing.is_in_progress(only_order(), timezone.now())


def test_a_form_that_is_sent_twice_gives_back_once(staff: Client, provider: ProviderDouble) -> None:
    Shopper().puts(make_product(price="30.00", stock=9), 3).pays()
    path = f"/admin/orders/order/{only_order().pk}/refund/"
    line = only_order().lines.get()
    wish = staff.get(path).context["form"]["wish"].value()
    fields = {"wish": wish, f"line_{line.pk}": "2", "reason": "Corked.", "do": "send", "seen": "6435"}
    answers = [staff.post(path, fields).status_code for _ in range(2)]
    assert (answers, Refund.objects.count(), len(provider.refunds)) == ([302, 302], 1, 1)
    assert staff.get(path).context["form"]["wish"].value() != wish
    staff.post(path, {"wish": "", "amount": "1.00", "do": "send", "seen": "100"})
    staff.post(path, {"wish": "", "amount": "1.00", "do": "send", "seen": "100"})
    assert Refund.objects.count() == 3


def test_a_wish_that_failed_may_be_had_again(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(price="30.00")).pays()
    order, by = only_order(), make_user(is_staff=True)
    new = NewRefund(amount=Money(100), request_key="abc")
    intent = provider.intents["pi_1"]
    provider.intents["pi_1"] = replace(intent, received=Money(0))
    assert refunds.refund(order.pk, new, by=by).state == "failed"
    provider.intents["pi_1"] = intent
    assert [refunds.refund(order.pk, new, by=by).state for _ in range(2)] == ["done", "done"]
    assert (Refund.objects.count(), len(provider.refunds)) == (2, 1)


def test_money_that_nobody_expected_is_known_once_it_is_taken(provider: ProviderDouble, settings: Settings) -> None:
    settings.CAPTURE_LATER = True
    Shopper().puts(make_product(stock=9)).pays(THREE_D_SECURE)
    aside = provider.confirm("pi_1")
    orders.cancel(only_order(), "")
    apply_intent(only_order().pk, aside)
    assert Payment.objects.get().status == "unexpected"
    apply_intent(only_order().pk, provider.capture("pi_1", aside.amount, "key"))
    assert (Payment.objects.get().captured, refunds.remaining_amount(only_order())) == (aside.amount, aside.amount)


def test_of_one_cart_one_order_at_a_time_waits_for_its_payment(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(stock=9))
    shopper.pays(DECLINED)
    failed = only_order()
    Order.objects.create(cart_id=failed.cart_id, email="jane@example.com", billing={}, status="pending")
    with pytest.raises(Refusal, match="Another order from the same cart"):
        pay_again(failed.pk, PaymentInput(GOOD), timezone.now())


@pytest.mark.parametrize("to", [Status.CANCELLED, Status.PROCESSING])
def test_staff_waits_for_a_bank_that_can_not_be_stopped(
    provider: ProviderDouble, to: Status, monkeypatch: pytest.MonkeyPatch
) -> None:
    Shopper().puts(make_product(stock=9)).pays(SLOW_BANK)
    assert only_order().status == "on-hold"
    monkeypatch.setattr(provider, "cancel", provider.find)  # the bank is at work: its answer is what stands
    assert refuses(to) == "on_its_way"
    assert (only_order().status, Payment.objects.get().given_up_at) == ("on-hold", None)


def test_what_can_be_stopped_is_stopped_before_staff_goes_on(provider: ProviderDouble) -> None:
    Shopper().puts(make_product(stock=9)).pays(SLOW_BANK)
    move_by_staff(only_order(), Status.PROCESSING, make_user(is_superuser=True), "Paid in cash.")
    assert (only_order().status, attempts(only_order())) == ("processing", ["cancelled"])
    assert provider.intents["pi_1"].status == "canceled"
    assert audit() == []
