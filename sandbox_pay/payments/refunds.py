"""Refunds, whole or in parts; never more than was paid."""

from typing import Final

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import money_wire
from sandbox_pay.objects.case_records import WARNINGS, DisputeStatus
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import ChargeRecord, RefundRecord
from sandbox_pay.paging import page, read_filters
from sandbox_pay.payments import charges, timers
from sandbox_pay.payments.behaviours import BY_ALIAS
from sandbox_pay.payments.cases import disputes, reviews
from sandbox_pay.payments.currencies import format_amount
from sandbox_pay.payments.types.accounts import LATER
from sandbox_pay.payments.types.table import BY_NAME, Ending
from sandbox_pay.protocol.errors import ProviderError, invalid, missing_parameter, no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CHARGES, DISPUTES, INTENTS, REFUNDS
from sandbox_pay.webhooks.events import emit

LATER_ON: Final = {"pending": Ending.SUCCEED, "failing": Ending.DECLINE}
"""How the refunds of some test cards end later."""
SENT_BACK: Final = "expired_or_canceled_card"
"""The default reason of a failed refund."""


def create(call: Call) -> Json:
    charge = _charge(call)
    left = charge.taken - charge.amount_refunded
    if left == 0:
        raise ProviderError(400, f"Charge {charge.id} has already been refunded.", code="charge_already_refunded")
    if charge.disputed and not _has_only_inquiries(call, charge):
        raise ProviderError(
            400, f"Charge {charge.id} has been charged back; cannot issue a refund.", code="charge_disputed"
        )
    amount = call.whole("amount")
    amount = left if amount is None else amount
    _check_amount(amount, left, charge.currency)
    refund, refunded = _refund(call, charge, amount)
    emit(call, "refund.created", money_wire.refund(refund))
    emit(call, "charge.refunded", money_wire.charge(refunded))
    if refunded.amount_refunded == refunded.taken:
        reviews.conclude(call, refunded, "refunded_as_fraud" if refund.reason == "fraudulent" else "refunded")
        disputes.answer_inquiries(call, refunded)
    return money_wire.refund(refund)


def _refund(call: Call, charge: ChargeRecord, amount: int) -> tuple[RefundRecord, ChargeRecord]:
    """Move the money, and plan the later ending of the test card's refund."""
    refund_id, meant = new_id("re"), BY_ALIAS[charge.card.behaviour].refund if charge.card else "succeeded"
    refund = RefundRecord(
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
        status="pending" if meant == "pending" else "succeeded",
    )
    REFUNDS.save(call.connection, refund)
    if meant in LATER_ON:
        timers.plan(call, refund, LATER_ON[meant], LATER)
    refunded = charge.model_copy(update={"amount_refunded": charge.amount_refunded + amount})
    return refund, CHARGES.save(call.connection, refunded)


def end(call: Call, refund: RefundRecord, ending: Ending) -> RefundRecord:
    """Apply the bank's answer: a pending refund succeeds, and any refund may fail."""
    if ending is Ending.DECLINE:
        return fail(call, refund, SENT_BACK)
    if ending is not Ending.SUCCEED or refund.status != "pending":
        raise ProviderError(400, f"This refund can't end this way: {ending.value}.")
    return _change_status(call, refund, "succeeded")


def _change_status(call: Call, before: RefundRecord, status: str, **more: str) -> RefundRecord:
    refund = REFUNDS.save(call.connection, before.model_copy(update={"status": status, **more}))
    for kind in ("refund.updated", *(["refund.failed"] if status == "failed" else []), "charge.refund.updated"):
        emit(call, kind, money_wire.refund(refund), money_wire.refund(before) if kind.endswith("updated") else None)
    return refund


def _has_only_inquiries(call: Call, charge: ChargeRecord) -> bool:
    """Return whether all disputes of a charge are inquiries or won."""
    found = DISPUTES.search(call.connection, {"charge = ?": charge.id})
    return all(each.status in (*WARNINGS, DisputeStatus.WARNING_CLOSED, DisputeStatus.WON) for each in found)


def fail(call: Call, refund: RefundRecord, reason: str) -> RefundRecord:
    """Fail a refund, as for a closed account: the money is the store's again."""
    if refund.status == "failed":
        raise ProviderError(400, "This refund has failed already.")
    charge = charges.find(call, refund.charge)
    CHARGES.save(call.connection, charge.model_copy(update={"amount_refunded": charge.amount_refunded - refund.amount}))
    back = charges.balance(call, refund.id, refund.amount, refund.currency, "refund_failure", costs=False)
    return _change_status(call, refund, "failed", failure_reason=reason, failure_balance_transaction=back)


def _movement(charge: ChargeRecord) -> str:
    return "refund" if charge.card else "payment_refund"


def _charge(call: Call) -> ChargeRecord:
    """Return the paid charge of the call."""
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
        requested, unrefunded = format_amount(amount, currency), format_amount(left, currency)
        raise invalid(
            f"Refund amount ({requested}) is greater than unrefunded amount on charge ({unrefunded})", "amount"
        )


def find(call: Call, refund_id: str) -> RefundRecord:
    return find_record(call, REFUNDS, refund_id, "refund")


def update(call: Call) -> Json:
    """Change the metadata; nothing else of a refund can be changed."""
    before = find(call, call.target)
    rendered = money_wire.refund(
        REFUNDS.save(call.connection, before.model_copy(update={"metadata": call.metadata(before.metadata)}))
    )
    for kind in ("refund.updated", "charge.refund.updated"):
        emit(call, kind, rendered, money_wire.refund(before))
    return rendered


def retrieve(call: Call) -> Json:
    return money_wire.refund(find(call, call.target))


def listing(call: Call) -> Json:
    conditions = read_filters(call, "payment_intent", "charge")
    return page(call, REFUNDS, conditions, money_wire.refund, "/v1/refunds")
