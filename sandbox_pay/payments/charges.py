"""Charges: the sandbox's own ledger. A failed try leaves a row as well."""

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import BalanceTransaction, Charge, Intent, PaymentMethod
from sandbox_pay.paging import page
from sandbox_pay.payments.declines import Decline
from sandbox_pay.payments.methods import behaviour_of
from sandbox_pay.protocol.errors import no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import BALANCE, CHARGES, Value
from sandbox_pay.webhooks.events import emit

FIXED_FEE = 30
FEE_TENTHS_OF_PERCENT = 29
"""2.9 % + 30: what Stripe takes for a card in the US."""


def make(call: Call, intent: Intent, method: PaymentMethod, decline: Decline | None, *, authenticated: bool) -> Charge:
    """Write the charge and tell of it."""
    behaviour = behaviour_of(method)
    aside = intent.capture_method == "manual"
    charge_id = new_id("ch")
    charge = Charge(
        id=charge_id,
        created=call.now,
        metadata=intent.metadata,
        payment_intent=intent.id,
        payment_method=method.id,
        card=method.card,
        billing_details=method.billing_details,
        amount=intent.amount,
        currency=intent.currency,
        succeeded=decline is None,
        customer=intent.customer,
        description=intent.description,
        receipt_email=intent.receipt_email,
        shipping=intent.shipping,
        statement_descriptor=intent.statement_descriptor,
        statement_descriptor_suffix=intent.statement_descriptor_suffix,
        amount_captured=0 if aside else None,
        balance_transaction=None
        if decline or aside
        else balance(call, charge_id, intent.amount, intent.currency, "charge"),
        authenticated=authenticated,
        failure_code=decline.code if decline else None,
        failure_message=decline.message if decline else None,
        decline_code=decline.decline_code if decline else None,
        blocked=behaviour.blocked,
        risk_level=behaviour.risk_level,
    )
    CHARGES.save(call.connection, charge)
    emit(call, "charge.failed" if decline else "charge.succeeded", wire.charge(charge))
    return charge


def balance(call: Call, source: str, amount: int, currency: str, kind: str) -> str:
    """Write a movement of the account's balance and return its id; refunds are negative and cost no fee."""
    fee = 0 if amount < 0 else FIXED_FEE + (amount * FEE_TENTHS_OF_PERCENT + 500) // 1000
    record = BalanceTransaction(
        id=new_id("txn"), created=call.now, source=source, amount=amount, currency=currency, fee=fee, kind=kind
    )
    return BALANCE.save(call.connection, record).id


def retrieve(call: Call) -> Json:
    return wire.charge(find(call, call.target))


def find(call: Call, charge_id: str, param: str = "id") -> Charge:
    record = CHARGES.find(call.connection, charge_id)
    if record is None:
        raise no_such("charge", charge_id, param)
    return record


def listing(call: Call) -> Json:
    conditions: dict[str, Value] = {}
    for name in ("payment_intent", "customer"):
        if value := call.text(name):
            conditions[f"{name} = ?"] = value
    return page(call, CHARGES, conditions, wire.charge, "/v1/charges")


def retrieve_balance_transaction(call: Call) -> Json:
    record = BALANCE.find(call.connection, call.target)
    if record is None:
        raise no_such("balance_transaction", call.target)
    return wire.balance_transaction(record)
