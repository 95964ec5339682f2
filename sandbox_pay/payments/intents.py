"""Creates, updates, reads and cancels PaymentIntents. `confirm.py` confirms them."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id, token
from sandbox_pay.objects.records import IntentRecord, IntentRecordStatus
from sandbox_pay.paging import page, read_filters
from sandbox_pay.payments import account, capture, charges, client_secrets, declines, intent_payers, machine, settlement
from sandbox_pay.payments.confirm import confirm, render_for_caller
from sandbox_pay.payments.currencies import check_amount, check_currency
from sandbox_pay.payments.types import checks
from sandbox_pay.protocol.errors import ProviderError, invalid, unexpected_state
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import INTENTS
from sandbox_pay.webhooks.events import emit

TEXTS = (
    "description", "receipt_email", "setup_future_usage", "statement_descriptor", "statement_descriptor_suffix",
)  # fmt: skip
ONLY_WHILE_OPEN = ("amount", "currency", "payment_method")
ONLY_TO_CONFIRM = ("confirmation_token", "payment_method_data", "return_url")


def create(call: Call) -> Json:
    currency, amount = check_currency(call.text("currency") or ""), call.whole("amount") or 0
    check_amount(amount, currency)
    intent_id = new_id("pi")
    blank = IntentRecord(
        id=intent_id,
        created=call.now,
        status=IntentRecordStatus.REQUIRES_PAYMENT_METHOD,
        amount=amount,
        currency=currency,
        client_secret=f"{intent_id}_secret_{token()}",
        return_url=call.text("return_url"),
        confirmation_method=call.text("confirmation_method") or "automatic",
        redirects=str((call.map("automatic_payment_methods") or {}).get("allow_redirects", "always")),
    )
    intent = INTENTS.save(call.connection, blank.model_copy(update=_changes(call, blank)))
    emit(call, "payment_intent.created", wire.payment_intent(intent, call.public_url))
    if call.flag("confirm"):
        return wire.payment_intent(confirm(call, intent), call.public_url)
    for name in ONLY_TO_CONFIRM:
        if call.has(name):
            raise invalid(f"`{name}` can be given only together with confirm=true.", name)
    return wire.payment_intent(intent, call.public_url)


def update(call: Call) -> Json:
    intent = find(call, call.target)
    for name in ONLY_WHILE_OPEN:
        if call.has(name) and intent.status not in machine.OPEN:
            raise _closed_error(call, intent, name)
    changes = _changes(call, intent)
    amount, currency = call.whole("amount"), call.text("currency")
    if currency:
        changes["currency"] = check_currency(currency)
    if amount is not None:
        changes["amount"] = amount
    if amount is not None or currency:
        check_amount(int(str(changes.get("amount", intent.amount))), str(changes.get("currency", intent.currency)))
        if intent.status is IntentRecordStatus.REQUIRES_ACTION:
            # The bank's question was about another amount, so it is void.
            changes |= {"status": IntentRecordStatus.REQUIRES_CONFIRMATION, "challenge": None, "action": None}
    return wire.payment_intent(INTENTS.save(call.connection, intent.model_copy(update=changes)), call.public_url)


def _closed_error(call: Call, intent: IntentRecord, name: str) -> ProviderError:
    statuses = ", ".join(status.value for status in IntentRecordStatus if status in machine.OPEN)
    message = (
        f"This PaymentIntent's {name} could not be updated because it has a status of {intent.status}. You may only "
        f"update the {name} of a PaymentIntent with one of the following statuses: {statuses}."
    )
    return unexpected_state(message, wire.payment_intent(intent, call.public_url))


def _changes(call: Call, intent: IntentRecord) -> dict[str, object]:
    """Return the checked fields of the call."""
    changes: dict[str, object] = {name: call.text(name) for name in TEXTS if call.has(name)}
    changes["metadata"] = call.metadata(intent.metadata)
    if call.has("shipping"):
        changes["shipping"] = call.map("shipping")
    if call.has("payment_method_options"):
        changes["payment_method_options"] = call.map("payment_method_options") or {}
    if types := call.texts("allowed_payment_method_types"):
        changes["allowed_types"] = types
        currency, amount = (call.text("currency") or intent.currency).lower(), call.whole("amount") or intent.amount
        checks.check_types(types, account.country(call.connection), currency, amount)
    if capture := call.text("capture_method"):
        changes["capture_method"] = capture
    return changes | intent_payers.read_payer(call, intent)


def retrieve(call: Call) -> Json:
    return render_for_caller(call, find(call, call.target))


def confirm_existing(call: Call) -> Json:
    return render_for_caller(call, confirm(call, find(call, call.target)))


def cancel(call: Call) -> Json:
    intent = find(call, call.target)
    if intent.status not in machine.IntentStep.CANCELED.value.allowed:
        message = (
            f"You cannot cancel this PaymentIntent because it has a status of {intent.status}. Only a PaymentIntent "
            "with one of the following statuses may be canceled: requires_payment_method, requires_capture, "
            "requires_confirmation, requires_action, processing."
        )
        raise unexpected_state(message, wire.payment_intent(intent, call.public_url))
    if intent.status is IntentRecordStatus.REQUIRES_CAPTURE:
        capture.release(call, intent)
    elif intent.status is IntentRecordStatus.PROCESSING and intent.latest_charge:
        charges.end(call, charges.find(call, intent.latest_charge), declines.CALLED_BACK)
    canceled = settlement.cancel(call, intent, call.text("cancellation_reason"))
    return wire.payment_intent(canceled, call.public_url)


def listing(call: Call) -> Json:
    conditions = read_filters(call, "customer")
    return page(
        call, INTENTS, conditions, lambda intent: wire.payment_intent(intent, call.public_url), "/v1/payment_intents"
    )


def find(call: Call, intent_id: str) -> IntentRecord:
    return client_secrets.find(call, INTENTS, intent_id, "PaymentIntent")
