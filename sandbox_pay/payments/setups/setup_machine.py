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


class SetupIntentStep(Enum):
    """What may happen to a SetupIntent."""

    METHOD_GIVEN = auto()
    AUTHENTICATION_ASKED = auto()
    SET_UP = auto()
    FAILED = auto()
    CANCELED = auto()


EVENTS: Mapping[SetupIntentStep, str] = {
    SetupIntentStep.AUTHENTICATION_ASKED: "setup_intent.requires_action",
    SetupIntentStep.SET_UP: "setup_intent.succeeded",
    SetupIntentStep.FAILED: "setup_intent.setup_failed",
    SetupIntentStep.CANCELED: "setup_intent.canceled",
}
NEXT: Mapping[SetupIntentStep, tuple[frozenset[SetupRecordStatus], SetupRecordStatus]] = {
    SetupIntentStep.METHOD_GIVEN: (OPEN, SetupRecordStatus.REQUIRES_CONFIRMATION),
    SetupIntentStep.AUTHENTICATION_ASKED: (OPEN, SetupRecordStatus.REQUIRES_ACTION),
    SetupIntentStep.SET_UP: (OPEN | {SetupRecordStatus.PROCESSING}, SetupRecordStatus.SUCCEEDED),
    SetupIntentStep.FAILED: (OPEN | {SetupRecordStatus.PROCESSING}, SetupRecordStatus.REQUIRES_PAYMENT_METHOD),
    SetupIntentStep.CANCELED: (OPEN, SetupRecordStatus.CANCELED),
}


def after(status: SetupRecordStatus, step: SetupIntentStep) -> SetupRecordStatus:
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
