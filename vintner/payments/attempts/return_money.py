"""Returns money that the store does not keep, without anybody having to look: what came by a wallet for an order that
cannot take it, what is refused (refused_money.py), and what paid for bottles that are gone (returns/).

A wallet takes the money in the moment in which the shopper confirms its sheet. The request is recorded in the
transaction in which the money is found, together with the job that calls the provider; the reconciler repeats that job.
"""

from typing import Final

from django.utils import timezone
from procrastinate.contrib.django import app

from vintner import chaos
from vintner.money import Money
from vintner.orders import orders, refund_records
from vintner.orders.models import Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.payments.attempts.rules import IntentStatus, PaymentStatus
from vintner.payments.gateway import Intent
from vintner.payments.models import Payment

REASON: Final = "It came when the order could not take it."
_KEY: Final = "returned:"


def is_returned_at_once(payment: Payment) -> bool:
    """Return whether unexpected money of this attempt goes back by itself. Other pages' waits for staff."""
    return payment.page == Payment.Page.EXPRESS


def request_return(order: Order, payment: Payment, intent: Intent, why: str) -> None:
    """Record that unexpected money goes back, and start the job. The order and its attempt are locked.

    An authorization leaves the attempt open until it is voided. Captured money is recorded as a requested refund.
    Staff has nothing to decide, so the note is no alert; a refund that fails writes its own.
    """
    if intent.status is IntentStatus.REQUIRES_CAPTURE:
        payment.closed_at = None
        payment.save(update_fields=["closed_at"])
        text = f"{intent.amount} {intent.currency} is set aside ({intent.id}) {why}. It is voided."
    else:
        text = f"The card service took {intent.received} {intent.currency} ({intent.id}) {why}. It goes back."
        record_return(order, intent.id, intent.received, REASON)
    orders.add_note(order, text)
    app.configure_task("payments.return_money").defer(payment_id=payment.pk)
    chaos.point("before_return_commit")


def request_late_return(order: Order, payment: Payment, intent: Intent) -> None:
    """Request the return of what was captured of an authorization that was to be voided: such an attempt is open."""
    if payment.closed_at is None:
        record_return(order, intent.id, intent.received, REASON)
        app.configure_task("payments.return_money").defer(payment_id=payment.pk)


def close_returned(order: Order, payment: Payment, intent: Intent) -> None:
    """Close an attempt whose authorization was to be voided, once the provider cannot charge it any more."""
    if payment.status != PaymentStatus.UNEXPECTED or payment.closed_at is not None:
        return
    if intent.status in (IntentStatus.CANCELED, IntentStatus.SUCCEEDED):
        payment.closed_at = timezone.now()
        payment.save(update_fields=["closed_at", "changed_at"])
    if intent.status is IntentStatus.CANCELED:
        orders.add_note(order, f"The authorization of attempt {payment.attempt} was voided.")


def requested_refunds(payment: Payment) -> list[Refund]:
    """Return the refunds of this attempt that were requested here and have no answer yet."""
    if payment.intent_id is None:
        return []
    own = Refund.objects.filter(order=payment.order_id, intent_id=payment.intent_id, state=Refund.State.REQUESTED)
    return list(own.filter(key__startswith=_KEY))


def record_return(order: Order, intent_id: str, amount: Money, reason: str) -> None:
    """Record a refund that the job `payments.return_money` sends. The order is locked."""
    key = f"{_KEY}{intent_id}"
    record = refund_records.record(order, NewRefund(amount=amount, reason=reason), key=key, intent_id=intent_id)
    record.busy_until = timezone.now()  # the reconciler may send it at any time: its key makes that harmless
    record.save(update_fields=["busy_until"])
