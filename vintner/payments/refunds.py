"""Makes refunds. As with charges, the row is created first, then the provider is called outside any transaction, and
every result goes through one function (`apply_refund`).
"""

import hashlib
import secrets
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone

from vintner import chaos
from vintner.contention import Crowded, persist
from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.orders import orders, refund_records
from vintner.orders.amounts import amount_paid
from vintner.orders.models import Order, Refund
from vintner.orders.refundable import NewRefund
from vintner.payments.attempts.attempts import CALL_TIMEOUT, assert_no_transaction
from vintner.payments.gateway import NotRecorded, ProviderRefund, RefundRequest, RefundResult, Rejected
from vintner.payments.models import Case, Payment
from vintner.payments.provider import gateway
from vintner.refusal import Refusal

DISPUTED: Final = (
    "The cardholder disputes this payment and the bank holds its money, so it cannot be refunded. Answer at the card"
    " service first."
)


def refund(order_id: int, new: NewRefund, *, by: User, by_hand: bool = False) -> Refund:
    """Refund part of what was paid: to the card, or with `by_hand` only as a record.

    Raises Refusal when less is left, and ProviderDown when the outcome is unknown: the reconciler finds it out.
    """
    record = _create_request(order_id, new, by, by_hand=by_hand)
    if by_hand or record.state != Refund.State.REQUESTED:
        return record
    chaos.point("after_refund_commit")
    return send_refund(record.pk)


def set_to_refunded(order_id: int, by: User) -> Refund:
    """Record a refund by hand of everything that is left. No money moves. May raise Refusal."""
    everything = NewRefund(amount=remaining_amount(Order.objects.get(pk=order_id)))
    return refund(order_id, everything, by=by, by_hand=True)


def remaining_amount(order: Order) -> Money:
    """Return what can still be refunded: what was paid less all refunds, pending ones included."""
    return amount_paid(order) - refund_records.refunded_total(order)


def _create_request(order_id: int, new: NewRefund, by: User, *, by_hand: bool) -> Refund:
    with transaction.atomic(durable=not by_hand):
        order = orders.lock(order_id)
        before = find_by_request_key(order, new.request_key)
        if before is not None:
            return before
        remains = remaining_amount(order)
        if not ZERO < new.amount <= remains:
            raise Refusal("refund_amount", f"At most {remains} can be refunded.", "amount")
        intent_id = "" if by_hand else str(find_refundable_payment(order, new.amount).intent_id)
        record = refund_records.record(
            order, new, key=_build_new_key(order, new.request_key), intent_id=intent_id, by=by
        )
        if by_hand:
            _finish(record, order)
        else:
            Refund.objects.filter(pk=record.pk).update(busy_until=timezone.now() + CALL_TIMEOUT)
    return record


def find_refundable_payment(order: Order, amount: Money) -> Payment:
    """Return a payment of which this amount can be refunded, unexpected ones first. Raises Refusal."""
    most, for_good = ZERO, ""
    disputed = set(order.payments.filter(cases__in=_open_disputes()).values_list("pk", flat=True))
    for payment in Payment.objects.filter(order=order, captured__gt=ZERO).order_by("-status", "attempt"):
        if payment.pk in disputed:
            continue
        if not payment.method_type.can_refund:
            for_good = payment.method_type.label
            continue
        remains = payment.captured - _amount_returned_to(str(payment.intent_id))
        if remains >= amount:
            return payment
        most = max(most, remains)
    if most:
        raise Refusal("refund_amount", f"At most {most} can go back to one card at once.", "amount")
    if disputed:
        raise Refusal("disputed", DISPUTED)
    if for_good:
        text = f"The payment service cannot give back what was paid by {for_good}: pay it back by hand."
        raise Refusal("refund_amount", text, "amount")
    raise Refusal("refund_amount", "No card has paid this order: pay it back by hand.", "amount")


def _open_disputes() -> QuerySet[Case]:
    """Return the open disputes. The bank holds their money, so the provider refunds none of it."""
    return Case.objects.filter(closed_at=None, doubt=Case.Doubt.DISPUTE)


def _amount_returned_to(intent_id: str) -> Money:
    counting = Refund.objects.filter(intent_id=intent_id).exclude(state=Refund.State.FAILED)
    return counting.aggregate(total=Sum("amount"))["total"] or ZERO


def find_by_request_key(order: Order, request_key: str) -> Refund | None:
    """Return the refund that the same form has made already. A failed one may be requested again."""
    if not request_key:
        return None
    return Refund.objects.filter(_request_key_filter(order, request_key)).exclude(state=Refund.State.FAILED).first()


def _build_new_key(order: Order, request_key: str) -> str:
    """Return a key that differs from keys of other databases and of failed refunds."""
    if not request_key:
        return _build_key(order, secrets.token_hex(8))
    tries = Refund.objects.filter(_request_key_filter(order, request_key)).count()
    return f"{_build_key(order, request_key)}:{tries + 1}"


