"""Captures an authorization once, whole or in part, or releases it."""

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import money_wire, wire
from sandbox_pay.objects.records import ChargeRecord, IntentRecord, IntentRecordStatus
from sandbox_pay.payments import charges, settlement
from sandbox_pay.payments.cases import reviews
from sandbox_pay.payments.machine import IntentStep
from sandbox_pay.protocol.errors import ProviderError, invalid, unexpected_state
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CHARGES, INTENTS
from sandbox_pay.webhooks.events import emit

LAPSED = "automatic"
"""Stripe's reason of an automatic cancellation."""


def capture_existing(call: Call) -> Json:
    intent = find_record(call, INTENTS, call.target, "payment_intent", "intent")
    if intent.cancellation_reason == LAPSED:
        message = "The charge cannot be captured as the authorization has expired."
        raise ProviderError(400, message, code="charge_expired_for_capture")
    if intent.status is not IntentRecordStatus.REQUIRES_CAPTURE:
        message = (
            f"This PaymentIntent could not be captured because it has a status of {intent.status}. Only a "
            "PaymentIntent with one of the following statuses may be captured: requires_capture."
        )
        raise unexpected_state(message, wire.payment_intent(intent, call.public_url))
    return wire.payment_intent(_take(call, intent, _amount(call, intent)), call.public_url)


def _amount(call: Call, intent: IntentRecord) -> int:
    if call.value("final_capture") is not None and not call.flag("final_capture"):
        raise invalid("This sandbox does not offer several captures of one intent.", "final_capture")
    amount = call.whole("amount_to_capture")
    if amount is None:
        return intent.amount
    if amount < 1:
        raise invalid(
            "This value must be greater than or equal to 1.", "amount_to_capture", "parameter_invalid_integer"
        )
    if amount > intent.amount:
        message = f"The amount to capture must be at most what is capturable ({intent.amount})."
        raise invalid(message, "amount_to_capture", "amount_too_large")
    return amount


def _take(call: Call, intent: IntentRecord, amount: int) -> IntentRecord:
    charge = _charge(call, intent)
    transaction = charges.balance(call, charge.id, amount, charge.currency, charges.movement(charge))
    taken = charge.model_copy(update={"amount_captured": amount, "balance_transaction": transaction})
    emit(call, "charge.captured", money_wire.charge(CHARGES.save(call.connection, taken)))
    changes = {"amount_received": amount, "metadata": call.metadata(intent.metadata)}
    return settlement.move_intent(call, intent.model_copy(update=changes), IntentStep.CAPTURED)


def release(call: Call, intent: IntentRecord) -> None:
    """Release an authorization of which nothing was captured."""
    _release(call, intent, "charge.refunded")


def expire(call: Call, intent: IntentRecord) -> IntentRecord:
    """Expire an authorization that was not captured in time."""
    _release(call, intent, "charge.expired")
    return settlement.cancel(call, intent, LAPSED)


def _release(call: Call, intent: IntentRecord, kind: str) -> None:
    charge = _charge(call, intent)
    released = CHARGES.save(call.connection, charge.model_copy(update={"amount_refunded": charge.amount}))
    emit(call, kind, money_wire.charge(released))
    reviews.conclude(call, released, "canceled")


def _charge(call: Call, intent: IntentRecord) -> ChargeRecord:
    return charges.find(call, intent.latest_charge or "", "charge")
