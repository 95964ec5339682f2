"""Decides what an intent does to its order. No Django."""

from dataclasses import dataclass
from enum import StrEnum

from vintner.orders.rules import PAYABLE, Status
from vintner.payments.types import Flow


class IntentStatus(StrEnum):
    """The status of a payment intent or a setup intent, by Stripe's names. Only money can be captured."""

    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    REQUIRES_CONFIRMATION = "requires_confirmation"
    REQUIRES_ACTION = "requires_action"
    PROCESSING = "processing"
    REQUIRES_CAPTURE = "requires_capture"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


class PaymentStatus(StrEnum):
    """The status of an attempt. `succeeded` and `unexpected` are final."""

    CREATED = "created"
    ACTION_REQUIRED = "action_required"
    PROCESSING = "processing"
    AUTHORIZED = "authorized"
    SUCCEEDED = "succeeded"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    UNEXPECTED = "unexpected"


def status_choices(statuses: type[StrEnum]) -> list[tuple[str, str]]:
    """Return the statuses of an attempt with their labels for staff."""
    labels = {"cancelled": "Canceled", "unexpected": "money that no order was waiting for"}
    return [(each.value, labels.get(each, each.name.replace("_", " ").title())) for each in statuses]


class PaymentOutcome(StrEnum):
    """What applying an intent does."""

    NOTHING = "nothing"
    PAY = "pay"
    SET_ASIDE = "set_aside"
    SETTLE = "settle"
    AWAIT_ACTION = "await_action"
    AWAIT_MONEY = "await_money"
    DECLINE = "decline"
    TURN_BACK = "turn_back"
    END = "end"
    PARK = "park"
    SEND_BACK = "send_back"


OPEN_PAYMENT_STATUSES = frozenset({PaymentStatus.CREATED, PaymentStatus.ACTION_REQUIRED, PaymentStatus.PROCESSING})
DONE = frozenset({PaymentStatus.SUCCEEDED, PaymentStatus.UNEXPECTED})
PROMISED = DONE | {PaymentStatus.PROCESSING, PaymentStatus.AUTHORIZED}
"""The shopper has nothing more to do: the money has come, is on its way, or is authorized."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentSnapshot:
    """All that the decision depends on. `matches`: currency, amounts, customer and type are those of order and attempt.

    `was_abandoned`: the shopper cancelled or took too long. `paid_before`: another attempt has paid for the order, or
    is authorized. `refused`: the store does not keep this money (refused_money.py).
    """

    order: Status
    payment: PaymentStatus
    intent: IntentStatus
    has_error: bool = False
    was_abandoned: bool = False
    matches: bool = True
    paid_before: bool = False
    refused: bool = False
    flow: Flow = Flow.CARD


ABANDONED_CODES = frozenset({"payment_method_customer_decline", "payment_intent_payment_attempt_expired"})
"""Error codes of a shopper who cancelled or took too long: the order waits for another try."""
_PAID_LATER = frozenset({Flow.VOUCHER, Flow.DEBIT})
"""The shopper pays elsewhere within days: the order waits on hold."""
_NOT_DECLINED = frozenset({PaymentStatus.CREATED, PaymentStatus.ACTION_REQUIRED})


def decide_payment(snapshot: PaymentSnapshot) -> PaymentOutcome:
    """Return what to do about an intent. The same intent a second time, or an older view of it, changes nothing."""
    if snapshot.payment in DONE:
        return PaymentOutcome.NOTHING
    match snapshot.intent:
        case IntentStatus.SUCCEEDED:
            return _decide_succeeded(snapshot)
        case IntentStatus.CANCELED:
            return PaymentOutcome.END
        case IntentStatus.PROCESSING:
            return _decide_processing(snapshot)
        case IntentStatus.REQUIRES_ACTION | IntentStatus.REQUIRES_CONFIRMATION:
            return _decide_requires_action(snapshot)
        case IntentStatus.REQUIRES_PAYMENT_METHOD:
            return _decide_failed(snapshot) if snapshot.has_error else _decide_requires_action(snapshot)
        case IntentStatus.REQUIRES_CAPTURE:
            return _decide_requires_capture(snapshot)


def _decide_succeeded(snapshot: PaymentSnapshot) -> PaymentOutcome:
    if not snapshot.matches or snapshot.paid_before:
        return PaymentOutcome.PARK
    if snapshot.order in PAYABLE:
        return PaymentOutcome.SEND_BACK if snapshot.refused else PaymentOutcome.PAY
    if snapshot.order is Status.ON_HOLD and snapshot.payment in (PaymentStatus.PROCESSING, PaymentStatus.AUTHORIZED):
        return PaymentOutcome.SETTLE
    return PaymentOutcome.PARK


def _decide_requires_action(snapshot: PaymentSnapshot) -> PaymentOutcome:
    if snapshot.intent is IntentStatus.REQUIRES_ACTION and snapshot.flow in _PAID_LATER:
        return _decide_processing(snapshot)
    return PaymentOutcome.AWAIT_ACTION if snapshot.payment is PaymentStatus.CREATED else PaymentOutcome.NOTHING


def _decide_failed(snapshot: PaymentSnapshot) -> PaymentOutcome:
    """An attempt without money. If the shopper cancelled, a pending order keeps waiting; one on hold fails."""
    if snapshot.payment not in OPEN_PAYMENT_STATUSES:
        return PaymentOutcome.NOTHING
    return (
        PaymentOutcome.TURN_BACK
        if snapshot.was_abandoned and snapshot.order is Status.PENDING
        else PaymentOutcome.DECLINE
    )


def _decide_processing(snapshot: PaymentSnapshot) -> PaymentOutcome:
    """An attempt that was declined meanwhile is not waited for."""
    if snapshot.payment not in _NOT_DECLINED:
        return PaymentOutcome.NOTHING
    return PaymentOutcome.AWAIT_MONEY if snapshot.matches and snapshot.order in PAYABLE else PaymentOutcome.NOTHING


def _decide_requires_capture(snapshot: PaymentSnapshot) -> PaymentOutcome:
    """The bank has authorized the money until staff captures it. An authorization that no order expects is parked."""
    if snapshot.payment is PaymentStatus.AUTHORIZED:
        return PaymentOutcome.NOTHING
    if not snapshot.matches or snapshot.paid_before or snapshot.order not in PAYABLE:
        return PaymentOutcome.PARK
    return PaymentOutcome.SEND_BACK if snapshot.refused else PaymentOutcome.SET_ASIDE
