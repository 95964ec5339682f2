"""Settles payments: the charge, the intent's next status and the events."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import ChargeRecord, IntentRecord, IntentRecordStatus, MethodRecord
from sandbox_pay.payments import charges, machine, timers
from sandbox_pay.payments.cases import automatic_cases
from sandbox_pay.payments.customers.methods import behaviour_of
from sandbox_pay.payments.declines import Decline
from sandbox_pay.payments.failures import Failure
from sandbox_pay.payments.machine import IntentStep
from sandbox_pay.payments.types.method_details import details_after_consent, read_details
from sandbox_pay.payments.types.table import BY_NAME, DAY, Ending
from sandbox_pay.protocol.json import as_json
from sandbox_pay.storage.table import INTENTS, METHODS
from sandbox_pay.webhooks.events import emit

GENERATED_IBAN = "DE89370400440532013000"
"""The account of the generated SEPA debit."""

HELD = 7 * DAY
"""Seconds until an authorization expires; cards have seven days at Stripe."""


def settle(
    call: Call, intent: IntentRecord, method: MethodRecord, decline: Decline | None, *, authenticated: bool
) -> IntentRecord:
    """Create the charge, paid or failed, and move the intent. A failure is in `last_payment_error`."""
    leaves_debit = BY_NAME[method.type].leaves_debit and future_usage(intent, method) and intent.customer
    generated = generated_debit(call, method) if leaves_debit and not decline else None
    charge = _charge(call, intent, method, decline, generated, authenticated=authenticated)
    aside = intent.capture_method == "manual"
    step = IntentStep.FAILED if decline else IntentStep.AUTHORIZED if aside else IntentStep.PAID
    changes: dict[str, object] = {
        "latest_charge": charge.id,
        "challenge": None,
        "action": None,
    }
    if decline:
        changes |= {"payment_method": None, "last_payment_error": {"charge": charge.id, **decline.error(method)}}
    else:
        changes["amount_received"] = 0 if aside else intent.amount
        _keep_method(call, intent, method, generated)
    settled = move_intent(call, intent.model_copy(update=changes), step)
    if decline:
        return settled
    if aside:
        timers.plan(call, settled, Ending.EXPIRE, HELD)
    return automatic_cases.start_cases(call, settled, charge, behaviour_of(method))


def _charge(
    call: Call,
    intent: IntentRecord,
    method: MethodRecord,
    decline: Decline | None,
    generated: MethodRecord | None,
    *,
    authenticated: bool,
) -> ChargeRecord:
    if intent.status is IntentRecordStatus.PROCESSING and intent.latest_charge:
        return charges.end(call, charges.find(call, intent.latest_charge), decline)
    generated_id = generated.id if generated else None
    return charges.make(call, intent, method, decline, authenticated=authenticated, generated_debit=generated_id)


def begin_debit(call: Call, intent: IntentRecord, method: MethodRecord) -> IntentRecord:
    """Start a debit. The bank answers in days; meanwhile the charge is pending."""
    charge = charges.make_pending(call, intent, method)
    changes = {"latest_charge": charge.id, "action": None}
    return move_intent(call, intent.model_copy(update=changes), IntentStep.DEBIT_STARTED)


def generated_debit(call: Call, method: MethodRecord) -> MethodRecord:
    """Return the generated SEPA debit for later payments."""
    account = read_details("sepa_debit", {"iban": GENERATED_IBAN}, None)
    debit = MethodRecord(
        id=new_id("pm"),
        created=call.now,
        type="sepa_debit",
        details=account.details,
        account=account.account,
        billing_details=method.billing_details,
    )
    return METHODS.save(call.connection, debit)


def _keep_method(call: Call, intent: IntentRecord, method: MethodRecord, generated: MethodRecord | None) -> None:
    """Save the method for its customer if that was requested. Without a customer it cannot be used again."""
    saved = generated or method
    changes: dict[str, object] = {"details": details_after_consent(saved.type, saved.details)}
    if generated is not None and method.customer is None:
        METHODS.save(call.connection, method.model_copy(update={"spent": True}))
    usage = future_usage(intent, method)
    if usage:
        changes["used_off_session"] = saved.used_off_session or usage == "off_session"
        if saved.customer is None and intent.customer:
            changes["customer"] = intent.customer
    elif saved.customer is None:
        changes["spent"] = True
    saved = METHODS.save(call.connection, saved.model_copy(update=changes))
    if "customer" in changes:
        emit(call, "payment_method.attached", wire.payment_method(saved))


def future_usage(intent: IntentRecord, method: MethodRecord) -> str:
    """Return the method's future usage, '' for none. The type's option overrides the general one."""
    of_type = as_json(intent.payment_method_options.get(method.type)).get("setup_future_usage")
    usage = str(of_type or intent.setup_future_usage or "")
    return usage if usage in {"on_session", "off_session"} else ""


def fail(call: Call, intent: IntentRecord, method: MethodRecord, failure: Failure) -> IntentRecord:
    """Store a failure that is no decline of a bank."""
    changes: dict[str, object] = {
        "payment_method": None,
        "challenge": None,
        "action": None,
        "last_payment_error": failure.error(method),
    }
    return move_intent(call, intent.model_copy(update=changes), IntentStep.FAILED)


def cancel(call: Call, intent: IntentRecord, reason: str | None) -> IntentRecord:
    """Cancel the intent. Raises `machine.IllegalStep` where its status does not allow that."""
    changes: dict[str, object] = {
        "canceled_at": call.now,
        "cancellation_reason": reason,
        "challenge": None,
        "action": None,
    }
    return move_intent(call, intent.model_copy(update=changes), IntentStep.CANCELED)


def move_intent(call: Call, intent: IntentRecord, step: IntentStep) -> IntentRecord:
    """Save the intent with the step's status, and create the step's event."""
    status = machine.after(intent.status, step)
    after = INTENTS.save(call.connection, intent.model_copy(update={"status": status}))
    emit(call, step.value.event, wire.payment_intent(after, call.public_url))
    return after
