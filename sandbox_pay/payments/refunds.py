"""Refunds, whole or in parts; never more than was paid."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.case_records import WARNINGS, DisputeStatus
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import Charge, Refund
from sandbox_pay.paging import page
from sandbox_pay.payments import charges
from sandbox_pay.payments.currencies import worded
from sandbox_pay.payments.types.table import BY_NAME
from sandbox_pay.protocol.errors import ApiError, invalid, missing_parameter, no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CHARGES, DISPUTES, INTENTS, REFUNDS, Value
from sandbox_pay.webhooks.events import emit


def create(call: Call) -> Json:
    charge = _charge(call)
    left = charge.taken - charge.amount_refunded
    if left == 0:
        raise ApiError(400, f"Charge {charge.id} has already been refunded.", code="charge_already_refunded")
    if charge.disputed and not _only_asked_about(call, charge):
        raise ApiError(400, f"Charge {charge.id} has been charged back; cannot issue a refund.", code="charge_disputed")
    amount = call.whole("amount")
    amount = left if amount is None else amount
    _check_amount(amount, left, charge.currency)
    refund_id = new_id("re")
    refund = Refund(
        id=refund_id,
        created=call.now,
        metadata=call.metadata({}),
        charge=charge.id,
        payment_intent=charge.payment_intent,
        amount=amount,
        currency=charge.currency,
        balance_transaction=charges.balance(call, refund_id, -amount, charge.currency, _movement(charge)),
        method_type=charge.type,
        reason=call.text("reason"),
    )
    REFUNDS.save(call.connection, refund)
    refunded = charge.model_copy(update={"amount_refunded": charge.amount_refunded + amount})
    CHARGES.save(call.connection, refunded)
    emit(call, "refund.created", wire.refund(refund))
    emit(call, "charge.refunded", wire.charge(refunded))
    return wire.refund(refund)


def _only_asked_about(call: Call, charge: Charge) -> bool:
    """Return whether the bank has only asked about a charge, or given its money back to the store."""
    found = DISPUTES.search(call.connection, {"charge = ?": charge.id})
    return all(each.status in (*WARNINGS, DisputeStatus.WARNING_CLOSED, DisputeStatus.WON) for each in found)


def fail(call: Call, refund: Refund, reason: str) -> Refund:
    """Let the bank send a refund back, as a closed account does: the money is the store's again."""
    if refund.status == "failed":
        raise ApiError(400, "This refund has failed already.")
    charge = charges.find(call, refund.charge)
    CHARGES.save(call.connection, charge.model_copy(update={"amount_refunded": charge.amount_refunded - refund.amount}))
    charges.balance(call, refund.id, refund.amount, refund.currency, "refund_failure", costs=False)
    refund = REFUNDS.save(call.connection, refund.model_copy(update={"status": "failed", "failure_reason": reason}))
    for kind in ("refund.updated", "refund.failed", "charge.refund.updated"):
        emit(call, kind, wire.refund(refund))
    return refund


def _movement(charge: Charge) -> str:
    return "refund" if charge.card else "payment_refund"


def _charge(call: Call) -> Charge:
    """Return the paid charge that is meant."""
    charge_id, intent_id = call.text("charge"), call.text("payment_intent")
    if intent_id:
        intent = INTENTS.find(call.connection, intent_id)
        if intent is None:
            raise no_such("payment_intent", intent_id, "payment_intent")
        charge_id = intent.latest_charge
    elif not charge_id:
        raise missing_parameter("payment_intent")
    charge = charges.find(call, charge_id, "charge") if charge_id else None
    if charge is None or not charge.taken:
        raise invalid(f"{intent_id or charge_id} does not have a successful charge to refund.", "payment_intent")
    if not BY_NAME[charge.type].refundable:
        raise invalid(f"Payments by {charge.type} cannot be refunded.", "payment_intent", "charge_not_refundable")
    return charge


def _check_amount(amount: int, left: int, currency: str) -> None:
    if amount < 1:
        raise invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer")
    if amount > left:
        asked, unrefunded = worded(amount, currency), worded(left, currency)
        raise invalid(f"Refund amount ({asked}) is greater than unrefunded amount on charge ({unrefunded})", "amount")


def find(call: Call, refund_id: str) -> Refund:
    record = REFUNDS.find(call.connection, refund_id)
    if record is None:
        raise no_such("refund", refund_id)
    return record


def update(call: Call) -> Json:
    """Change the metadata; nothing else of a refund can be changed."""
    before = find(call, call.target)
    shown = wire.refund(
        REFUNDS.save(call.connection, before.model_copy(update={"metadata": call.metadata(before.metadata)}))
    )
    for kind in ("refund.updated", "charge.refund.updated"):
        emit(call, kind, shown, wire.refund(before))
    return shown


def retrieve(call: Call) -> Json:
    return wire.refund(find(call, call.target))


def listing(call: Call) -> Json:
    conditions: dict[str, Value] = {}
    for name in ("payment_intent", "charge"):
        if value := call.text(name):
            conditions[f"{name} = ?"] = value
    return page(call, REFUNDS, conditions, wire.refund, "/v1/refunds")
