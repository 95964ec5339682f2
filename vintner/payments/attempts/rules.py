"""What a payment does to its order. No Django."""

from dataclasses import dataclass
from enum import StrEnum

from vintner.orders.rules import PAYABLE, Status
from vintner.payments.types import Flow


class IntentStatus(StrEnum):
    """Where the provider's record of an attempt stands (payments 2, state machine)."""

    REQUIRES_PAYMENT_METHOD = "requires_payment_method"
    REQUIRES_CONFIRMATION = "requires_confirmation"
    REQUIRES_ACTION = "requires_action"
    PROCESSING = "processing"
    REQUIRES_CAPTURE = "requires_capture"
    SUCCEEDED = "succeeded"
    CANCELED = "canceled"


class PaymentStatus(StrEnum):
    """Where an attempt stands. From `succeeded` and `unexpected` it never moves."""

    CREATED = "created"
    ACTION_REQUIRED = "action_required"
    PROCESSING = "processing"
    AUTHORIZED = "authorized"
    SUCCEEDED = "succeeded"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    UNEXPECTED = "unexpected"


class PaymentOutcome(StrEnum):
    """What has to be done."""

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


OPEN_PAYMENT_STATUSES = frozenset({PaymentStatus.CREATED, PaymentStatus.ACTION_REQUIRED, PaymentStatus.PROCESSING})
DONE = frozenset({PaymentStatus.SUCCEEDED, PaymentStatus.UNEXPECTED})
PROMISED = DONE | {PaymentStatus.PROCESSING, PaymentStatus.AUTHORIZED}
"""The shopper has nothing more to do: the money is there, on its way, or set aside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentSnapshot:
    """All that the decision depends on. `matches`: currency, amounts, customer and type are those of order and attempt.

    `turned_back`: the error is that the shopper did not want to pay so after all, or took too long. `paid_before`:
    another attempt has paid for the order, or has its money set aside.
    """

    order: Status
    payment: PaymentStatus
    intent: IntentStatus
    has_error: bool = False
    turned_back: bool = False
    matches: bool = True
    paid_before: bool = False
    flow: Flow = Flow.CARD


ABANDONED_CODES = frozenset({"payment_method_customer_decline", "payment_intent_payment_attempt_expired"})
"""Codes of errors that are nobody's fault: the order waits for another try (payments 1.2)."""
_PAID_LATER = frozenset({Flow.VOUCHER, Flow.DEBIT})
"""What the shopper has to do takes days and is done elsewhere: the order waits on hold for it (payments 1.7)."""
_NOT_DECLINED = frozenset({PaymentStatus.CREATED, PaymentStatus.ACTION_REQUIRED})


def decide_payment(standing: PaymentSnapshot) -> PaymentOutcome:
    """Return what to do about an intent. The same intent a second time, or an older view of it, changes nothing."""
    if standing.payment in DONE:
        return PaymentOutcome.NOTHING
    match standing.intent:
        case IntentStatus.SUCCEEDED:
            return _money_is_there(standing)
        case IntentStatus.CANCELED:
            return PaymentOutcome.END
        case IntentStatus.PROCESSING:
            return _money_is_coming(standing)
        case IntentStatus.REQUIRES_ACTION | IntentStatus.REQUIRES_CONFIRMATION:
            return _shopper_goes_on(standing)
        case IntentStatus.REQUIRES_PAYMENT_METHOD:
            return _no_money_comes(standing) if standing.has_error else _shopper_goes_on(standing)
        case IntentStatus.REQUIRES_CAPTURE:
            return _money_is_set_aside(standing)


def _money_is_there(standing: PaymentSnapshot) -> PaymentOutcome:
    if not standing.matches or standing.paid_before:
        return PaymentOutcome.PARK
    if standing.order in PAYABLE:
        return PaymentOutcome.PAY
    if standing.order is Status.ON_HOLD and standing.payment in (PaymentStatus.PROCESSING, PaymentStatus.AUTHORIZED):
        return PaymentOutcome.SETTLE
    return PaymentOutcome.PARK


def _shopper_goes_on(standing: PaymentSnapshot) -> PaymentOutcome:
    if standing.intent is IntentStatus.REQUIRES_ACTION and standing.flow in _PAID_LATER:
        return _money_is_coming(standing)
    return PaymentOutcome.AWAIT_ACTION if standing.payment is PaymentStatus.CREATED else PaymentOutcome.NOTHING


def _no_money_comes(standing: PaymentSnapshot) -> PaymentOutcome:
    """A try that came to nothing. Who only turned back has an order that still waits, unless it waits on hold."""
    if standing.payment not in OPEN_PAYMENT_STATUSES:
        return PaymentOutcome.NOTHING
    return (
        PaymentOutcome.TURN_BACK
        if standing.turned_back and standing.order is Status.PENDING
        else PaymentOutcome.DECLINE
    )


def _money_is_coming(standing: PaymentSnapshot) -> PaymentOutcome:
    """Only an attempt that was not declined in the meantime can be waited for."""
    if standing.payment not in _NOT_DECLINED:
        return PaymentOutcome.NOTHING
    return PaymentOutcome.AWAIT_MONEY if standing.matches and standing.order in PAYABLE else PaymentOutcome.NOTHING


def _money_is_set_aside(standing: PaymentSnapshot) -> PaymentOutcome:
    """The bank has promised the money until staff takes it. A promise that no order waits for is looked at."""
    if standing.payment is PaymentStatus.AUTHORIZED:
        return PaymentOutcome.NOTHING
    expected = standing.matches and not standing.paid_before and standing.order in PAYABLE
    return PaymentOutcome.SET_ASIDE if expected else PaymentOutcome.PARK
