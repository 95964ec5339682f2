"""What an attempt to keep a method comes to: the method saved or not, the next status, and the events of it."""

from sandbox_pay.call import Call
from sandbox_pay.objects import setup_wire, wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import PaymentMethod
from sandbox_pay.objects.setup_records import SetupIntent
from sandbox_pay.payments import settlement
from sandbox_pay.payments.declines import Decline
from sandbox_pay.payments.failures import Failure
from sandbox_pay.payments.setups import setup_attempts, setup_machine
from sandbox_pay.payments.setups.setup_machine import SetupStep
from sandbox_pay.payments.types import taking
from sandbox_pay.payments.types.table import BY_NAME, Family
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import METHODS, SETUP_INTENTS
from sandbox_pay.webhooks.events import emit


def settle(
    call: Call, intent: SetupIntent, method: PaymentMethod, decline: Decline | None, *, authenticated: bool
) -> SetupIntent:
    """Keep the method, or write the bank's refusal down; the answer tells by `last_setup_error`."""
    if decline:
        return _failed(call, intent, method, decline.error(method))
    leaves_debit = BY_NAME[method.type].leaves_debit and intent.customer is not None
    debit = settlement.generated_debit(call, method) if leaves_debit else None
    if debit is not None:
        METHODS.save(call.connection, method.model_copy(update={"spent": True}))
    kept = _keep(call, intent, debit or method)
    setup_attempts.end(
        call,
        intent,
        method if debit else kept,
        None,
        authenticated=authenticated,
        generated=debit.id if debit else None,
    )
    is_debit = BY_NAME[kept.type].family is Family.DEBIT
    changes: dict[str, object] = {"mandate": new_id("mandate") if is_debit else None}
    return moved(call, _closed(intent).model_copy(update=changes), SetupStep.SET_UP)


def fail(call: Call, intent: SetupIntent, method: PaymentMethod, failure: Failure) -> SetupIntent:
    """Write down that the try came to nothing, for a reason that is no bank's refusal."""
    return _failed(call, intent, method, failure.error(method))


def _keep(call: Call, intent: SetupIntent, method: PaymentMethod) -> PaymentMethod:
    """Attach the method to the customer; without one it stays free to be attached later."""
    newly = intent.customer is not None and method.customer is None
    changes: dict[str, object] = {
        "used_off_session": method.used_off_session or intent.usage == "off_session",
        "details": taking.known_after(method.type, method.details),
    }
    if newly:
        changes["customer"] = intent.customer
    kept = METHODS.save(call.connection, method.model_copy(update=changes))
    if newly:
        emit(call, "payment_method.attached", wire.payment_method(kept))
    return kept


def _failed(call: Call, intent: SetupIntent, method: PaymentMethod, error: Json) -> SetupIntent:
    setup_attempts.end(call, intent, method, error)
    changes = {"last_setup_error": error, "payment_method": None}
    return moved(call, _closed(intent).model_copy(update=changes), SetupStep.FAILED)


def _closed(intent: SetupIntent) -> SetupIntent:
    """Return the SetupIntent without what it asked of the shopper."""
    return intent.model_copy(update={"challenge": None, "action": None})


def moved(call: Call, intent: SetupIntent, step: SetupStep) -> SetupIntent:
    """Take the step and tell of it."""
    status = setup_machine.after(intent.status, step)
    after = SETUP_INTENTS.save(call.connection, intent.model_copy(update={"status": status}))
    emit(call, setup_machine.EVENTS[step], setup_wire.setup_intent(after, call.public_url))
    return after
