"""Refunds, whole or in parts; never more than was paid."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import Charge, Refund
from sandbox_pay.paging import page
from sandbox_pay.payments import charges
from sandbox_pay.payments.currencies import worded
from sandbox_pay.protocol.errors import ApiError, invalid, missing_parameter, no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CHARGES, INTENTS, REFUNDS, Value
from sandbox_pay.webhooks.events import emit


def create(call: Call) -> Json:
    charge = _charge(call)
    left = charge.taken - charge.amount_refunded
    if left == 0:
        raise ApiError(400, f"Charge {charge.id} has already been refunded.", code="charge_already_refunded")
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
        balance_transaction=charges.balance(call, refund_id, -amount, charge.currency, "refund"),
        reason=call.text("reason"),
    )
    REFUNDS.save(call.connection, refund)
    refunded = charge.model_copy(update={"amount_refunded": charge.amount_refunded + amount})
    CHARGES.save(call.connection, refunded)
    emit(call, "refund.created", wire.refund(refund))
    emit(call, "charge.refunded", wire.charge(refunded))
    return wire.refund(refund)


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
    return charge


def _check_amount(amount: int, left: int, currency: str) -> None:
    if amount < 1:
        raise invalid("This value must be greater than or equal to 1.", "amount", "parameter_invalid_integer")
    if amount > left:
        asked, unrefunded = worded(amount, currency), worded(left, currency)
        raise invalid(f"Refund amount ({asked}) is greater than unrefunded amount on charge ({unrefunded})", "amount")


def retrieve(call: Call) -> Json:
    record = REFUNDS.find(call.connection, call.target)
    if record is None:
        raise no_such("refund", call.target)
    return wire.refund(record)


def listing(call: Call) -> Json:
    conditions: dict[str, Value] = {}
    for name in ("payment_intent", "charge"):
        if value := call.text(name):
            conditions[f"{name} = ?"] = value
    return page(call, REFUNDS, conditions, wire.refund, "/v1/refunds")
