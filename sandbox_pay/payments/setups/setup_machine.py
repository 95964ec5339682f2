"""The life of a SetupIntent as pure functions (payments, state machine)."""

from collections.abc import Mapping
from enum import Enum, auto

from sandbox_pay.objects.setup_records import SetupStatus
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import Authentication, Behaviour
from sandbox_pay.payments.machine import IllegalStep, Verdict

OPEN = frozenset({SetupStatus.REQUIRES_PAYMENT_METHOD, SetupStatus.REQUIRES_CONFIRMATION, SetupStatus.REQUIRES_ACTION})


class SetupStep(Enum):
    """What may happen to a SetupIntent."""

    METHOD_GIVEN = auto()
    AUTHENTICATION_ASKED = auto()
    SET_UP = auto()
    FAILED = auto()
    CANCELED = auto()


EVENTS: Mapping[SetupStep, str] = {
    SetupStep.AUTHENTICATION_ASKED: "setup_intent.requires_action",
    SetupStep.SET_UP: "setup_intent.succeeded",
    SetupStep.FAILED: "setup_intent.setup_failed",
    SetupStep.CANCELED: "setup_intent.canceled",
}
NEXT: Mapping[SetupStep, tuple[frozenset[SetupStatus], SetupStatus]] = {
    SetupStep.METHOD_GIVEN: (OPEN, SetupStatus.REQUIRES_CONFIRMATION),
    SetupStep.AUTHENTICATION_ASKED: (OPEN, SetupStatus.REQUIRES_ACTION),
    SetupStep.SET_UP: (OPEN | {SetupStatus.PROCESSING}, SetupStatus.SUCCEEDED),
    SetupStep.FAILED: (OPEN | {SetupStatus.PROCESSING}, SetupStatus.REQUIRES_PAYMENT_METHOD),
    SetupStep.CANCELED: (OPEN, SetupStatus.CANCELED),
}


def after(status: SetupStatus, step: SetupStep) -> SetupStatus:
    """Return the status that follows, or raise `IllegalStep`."""
    allowed, following = NEXT[step]
    if status not in allowed:
        raise IllegalStep(f"{step.name} while {status}")
    return following


def judge(card: Behaviour, *, authentication_wanted: bool) -> Verdict:
    """Return the bank's answer to keeping this card. `WITH_THE_SHOPPER` cards count as set up already."""
    match card.authentication:
        case Authentication.LOOKUP_FAILS:
            return Verdict(decline=declines.GENERIC)
        case Authentication.ALWAYS | Authentication.UNTIL_SET_UP:
            return Verdict(ask=True)
        case Authentication.IF_ASKED if authentication_wanted:
            return Verdict(ask=True)
    return judge_authenticated(card)


def judge_authenticated(card: Behaviour) -> Verdict:
    """Return the bank's answer once the shopper has proved who she is: some cards are kept and decline only later."""
    return Verdict(decline=card.decline if card.refused_at_attach else None)
