"""Applies an intent to its order. The only place where an order becomes paid (docs/payments.md)."""

import logging
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.cart.saved.ordered_lines import remove_ordered_lines
from vintner.contention import Crowded, persist
from vintner.money import ZERO
from vintner.orders import orders, refund_records
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.attempts import attempts, card_testing
from vintner.payments.attempts.attempts import find_claimed, is_ours, lock_order, lock_payment, record_error
from vintner.payments.attempts.refused_money import find_refused
from vintner.payments.attempts.return_money import (
    close_returned,
    is_returned_at_once,
    request_late_return,
    request_return,
)
from vintner.payments.attempts.rules import (
    ABANDONED_CODES,
    OPEN_PAYMENT_STATUSES,
    IntentStatus,
    PaymentOutcome,
    PaymentSnapshot,
    PaymentStatus,
    decide_payment,
)
from vintner.payments.gateway import Intent, NotRecorded, PaymentError
from vintner.payments.messages import PREPAID_FUNDING
from vintner.payments.models import MAX_PAGE_LENGTH, Payment
from vintner.payments.returns.planned_returns import plan_return
from vintner.payments.saved_methods import saved_methods
from vintner.payments.types import Flow

LONGEST_WAIT = timedelta(hours=24)
"""The longest hold of an order whose shopper is at a bank or a lender
(docs/behaviour/payments.md#waiting-for-the-shopper).
"""

PAID_STATUSES = frozenset({PaymentStatus.SUCCEEDED, PaymentStatus.AUTHORIZED})
"""The statuses of an attempt that has paid for its order, or is authorized to."""
log = logging.getLogger(__name__)


class ForeignIntent(Exception):
    """The intent does not belong to this order, or the setup intent to no attempt. Nothing was changed."""


def apply_intent(order_id: int, intent: Intent) -> Payment:
    """Update the order from an intent that was just read from the provider, and return its attempt.

    Does nothing the second time. Locks the rows of cart, order, attempt and provider's customer in this order. Raises
    ForeignIntent when the intent does not belong to the order, and NotRecorded when others hold those rows for long:
    the webhook and the reconciler apply the same intent again.
    """
    try:
        return persist(partial(_apply, order_id, intent))
    except Crowded as crowd:
        raise NotRecorded(f"intent {intent.id} of order {order_id}") from crowd


def _apply(order_id: int, intent: Intent) -> Payment:
    with transaction.atomic():
        order = lock_order(order_id)
        attempts_of_order = list(Payment.objects.select_for_update().filter(order=order))
        payment = _find_attempt(order, attempts_of_order, intent)
        is_new, payment.intent_id = payment.intent_id is None, payment.intent_id or intent.id
        paid_before = any(each.pk != payment.pk and each.status in PAID_STATUSES for each in attempts_of_order)
        outcome = decide_payment(_take_snapshot(order, payment, intent, paid_before=paid_before))
        log.info("order %s attempt %s: intent %s, %s", order_id, payment.attempt, intent.status, outcome)
        if is_new and outcome is PaymentOutcome.NOTHING:  # all others save the attempt
            payment.save(update_fields=["intent_id", "changed_at"])
        _HANDLERS[outcome](order, payment, intent)
        chaos.point("before_apply_commit")
    return payment


def record_rejection(payment_id: int, code: str, message: str) -> Payment:
    """Record that the provider rejected the attempt and created no intent."""
    with transaction.atomic():
        order, payment = lock_payment(payment_id)
        if payment.status in OPEN_PAYMENT_STATUSES:
            _decline(order, payment, PaymentError(code=code, message=message))
            _cancel_intent_later(payment)
            _save(payment, PaymentStatus.DECLINED, closed=True)
    return payment


def _find_attempt(order: Order, attempts_of_order: Collection[Payment], intent: Intent) -> Payment:
    """Return the attempt of this intent among the locked ones. Raises ForeignIntent."""
    payment = find_claimed(attempts_of_order, intent)
    if payment is None or not is_ours(payment, intent.claim):
        raise ForeignIntent(f"intent {intent.id} is not of order {order.pk}")
    payment.order = order
    return payment


def _take_snapshot(order: Order, payment: Payment, intent: Intent, *, paid_before: bool) -> PaymentSnapshot:
    amounts = {order.total, payment.amount, intent.amount}
    if intent.status is IntentStatus.SUCCEEDED and not _is_partial_capture(payment, intent):
        amounts.add(intent.received)
    return PaymentSnapshot(
        order=Status(order.status),
        payment=PaymentStatus(payment.status),
        intent=intent.status,
        has_error=intent.error is not None,
        was_abandoned=intent.error is not None and intent.error.code in ABANDONED_CODES,
        matches=len(amounts) == 1
        and order.currency == payment.currency == intent.currency
        and intent.customer_id == payment.customer_id
        and payment.type in intent.types,
        paid_before=paid_before,
        refused=_is_doubtful(order, intent) and find_refused(order, payment, intent) is not None,
        flow=payment.method_type.flow,
    )


