"""Ends payments with methods other than cards: paid, declined, cancelled by the shopper, or expired."""

from sandbox_pay.call import Call
from sandbox_pay.objects.records import ActionKind, IntentRecord, IntentRecordStatus, MethodRecord, RefundRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import actions, capture, declines, failures, refunds, timers
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.settlement import fail, settle
from sandbox_pay.payments.setups import setup_actions
from sandbox_pay.payments.types import accounts
from sandbox_pay.payments.types.table import BY_NAME, Ending, Family
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.storage.table import INTENTS, SETUP_INTENTS, Value


def find(call: Call, token: str) -> IntentRecord | SetupIntentRecord | None:
    """Return the payment or setup whose open action has this token; an ended or replaced one is gone."""
    where: dict[str, Value] = {"json_extract(body, '$.action.token') = ?": token}
    for table in (INTENTS, SETUP_INTENTS):
        for found in table.search(call.connection, where, limit=1):
            return found if timers.waits_for(found) == token else None
    return None


def end(call: Call, subject: timers.Subject, ending: Ending) -> None:
    """End a payment, setup or refund. Raises `ProviderError` (400) when it waits for nothing, or can't end so."""
    if isinstance(subject, RefundRecord):
        refunds.end(call, subject, ending)
    else:
        end_intent(call, subject, ending)


def end_intent(
    call: Call, intent: IntentRecord | SetupIntentRecord, ending: Ending
) -> IntentRecord | SetupIntentRecord:
    """End a payment or setup. Raises `ProviderError` (400) when it waits for nothing, or can't end so."""
    if isinstance(intent, SetupIntentRecord):
        return setup_actions.end(call, intent, ending)
    return end_payment(call, intent, ending)


def end_payment(call: Call, intent: IntentRecord, ending: Ending) -> IntentRecord:
    """End a payment. Raises `ProviderError` (400) when it waits for nothing, or can't end so."""
    if not timers.waits_for(intent) or intent.payment_method is None:
        raise ProviderError(400, "This payment waits for nothing that could end it.")
    if intent.status is IntentRecordStatus.REQUIRES_CAPTURE:
        return _expire_authorization(call, intent, ending)
    method = methods.find(call, intent.payment_method)
    kind = BY_NAME[method.type]
    if ending not in kind.endings:
        raise ProviderError(400, f"A payment by {kind.name} can't end this way: {ending.value}.")
    if intent.action and intent.action.kind is ActionKind.MICRODEPOSITS:
        return _end_verification(call, intent, method, ending)
    if intent.status is IntentRecordStatus.PROCESSING:
        return _end_debit(call, intent, method, ending)
    return _end_action(call, intent, method, ending)


def _expire_authorization(call: Call, intent: IntentRecord, ending: Ending) -> IntentRecord:
    if ending is not Ending.EXPIRE:
        raise ProviderError(400, "Money that is set aside can only expire; capture or cancel the payment by the API.")
    return capture.expire(call, intent)


def _end_action(call: Call, intent: IntentRecord, method: MethodRecord, ending: Ending) -> IntentRecord:
    kind = BY_NAME[method.type]
    match ending:
        case Ending.SUCCEED:
            return settle(call, intent, method, None, authenticated=False)
        case Ending.CANCEL:
            return fail(call, intent, method, failures.GIVEN_UP)
        case Ending.EXPIRE:
            return fail(call, intent, method, failures.PAYMENT_EXPIRED)
    if kind.refused_by_provider or kind.family is Family.PHONE:
        return settle(call, intent, method, declines.by_provider(), authenticated=False)
    return fail(call, intent, method, failures.PAYMENT_NOT_AUTHENTICATED)


def _end_debit(call: Call, intent: IntentRecord, method: MethodRecord, ending: Ending) -> IntentRecord:
    if ending is Ending.SUCCEED:
        return settle(call, intent, method, None, authenticated=False)
    if ending is Ending.EXPIRE:
        raise ProviderError(400, "A debit that is under way does not expire.")
    account = accounts.find(method.type, method.account or "")
    failure = account.failure if account else None
    return settle(call, intent, method, declines.by_bank(failure or "insufficient_funds"), authenticated=False)


def _end_verification(call: Call, intent: IntentRecord, method: MethodRecord, ending: Ending) -> IntentRecord:
    match ending:
        case Ending.SUCCEED:
            return actions.confirm_verified(call, intent, method)
        case Ending.EXPIRE:
            return fail(call, intent, method, failures.UNPROVEN_IN_TIME)
    return fail(call, intent, method, failures.UNPROVEN)
