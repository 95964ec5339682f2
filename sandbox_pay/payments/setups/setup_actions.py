"""Sets up methods other than cards: the shopper's action and its ending."""

from sandbox_pay.call import Call
from sandbox_pay.objects.records import ActionKind, MethodRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import declines, failures, timers
from sandbox_pay.payments.actions import build_action
from sandbox_pay.payments.customers import methods
from sandbox_pay.payments.machine import SetupIntentStep
from sandbox_pay.payments.setups import setup_settlement
from sandbox_pay.payments.types.table import BY_NAME, Ending, Family
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.storage.table import METHODS


def ask(call: Call, intent: SetupIntentRecord, method: MethodRecord) -> SetupIntentRecord:
    """Open the type's action, which expires if nothing happens."""
    kind = BY_NAME[method.type]
    action = build_action(call, intent, kind, kind.patience)
    waiting = setup_settlement.move_intent(
        call, intent.model_copy(update={"action": action}), SetupIntentStep.ACTION_REQUIRED
    )
    timers.plan(call, waiting, Ending.EXPIRE, kind.patience)
    return waiting


def end(call: Call, intent: SetupIntentRecord, ending: Ending) -> SetupIntentRecord:
    """End the attempt. Raises `ProviderError` (400) when nothing is waited for, or the type can't end so."""
    if intent.action is None or intent.payment_method is None:
        raise ProviderError(400, "This setup waits for nothing that could end it.")
    method = methods.find(call, intent.payment_method)
    if ending not in BY_NAME[method.type].endings:
        raise ProviderError(400, f"Setting a {method.type} up can't end this way: {ending.value}.")
    if intent.action.kind is ActionKind.MICRODEPOSITS:
        return _end_verification(call, intent, method, ending)
    match ending:
        case Ending.SUCCEED:
            return setup_settlement.settle(call, intent, method, None, authenticated=False)
        case Ending.CANCEL:
            return setup_settlement.fail(call, intent, method, failures.GIVEN_UP)
        case Ending.EXPIRE:
            return setup_settlement.fail(call, intent, method, failures.SETUP_EXPIRED)
    return _refuse(call, intent, method)


def _refuse(call: Call, intent: SetupIntentRecord, method: MethodRecord) -> SetupIntentRecord:
    kind = BY_NAME[method.type]
    if kind.refused_by_provider or kind.family is Family.PHONE:
        return setup_settlement.settle(call, intent, method, declines.by_provider(), authenticated=False)
    return setup_settlement.fail(call, intent, method, failures.SETUP_NOT_AUTHENTICATED)


def _end_verification(call: Call, intent: SetupIntentRecord, method: MethodRecord, ending: Ending) -> SetupIntentRecord:
    if ending is Ending.SUCCEED:
        proved = METHODS.save(call.connection, method.model_copy(update={"verified": True}))
        return setup_settlement.settle(call, intent, proved, None, authenticated=False)
    failure = failures.UNPROVEN_IN_TIME if ending is Ending.EXPIRE else failures.UNPROVEN
    return setup_settlement.fail(call, intent, method, failure)
