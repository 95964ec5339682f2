"""The life of a PaymentIntent as pure functions (payments, state machine)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from sandbox_pay.objects.records import Status
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import Authentication, Behaviour
from sandbox_pay.payments.declines import Decline

OPEN = frozenset({Status.REQUIRES_PAYMENT_METHOD, Status.REQUIRES_CONFIRMATION, Status.REQUIRES_ACTION})


class Step(Enum):
    """What may happen to an intent."""

    METHOD_GIVEN = auto()
    ACTION_ASKED = auto()
    DEBIT_BEGUN = auto()
    PAID = auto()
    SET_ASIDE = auto()
    CAPTURED = auto()
    FAILED = auto()
    CANCELED = auto()


EVENTS: Mapping[Step, str] = {
    Step.ACTION_ASKED: "payment_intent.requires_action",
    Step.DEBIT_BEGUN: "payment_intent.processing",
    Step.PAID: "payment_intent.succeeded",
    Step.SET_ASIDE: "payment_intent.amount_capturable_updated",
    Step.CAPTURED: "payment_intent.succeeded",
    Step.FAILED: "payment_intent.payment_failed",
    Step.CANCELED: "payment_intent.canceled",
}


class IllegalStep(Exception):
    """The intent's status does not allow this step."""


NEXT: Mapping[Step, tuple[frozenset[Status], Status]] = {
    Step.METHOD_GIVEN: (OPEN, Status.REQUIRES_CONFIRMATION),
    Step.ACTION_ASKED: (OPEN, Status.REQUIRES_ACTION),
    Step.DEBIT_BEGUN: (OPEN, Status.PROCESSING),
    Step.PAID: (OPEN | {Status.PROCESSING}, Status.SUCCEEDED),
    Step.SET_ASIDE: (OPEN | {Status.PROCESSING}, Status.REQUIRES_CAPTURE),
    Step.CAPTURED: (frozenset({Status.REQUIRES_CAPTURE}), Status.SUCCEEDED),
    Step.FAILED: (OPEN | {Status.PROCESSING}, Status.REQUIRES_PAYMENT_METHOD),
    Step.CANCELED: (OPEN | {Status.PROCESSING, Status.REQUIRES_CAPTURE}, Status.CANCELED),
}


def after(status: Status, step: Step) -> Status:
    """Return the status that follows, or raise `IllegalStep`."""
    allowed, following = NEXT[step]
    if status not in allowed:
        raise IllegalStep(f"{step.name} while {status}")
    return following


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a payment is asked for. `set_up`: the bank agreed earlier to payments without the shopper."""

    off_session: bool = False
    set_up: bool = False
    authentication_wanted: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The bank's answer: ask the shopper, decline, or (neither) pay."""

    ask: bool = False
    decline: Decline | None = None


def judge(card: Behaviour, attempt: Attempt) -> Verdict:
    """Return the bank's answer to a new attempt."""
    if card.authentication is Authentication.LOOKUP_FAILS:
        return Verdict(decline=declines.GENERIC)
    if _asks(card.authentication, attempt):
        if attempt.off_session:
            return Verdict(decline=declines.AUTHENTICATION_REQUIRED)
        return Verdict(ask=True)
    return Verdict(decline=card.decline)


def judge_authenticated(card: Behaviour) -> Verdict:
    """Return the bank's answer once the shopper has proved who she is."""
    return Verdict(decline=card.decline)


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
