"""The life of a SetupIntent as pure functions."""

from collections.abc import Mapping
from enum import Enum, auto

from sandbox_pay.objects.setup_records import SetupRecordStatus
from sandbox_pay.payments import declines
from sandbox_pay.payments.behaviours import Authentication, Behaviour
from sandbox_pay.payments.machine import IllegalStep, Judgement

OPEN = frozenset(
    {
        SetupRecordStatus.REQUIRES_PAYMENT_METHOD,
        SetupRecordStatus.REQUIRES_CONFIRMATION,
        SetupRecordStatus.REQUIRES_ACTION,
    }
)


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
NEXT: Mapping[SetupStep, tuple[frozenset[SetupRecordStatus], SetupRecordStatus]] = {
    SetupStep.METHOD_GIVEN: (OPEN, SetupRecordStatus.REQUIRES_CONFIRMATION),
    SetupStep.AUTHENTICATION_ASKED: (OPEN, SetupRecordStatus.REQUIRES_ACTION),
    SetupStep.SET_UP: (OPEN | {SetupRecordStatus.PROCESSING}, SetupRecordStatus.SUCCEEDED),
    SetupStep.FAILED: (OPEN | {SetupRecordStatus.PROCESSING}, SetupRecordStatus.REQUIRES_PAYMENT_METHOD),
    SetupStep.CANCELED: (OPEN, SetupRecordStatus.CANCELED),
}


def after(status: SetupRecordStatus, step: SetupStep) -> SetupRecordStatus:
    """Return the status that follows, or raise `IllegalStep`."""
    allowed, following = NEXT[step]
    if status not in allowed:
        raise IllegalStep(f"{step.name} while {status}")
    return following


def judge(card: Behaviour, *, authentication_wanted: bool) -> Judgement:
    """Return the bank's answer to setting this card up. `WITH_THE_SHOPPER` cards count as set up already."""
    match card.authentication:
        case Authentication.LOOKUP_FAILS:
            return Judgement(decline=declines.GENERIC)
        case Authentication.ALWAYS | Authentication.UNTIL_SET_UP:
            return Judgement(ask=True)
        case Authentication.IF_ASKED if authentication_wanted:
            return Judgement(ask=True)
    return judge_authenticated(card)


def judge_authenticated(card: Behaviour) -> Judgement:
    """Return the bank's answer after a successful authentication. Some cards are saved and decline later."""
    return Judgement(decline=card.decline if card.refused_at_attach else None)
