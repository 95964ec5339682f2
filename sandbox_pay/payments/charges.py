"""Charges: the sandbox's ledger. A failed try has a row as well."""

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import money_wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import BalanceTransaction, ChargeRecord, IntentRecord, MethodRecord
from sandbox_pay.paging import page, read_filters
from sandbox_pay.payments.customers.methods import behaviour_of
from sandbox_pay.payments.declines import Decline
from sandbox_pay.payments.types import method_details, paid_with
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import BALANCE, CHARGES
from sandbox_pay.webhooks.events import emit

FIXED_FEE = 30
FEE_TENTHS_OF_PERCENT = 29
"""2.9 % + 30: what Stripe takes for a card in the US."""


def make(
    call: Call,
    intent: IntentRecord,
    method: MethodRecord,
    decline: Decline | None,
    *,
    authenticated: bool,
    generated_debit: str | None = None,
) -> ChargeRecord:
    """Create the charge and its event."""
    aside = intent.capture_method == "manual"
    charge = _create(call, intent, method, generated_debit).model_copy(
        update={"amount_captured": 0 if aside else None, "authenticated": authenticated}
    )
    return _close(call, charge, decline)


def make_pending(call: Call, intent: IntentRecord, method: MethodRecord) -> ChargeRecord:
    """Create a pending charge and its event."""
    charge = _create(call, intent, method).model_copy(update={"pending": True})
    CHARGES.save(call.connection, charge)
    emit(call, "charge.pending", money_wire.charge(charge))
    return charge


def end(call: Call, charge: ChargeRecord, decline: Decline | None) -> ChargeRecord:
    """Close a pending charge and create its event."""
    return _close(call, charge.model_copy(update={"pending": False}), decline)


def _create(call: Call, intent: IntentRecord, method: MethodRecord, generated_debit: str | None = None) -> ChargeRecord:
    behaviour = behaviour_of(method)
    numbers = intent.action.numbers if intent.action else {}
    card = method.card
    known = method_details.details_after_consent(method.type, method.details)
    return ChargeRecord(
        id=new_id("ch" if card else "py"),
        created=call.now,
        metadata=intent.metadata,
        payment_intent=intent.id,
        payment_method=method.id,
        type=method.type,
        card=card,
        details={} if card else paid_with.details(method.type, known, numbers, generated_debit),
        billing_details=method.billing_details,
        amount=intent.amount,
        currency=intent.currency,
        succeeded=False,
        customer=intent.customer,
        description=intent.description,
        receipt_email=intent.receipt_email,
        shipping=intent.shipping,
        statement_descriptor=intent.statement_descriptor,
        statement_descriptor_suffix=intent.statement_descriptor_suffix,
        blocked=behaviour.blocked,
        risk_level=behaviour.risk_level,
        reviewed=behaviour.reviewed,
        frictionless=behaviour.frictionless,
    )


def _close(call: Call, charge: ChargeRecord, decline: Decline | None) -> ChargeRecord:
    taken = decline is None and charge.amount_captured is None
    changes: dict[str, object] = {
        "succeeded": decline is None,
        "balance_transaction": balance(call, charge.id, charge.amount, charge.currency, movement(charge))
        if taken
        else None,
    }
    if decline:
        changes |= {
            "failure_code": decline.charge_code or decline.code,
            "failure_message": decline.message,
            "decline_code": decline.decline_code,
            "advice_code": decline.advice if decline.decline_code else None,
        }
    charge = CHARGES.save(call.connection, charge.model_copy(update=changes))
    emit(call, "charge.failed" if decline else "charge.succeeded", money_wire.charge(charge))
    return charge


def movement(charge: ChargeRecord) -> str:
    """Return the type of the balance transaction: Stripe calls charges other than of cards a payment."""
    return "charge" if charge.card else "payment"


def balance(call: Call, source: str, amount: int, currency: str, kind: str, *, costs: bool = True) -> str:
    """Create a balance transaction and return its id. Only charges have a fee (`costs`)."""
    fee = 0 if amount < 0 or not costs else FIXED_FEE + (amount * FEE_TENTHS_OF_PERCENT + 500) // 1000
    record = BalanceTransaction(
        id=new_id("txn"), created=call.now, source=source, amount=amount, currency=currency, fee=fee, kind=kind
    )
    return BALANCE.save(call.connection, record).id


def retrieve(call: Call) -> Json:
    return money_wire.charge(find(call, call.target))


def find(call: Call, charge_id: str, param: str = "id") -> ChargeRecord:
    return find_record(call, CHARGES, charge_id, "charge", param)


def listing(call: Call) -> Json:
    conditions = read_filters(call, "payment_intent", "customer")
    return page(call, CHARGES, conditions, money_wire.charge, "/v1/charges")