def _is_doubtful(order: Order, intent: Intent) -> bool:
    """Return whether money may have to go back. All else was looked at before it was charged."""
    return order.status == Status.FAILED or intent.funding == PREPAID_FUNDING


def _is_partial_capture(payment: Payment, intent: Intent) -> bool:
    """Return whether staff captured only a part of the authorized amount."""
    return payment.status == PaymentStatus.AUTHORIZED and ZERO < intent.received < payment.amount


def _change_nothing(order: Order, payment: Payment, intent: Intent) -> None:
    """Leave the status. Some details may still change: the shopper has finished on the provider's page, or an
    unexpected authorization was captured or voided at the provider.
    """
    if payment.status == PaymentStatus.UNEXPECTED and intent.received > payment.captured:
        payment.captured = intent.received
        payment.save(update_fields=["captured", "changed_at"])
        orders.add_note(
            order, f"{intent.received} of attempt {payment.attempt} was taken at the card service.", alert=True
        )
        request_late_return(order, payment, intent)
    close_returned(order, payment, intent)
    if payment.provider_page and not intent.page:
        payment.provider_page = ""
        payment.save(update_fields=["provider_page", "changed_at"])


def _pay(order: Order, payment: Payment, intent: Intent) -> None:
    saved_methods.lock_customer_of(payment)
    _save(payment, PaymentStatus.SUCCEEDED, intent, closed=True)
    note = f"Paid by {payment.paid_by or payment.method_type.label} ({intent.charge_id or intent.id})."
    if not orders.mark_paid(order, note):
        plan_return(order, payment, timezone.now())
    remove_ordered_lines(order)
    _save_method(payment, intent)


def _save_method(payment: Payment, intent: Intent) -> None:
    if payment.saves_for is not None:
        saved_methods.save_method_of_payment(payment, payment.saves_for, intent)
    elif payment.customer_id:
        saved_methods.send_method_saved(payment)


def _settle(order: Order, payment: Payment, intent: Intent) -> None:
    saved_methods.lock_customer_of(payment)
    _save(payment, PaymentStatus.SUCCEEDED, intent, closed=True)
    if not orders.settle(order, f"The payment has arrived ({intent.charge_id or intent.id})."):
        plan_return(order, payment, timezone.now())
    _save_method(payment, intent)
    not_taken = order.total - intent.received
    if not_taken:
        refund_records.record_not_taken(order, not_taken, key=f"not-taken:{intent.id}")


def _set_aside(order: Order, payment: Payment, intent: Intent) -> None:
    _save(payment, PaymentStatus.AUTHORIZED, intent)
    orders.put_on_hold(
        order, f"{payment.paid_by or 'The card'} has set {payment.amount} aside ({intent.id}): capture it."
    )
    remove_ordered_lines(order)


def _await_action(order: Order, payment: Payment, intent: Intent) -> None:
    _save(payment, PaymentStatus.ACTION_REQUIRED, intent)
    orders.add_note(
        order, f"Attempt {payment.attempt}: {_ACTION_NOTES.get(payment.method_type.flow, _BANK_ACTION_NOTE)}."
    )
    if payment.method_type.flow in _PAYS_ELSEWHERE:
        orders.hold_longer(order, payment.created_at + min(payment.method_type.patience, LONGEST_WAIT))


_PAYS_ELSEWHERE = frozenset({Flow.REDIRECT, Flow.EXPRESS, Flow.WALLET, Flow.CODE})
"""The shopper pays on another page or device, for as long as the provider waits."""
_BANK_ACTION_NOTE = "the shopper has to confirm the payment with the bank"
_ACTION_NOTES = {
    Flow.REDIRECT: "the shopper was sent on to pay",
    Flow.EXPRESS: "the shopper was sent on to pay",
    Flow.WALLET: "the shopper is shown a code to pay with a phone",
    Flow.CODE: "the shopper has to confirm the payment on a phone",
    Flow.VOUCHER: "the shopper is shown a voucher",
}


def _await_money(order: Order, payment: Payment, intent: Intent) -> None:
    payment.provider_page = intent.page if len(intent.page) <= MAX_PAGE_LENGTH else ""
    _save(payment, PaymentStatus.PROCESSING, intent)
    orders.put_on_hold(order, f"{_pending_reason(payment, intent)} ({intent.id}).")
    remove_ordered_lines(order)


def _pending_reason(payment: Payment, intent: Intent) -> str:
    """Return what the payment is waiting for, for the order's history."""
    if intent.status is IntentStatus.PROCESSING:
        return "The bank is working on the payment"
    if payment.method_type.flow is Flow.VOUCHER:
        return f"Awaiting payment of a {payment.method_type.label} voucher"
    return "The shopper has to prove that the bank account is theirs"


def _decline_intent(order: Order, payment: Payment, intent: Intent) -> None:
    _decline(order, payment, intent.error or PaymentError())
    _cancel_intent_later(payment)
    _save(payment, PaymentStatus.DECLINED, intent)


