"""Creates, updates, reads and cancels SetupIntents. `setup_confirm.py` confirms them."""

from sandbox_pay.call import Call
from sandbox_pay.objects import setup_wire
from sandbox_pay.objects.ids import new_id, token
from sandbox_pay.objects.records import IntentRecordStatus
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.paging import page, read_filters
from sandbox_pay.payments import account, client_secrets, intent_payers, machine
from sandbox_pay.payments.machine import IllegalStep, SetupIntentStep
from sandbox_pay.payments.setups import setup_attempts, setup_types
from sandbox_pay.payments.setups.setup_confirm import confirm, render_for_caller, unexpected_state_error
from sandbox_pay.protocol.errors import invalid
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import SETUP_INTENTS
from sandbox_pay.webhooks.events import emit

ONLY_TO_CONFIRM = ("confirmation_token", "mandate_data", "payment_method_data", "return_url")


def create(call: Call) -> Json:
    intent_id = new_id("seti")
    blank = SetupIntentRecord(
        id=intent_id,
        created=call.now,
        status=IntentRecordStatus.REQUIRES_PAYMENT_METHOD,
        client_secret=f"{intent_id}_secret_{token()}",
        usage=call.text("usage") or "off_session",
        return_url=call.text("return_url"),
        redirects=str((call.map("automatic_payment_methods") or {}).get("allow_redirects", "always")),
    )
    intent = SETUP_INTENTS.save(call.connection, blank.model_copy(update=_changes(call, blank)))
    emit(call, "setup_intent.created", setup_wire.setup_intent(intent, call.public_url))
    if call.flag("confirm"):
        return render_for_caller(call, confirm(call, intent))
    for name in ONLY_TO_CONFIRM:
        if call.has(name):
            raise invalid(f"`{name}` can be given only together with confirm=true.", name)
    return render_for_caller(call, intent)


def update(call: Call) -> Json:
    intent = find(call, call.target)
    if call.has("payment_method") and intent.status not in machine.OPEN:
        statuses = ", ".join(status.value for status in IntentRecordStatus if status in machine.OPEN)
        raise unexpected_state_error(
            call,
            intent,
            f"This SetupIntent's payment_method could not be updated because it has a status of {intent.status}. You "
            f"may only update the payment_method of a SetupIntent with one of the following statuses: {statuses}.",
        )
    return render_for_caller(
        call, SETUP_INTENTS.save(call.connection, intent.model_copy(update=_changes(call, intent)))
    )


def _changes(call: Call, intent: SetupIntentRecord) -> dict[str, object]:
    """Return the checked fields of the call."""
    changes: dict[str, object] = {"metadata": call.metadata(intent.metadata)}
    if call.has("description"):
        changes["description"] = call.text("description")
    if call.has("payment_method_options"):
        changes["payment_method_options"] = call.map("payment_method_options") or {}
    if types := call.texts("allowed_payment_method_types"):
        setup_types.check_types(types, account.country(call.connection))
        changes["allowed_types"] = types
    return changes | intent_payers.read_payer(call, intent)


def retrieve(call: Call) -> Json:
    return render_for_caller(call, find(call, call.target))


def confirm_existing(call: Call) -> Json:
    return render_for_caller(call, confirm(call, find(call, call.target)))


def cancel(call: Call) -> Json:
    intent = find(call, call.target)
    if intent.status is IntentRecordStatus.CANCELED:
        raise unexpected_state_error(call, intent, "You cannot cancel this SetupIntent because it is already canceled.")
    try:
        status = machine.after(intent.status, SetupIntentStep.CANCELED)
    except IllegalStep as problem:
        message = (
            f"You cannot cancel this SetupIntent because it has a status of {intent.status}. Only a SetupIntent with "
            "one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, or "
            "`requires_action`."
        )
        raise unexpected_state_error(call, intent, message) from problem
    setup_attempts.abandon(call, intent)
    changes = {"status": status, "cancellation_reason": call.text("cancellation_reason")}
    over = intent.model_copy(update={**changes, "challenge": None, "action": None})
    canceled = SETUP_INTENTS.save(call.connection, over)
    rendered = setup_wire.setup_intent(canceled, call.public_url)
    emit(call, SetupIntentStep.CANCELED.value.event, rendered)
    return rendered


def listing(call: Call) -> Json:
    conditions = read_filters(call, "customer", "payment_method")
    return page(
        call,
        SETUP_INTENTS,
        conditions,
        lambda intent: setup_wire.setup_intent(intent, call.public_url),
        "/v1/setup_intents",
    )


def find(call: Call, intent_id: str) -> SetupIntentRecord:
    return client_secrets.find(call, SETUP_INTENTS, intent_id, "SetupIntent")
