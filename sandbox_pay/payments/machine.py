"""The life of intents as pure functions: what may happen to them, and what the bank answers to a payment."""

from dataclasses import dataclass
from enum import Enum, unique

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
UNDECIDED = OPEN | {IntentRecordStatus.PROCESSING}


@dataclass(frozen=True, slots=True)
class Transition:
    """From which statuses a step is allowed, to which status it leads, and its event, '' for none."""

    allowed: frozenset[IntentRecordStatus]
    following: IntentRecordStatus
    event: str = ""


@unique
class IntentStep(Enum):
    """What may happen to a PaymentIntent."""

    METHOD_SET = Transition(OPEN, IntentRecordStatus.REQUIRES_CONFIRMATION)
    ACTION_REQUIRED = Transition(OPEN, IntentRecordStatus.REQUIRES_ACTION, "payment_intent.requires_action")
    DEBIT_STARTED = Transition(OPEN, IntentRecordStatus.PROCESSING, "payment_intent.processing")
    PAID = Transition(UNDECIDED, IntentRecordStatus.SUCCEEDED, "payment_intent.succeeded")
    AUTHORIZED = Transition(UNDECIDED, IntentRecordStatus.REQUIRES_CAPTURE, "payment_intent.amount_capturable_updated")
    CAPTURED = Transition(
        frozenset({IntentRecordStatus.REQUIRES_CAPTURE}), IntentRecordStatus.SUCCEEDED, "payment_intent.succeeded"
    )
    FAILED = Transition(UNDECIDED, IntentRecordStatus.REQUIRES_PAYMENT_METHOD, "payment_intent.payment_failed")
    CANCELED = Transition(
        UNDECIDED | {IntentRecordStatus.REQUIRES_CAPTURE}, IntentRecordStatus.CANCELED, "payment_intent.canceled"
    )


@unique
class SetupIntentStep(Enum):
    """What may happen to a SetupIntent."""

    METHOD_SET = Transition(OPEN, IntentRecordStatus.REQUIRES_CONFIRMATION)
    ACTION_REQUIRED = Transition(OPEN, IntentRecordStatus.REQUIRES_ACTION, "setup_intent.requires_action")
    SET_UP = Transition(UNDECIDED, IntentRecordStatus.SUCCEEDED, "setup_intent.succeeded")
    FAILED = Transition(UNDECIDED, IntentRecordStatus.REQUIRES_PAYMENT_METHOD, "setup_intent.setup_failed")
    CANCELED = Transition(OPEN, IntentRecordStatus.CANCELED, "setup_intent.canceled")


class IllegalStep(Exception):
    """The intent's status does not allow this step."""


def after(status: IntentRecordStatus, step: IntentStep | SetupIntentStep) -> IntentRecordStatus:
    """Return the status that follows, or raise `IllegalStep`."""
    transition: Transition = step.value
    if status not in transition.allowed:
        raise IllegalStep(f"{step.name} while {status}")
    return transition.following


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
    """Return the bank's answer to a new attempt to pay."""
    if card.authentication is Authentication.LOOKUP_FAILS:
        return Judgement(decline=declines.GENERIC)
    if _asks(card.authentication, attempt):
        if attempt.off_session:
            return Judgement(decline=declines.AUTHENTICATION_REQUIRED)
        return Judgement(ask=True)
    return Judgement(decline=card.decline)


def judge_authenticated(card: Behaviour) -> Judgement:
    """Return the bank's answer to a payment after a successful authentication."""
    return Judgement(decline=card.decline)


def judge_setup(card: Behaviour, *, authentication_wanted: bool) -> Judgement:
    """Return the bank's answer to setting this card up. `WITH_THE_SHOPPER` cards count as set up already."""
    match card.authentication:
        case Authentication.LOOKUP_FAILS:
            return Judgement(decline=declines.GENERIC)
        case Authentication.ALWAYS | Authentication.UNTIL_SET_UP:
            return Judgement(ask=True)
        case Authentication.IF_ASKED if authentication_wanted:
            return Judgement(ask=True)
    return judge_authenticated_setup(card)


def judge_authenticated_setup(card: Behaviour) -> Judgement:
    """Return the bank's answer after a successful authentication. Some cards are saved and decline later."""
    return Judgement(decline=card.decline if card.refused_at_attach else None)


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