def _request_key_filter(order: Order, request_key: str) -> Q:
    return Q(order=order, key__startswith=f"{_build_key(order, request_key)}:")


def _build_key(order: Order, name: str) -> str:
    mark = hashlib.sha256(order.key.encode()).hexdigest()[:12]
    return f"order:{order.pk}-{mark}:refund:{name}"


def send_refund(refund_id: int) -> Refund:
    """Make the refund at the provider. Raises ProviderDown."""
    assert_no_transaction()
    record = Refund.objects.get(pk=refund_id)
    try:
        answer = gateway().refund(RefundRequest(intent_id=record.intent_id, amount=record.amount, key=record.key))
    except Rejected as rejection:
        return _record_rejection(record, rejection)
    chaos.point("after_refund_call")
    return apply_refund(record.order_id, answer) or record


def _record_rejection(record: Refund, rejection: Rejected) -> Refund:
    with transaction.atomic():
        order = orders.lock(record.order_id)
        record = Refund.objects.select_for_update().get(pk=record.pk)
        if record.state == Refund.State.REQUESTED:
            refund_records.fail(
                record, order, f"The card service refused it ({rejection.code}). {rejection.message}".strip()
            )
    return record


def apply_refund(order_id: int, answer: ProviderRefund) -> Refund | None:
    """Update the record from the provider's refund. Does nothing the second time.

    A refund that was made in the provider's dashboard is recorded as well. Returns None when it cannot be recorded:
    then staff gets an alert. Raises NotRecorded as `apply_intent` does.
    """
    try:
        return persist(partial(_apply_refund, order_id, answer))
    except Crowded as crowd:
        raise NotRecorded(f"refund {answer.id} of order {order_id}") from crowd


def _apply_refund(order_id: int, answer: ProviderRefund) -> Refund | None:
    with transaction.atomic():
        order = orders.lock(order_id)
        record = _find_record(order, answer) or _record_external_refund(order, answer)
        if record is None:
            return None
        record.provider_id = answer.id
        was_pending, record.is_pending = record.is_pending, answer.returned is RefundResult.PENDING
        if answer.returned is RefundResult.NO and record.state != Refund.State.FAILED:
            refund_records.fail(record, order, "The bank did not take the money back. Pay it back another way.")
        elif answer.returned is not RefundResult.NO and record.state == Refund.State.REQUESTED:
            _finish(record, order)
        elif was_pending and answer.returned is RefundResult.YES:
            refund_records.confirm(record, order)
        chaos.point("before_refund_commit")
    return record


def _find_record(order: Order, answer: ProviderRefund) -> Refund | None:
    rows = Refund.objects.select_for_update().filter(order=order, intent_id=answer.intent_id, amount=answer.amount)
    return rows.filter(provider_id=answer.id).first() or rows.filter(key=answer.key, provider_id=None).first()


def _record_external_refund(order: Order, answer: ProviderRefund) -> Refund | None:
    payment = Payment.objects.filter(order=order, intent_id=answer.intent_id).first()
    if payment is None or answer.returned is RefundResult.NO:
        return None
    if answer.amount > min(payment.captured - _amount_returned_to(answer.intent_id), remaining_amount(order)):
        _alert_once(order, f"The card service gave {answer.amount} back ({answer.id}), which is more than was left.")
        return None
    new = NewRefund(amount=answer.amount, reason="Made at the card service.")
    return refund_records.record(order, new, key=f"provider:{answer.id}", intent_id=answer.intent_id)


def _alert_once(order: Order, text: str) -> None:
    if not order.events.filter(note=text).exists():
        orders.add_note(order, text, alert=True)


def record_charged_back(order: Order, amount: Money, *, key: str, reason: str) -> None:
    """Record what the bank took from the store for good. The order is locked; the store moves no money."""
    _finish(refund_records.record(order, NewRefund(amount=amount, reason=reason), key=key), order)


def _finish(record: Refund, order: Order) -> None:
    nothing_left = refund_records.completed_total(order) + record.amount >= amount_paid(order)
    refund_records.finish(record, order, nothing_left=nothing_left)


def refresh_refunds(order_id: int, intent_id: str) -> None:
    """Read all refunds of an intent from the provider and apply them, oldest first. Raises ProviderDown."""
    assert_no_transaction()
    for answer in reversed(gateway().refunds_of(intent_id)):
        apply_refund(order_id, answer)


def retry_refund(refund_id: int) -> None:
    """Find out the result of a refund whose answer was lost; if the provider does not have it, send it again."""
    record = Refund.objects.get(pk=refund_id)
    refresh_refunds(record.order_id, record.intent_id)
    if Refund.objects.filter(pk=refund_id, state=Refund.State.REQUESTED).update(
        busy_until=timezone.now() + CALL_TIMEOUT
    ):
        send_refund(refund_id)
