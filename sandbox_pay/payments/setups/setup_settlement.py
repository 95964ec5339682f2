"""Settles setups: the saved method, the intent's next status and the events."""

from sandbox_pay.call import Call
from sandbox_pay.objects import setup_wire, wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import MethodRecord
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments import machine, settlement
from sandbox_pay.payments.declines import Decline
from sandbox_pay.payments.failures import Failure
from sandbox_pay.payments.machine import SetupIntentStep
from sandbox_pay.payments.setups import setup_attempts
from sandbox_pay.payments.types import method_details
from sandbox_pay.payments.types.table import BY_NAME, Family
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import METHODS, SETUP_INTENTS
from sandbox_pay.webhooks.events import emit


def settle(
    call: Call, intent: SetupIntentRecord, method: MethodRecord, decline: Decline | None, *, authenticated: bool
) -> SetupIntentRecord:
    """Save the method, or store the bank's decline in `last_setup_error`."""
    if decline:
        return _save_failure(call, intent, method, decline.error(method))
    leaves_debit = BY_NAME[method.type].leaves_debit and intent.customer is not None
    debit = settlement.generated_debit(call, method) if leaves_debit else None
    if debit is not None:
        METHODS.save(call.connection, method.model_copy(update={"spent": True}))
    saved = _keep_method(call, intent, debit or method)
    setup_attempts.end(
        call,
        intent,
        method if debit else saved,
        None,
        authenticated=authenticated,
        generated=debit.id if debit else None,
    )
    is_debit = BY_NAME[saved.type].family is Family.DEBIT
    changes: dict[str, object] = {"mandate": new_id("mandate") if is_debit else None}
    return move_intent(call, _without_action(intent).model_copy(update=changes), SetupIntentStep.SET_UP)


def fail(call: Call, intent: SetupIntentRecord, method: MethodRecord, failure: Failure) -> SetupIntentRecord:
    """Store a failure that is no decline of a bank."""
    return _save_failure(call, intent, method, failure.error(method))


def _keep_method(call: Call, intent: SetupIntentRecord, method: MethodRecord) -> MethodRecord:
    """Attach the method to the customer. Without one it can be attached later."""
    newly = intent.customer is not None and method.customer is None
    changes: dict[str, object] = {
        "used_off_session": method.used_off_session or intent.usage == "off_session",
        "details": method_details.details_after_consent(method.type, method.details),
    }
    if newly:
        changes["customer"] = intent.customer
    saved = METHODS.save(call.connection, method.model_copy(update=changes))
    if newly:
        emit(call, "payment_method.attached", wire.payment_method(saved))
    return saved


def _save_failure(call: Call, intent: SetupIntentRecord, method: MethodRecord, error: Json) -> SetupIntentRecord:
    setup_attempts.end(call, intent, method, error)
    changes = {"last_setup_error": error, "payment_method": None}
    return move_intent(call, _without_action(intent).model_copy(update=changes), SetupIntentStep.FAILED)


def _without_action(intent: SetupIntentRecord) -> SetupIntentRecord:
    """Return the SetupIntent without its action."""
    return intent.model_copy(update={"challenge": None, "action": None})


def move_intent(call: Call, intent: SetupIntentRecord, step: SetupIntentStep) -> SetupIntentRecord:
    """Save the intent with the step's status, and create the step's event."""
    status = machine.after(intent.status, step)
    after = SETUP_INTENTS.save(call.connection, intent.model_copy(update={"status": status}))
    emit(call, step.value.event, setup_wire.setup_intent(after, call.public_url))
    return after
