"""The life of a PaymentIntent as pure functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from sandbox_pay.objects.records import IntentRecordStatus
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import Authentication, Behaviour
from sandbox_pay.payments.declines import Decline

OPEN = frozenset(
    {
        IntentRecordStatus.REQUIRES_PAYMENT_METHOD,
        IntentRecordStatus.REQUIRES_CONFIRMATION,
        IntentRecordStatus.REQUIRES_ACTION,
    }
)


class IntentStep(Enum):
    """What may happen to an intent."""

    METHOD_GIVEN = auto()
    ACTION_ASKED = auto()
    DEBIT_BEGUN = auto()
    PAID = auto()
    SET_ASIDE = auto()
    CAPTURED = auto()
    FAILED = auto()
    CANCELED = auto()


EVENTS: Mapping[IntentStep, str] = {
    IntentStep.ACTION_ASKED: "payment_intent.requires_action",
    IntentStep.DEBIT_BEGUN: "payment_intent.processing",
    IntentStep.PAID: "payment_intent.succeeded",
    IntentStep.SET_ASIDE: "payment_intent.amount_capturable_updated",
    IntentStep.CAPTURED: "payment_intent.succeeded",
    IntentStep.FAILED: "payment_intent.payment_failed",
    IntentStep.CANCELED: "payment_intent.canceled",
}


class IllegalStep(Exception):
    """The intent's status does not allow this step."""


NEXT: Mapping[IntentStep, tuple[frozenset[IntentRecordStatus], IntentRecordStatus]] = {
    IntentStep.METHOD_GIVEN: (OPEN, IntentRecordStatus.REQUIRES_CONFIRMATION),
    IntentStep.ACTION_ASKED: (OPEN, IntentRecordStatus.REQUIRES_ACTION),
    IntentStep.DEBIT_BEGUN: (OPEN, IntentRecordStatus.PROCESSING),
    IntentStep.PAID: (OPEN | {IntentRecordStatus.PROCESSING}, IntentRecordStatus.SUCCEEDED),
    IntentStep.SET_ASIDE: (OPEN | {IntentRecordStatus.PROCESSING}, IntentRecordStatus.REQUIRES_CAPTURE),
    IntentStep.CAPTURED: (frozenset({IntentRecordStatus.REQUIRES_CAPTURE}), IntentRecordStatus.SUCCEEDED),
    IntentStep.FAILED: (OPEN | {IntentRecordStatus.PROCESSING}, IntentRecordStatus.REQUIRES_PAYMENT_METHOD),
    IntentStep.CANCELED: (
        OPEN | {IntentRecordStatus.PROCESSING, IntentRecordStatus.REQUIRES_CAPTURE},
        IntentRecordStatus.CANCELED,
    ),
}


def after(status: IntentRecordStatus, step: IntentStep) -> IntentRecordStatus:
    """Return the status that follows, or raise `IllegalStep`."""
    allowed, following = NEXT[step]
    if status not in allowed:
        raise IllegalStep(f"{step.name} while {status}")
    return following


@dataclass(frozen=True, slots=True)
class Attempt:
    """The circumstances of a payment. `set_up`: the bank agreed earlier to off-session payments."""

    off_session: bool = False
    set_up: bool = False
    authentication_wanted: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """The bank's answer: ask the shopper, decline, or (neither) pay."""

    ask: bool = False
    decline: Decline | None = None


def judge(card: Behaviour, attempt: Attempt) -> Judgement:
    """Return the bank's answer to a new attempt."""
    if card.authentication is Authentication.LOOKUP_FAILS:
        return Judgement(decline=declines.GENERIC)
    if _asks(card.authentication, attempt):
        if attempt.off_session:
            return Judgement(decline=declines.AUTHENTICATION_REQUIRED)
        return Judgement(ask=True)
    return Judgement(decline=card.decline)


def judge_authenticated(card: Behaviour) -> Judgement:
    """Return the bank's answer after a successful authentication."""
    return Judgement(decline=card.decline)


def _asks(authentication: Authentication, attempt: Attempt) -> bool:
    match authentication:
        case Authentication.ALWAYS:
            return True
        case Authentication.UNTIL_SET_UP:
            return not (attempt.off_session and attempt.set_up)
        case Authentication.WITH_THE_SHOPPER:
            return not attempt.off_session
        case Authentication.IF_ASKED:
            return attempt.authentication_wanted and not attempt.off_session
    return False