def _note_abandoned(order: Order, payment: Payment, intent: Intent) -> None:
    """The shopper cancelled or took too long. No e-mail is sent: the order waits for another try until its hold
    ends.
    """
    record_error(payment, intent.error or PaymentError())
    _cancel_intent_later(payment)
    _save(payment, PaymentStatus.DECLINED, intent)
    orders.add_note(order, f"Attempt {payment.attempt}: the shopper turned back ({payment.error_code}).")


def _cancel_intent_later(payment: Payment) -> None:
    """Cancel the intent at the provider by a job. The browser holds its secret, and could try any number of stolen
    cards on an open intent without the store's limits.
    """
    if payment.status == PaymentStatus.ACTION_REQUIRED or payment.is_of_open_intent:
        app.configure_task("payments.end_intent").defer(payment_id=payment.pk)


def _decline(order: Order, payment: Payment, error: PaymentError) -> None:
    """Store the error on the attempt, write it into the history, and count the decline (card_testing.py)."""
    card_testing.count_payment_decline(order, payment)
    record_error(payment, error)
    text = f"Attempt {payment.attempt} was declined ({payment.error_code or 'no reason given'})."
    if _is_current(order, payment) and order.status in (Status.PENDING, Status.ON_HOLD, Status.FAILED):
        orders.fail(order, text)
    else:
        orders.add_note(order, text)


def _is_current(order: Order, payment: Payment) -> bool:
    """Return whether the order still depends on this attempt. Newer attempts that were cancelled do not count."""
    newer = Payment.objects.filter(order=order, attempt__gt=payment.attempt).exclude(status=PaymentStatus.CANCELLED)
    return payment.given_up_at is None and not newer.exists()


def _cancel(order: Order, payment: Payment, intent: Intent) -> None:
    """Cancel the attempt, and the order with it unless another attempt may still pay for it. The order of a renewal
    waits for the next try.
    """
    was_waiting = payment.status in OPEN_PAYMENT_STATUSES or payment.status == PaymentStatus.AUTHORIZED
    _save(payment, PaymentStatus.CANCELLED if was_waiting else PaymentStatus(payment.status), intent, closed=True)
    if not (was_waiting and _is_current(order, payment)):
        return
    if order.status == Status.PENDING and attempts.is_of_renewal(order):
        orders.keep_unpaid(order, f"Attempt {payment.attempt} was given up.")
    elif order.status in (Status.PENDING, Status.ON_HOLD):
        orders.cancel(order, "The payment was given up.")


def _park(order: Order, payment: Payment, intent: Intent) -> None:
    """Park money that the order does not expect, with an alert to staff: it is to be refunded or the order
    delivered. What a wallet paid goes back by itself.
    """
    _save(payment, PaymentStatus.UNEXPECTED, intent, closed=True)
    was = f"while this order of {order.total} is {order.get_status_display().lower()}"
    if is_returned_at_once(payment):
        request_return(order, payment, intent, was)
        return
    if intent.status is IntentStatus.REQUIRES_CAPTURE:
        text = f"{intent.amount} {intent.currency} is set aside ({intent.id}) {was}. Void it at the card service."
    else:
        text = f"The card service took {intent.received} {intent.currency} ({intent.id}) {was}. Refund it or deliver."
    orders.put_on_hold_with_alert(order, text, about=f"attempt {payment.attempt}")


def _send_back(order: Order, payment: Payment, intent: Intent) -> None:
    """Request the return of money that is refused. The order stays as it is, and can be paid in another way."""
    error = find_refused(order, payment, intent) or PaymentError()
    card_testing.count_payment_decline(order, payment)
    payment.error_code, payment.error_message = error.code, error.message
    _save(payment, PaymentStatus.UNEXPECTED, intent, closed=True)
    request_return(order, payment, intent, f"and is refused ({error.code})")


def _save(payment: Payment, status: PaymentStatus, intent: Intent | None = None, *, closed: bool = False) -> None:
    payment.status = status
    payment.busy_until = None
    if closed and payment.closed_at is None:
        payment.closed_at = timezone.now()
    if intent is not None:
        known = payment.charge_id if not intent.received else None  # until money has come, the first charge stays
        payment.charge_id = known or intent.charge_id or payment.charge_id or None
        payment.card = intent.card or payment.card
        payment.method = intent.method_id or payment.method
        payment.captured = intent.received
    payment.save()


_HANDLERS: dict[PaymentOutcome, Callable[[Order, Payment, Intent], None]] = {
    PaymentOutcome.NOTHING: _change_nothing,
    PaymentOutcome.PAY: _pay,
    PaymentOutcome.SET_ASIDE: _set_aside,
    PaymentOutcome.SETTLE: _settle,
    PaymentOutcome.AWAIT_ACTION: _await_action,
    PaymentOutcome.AWAIT_MONEY: _await_money,
    PaymentOutcome.DECLINE: _decline_intent,
    PaymentOutcome.TURN_BACK: _note_abandoned,
    PaymentOutcome.END: _cancel,
    PaymentOutcome.PARK: _park,
    PaymentOutcome.SEND_BACK: _send_back,
}
