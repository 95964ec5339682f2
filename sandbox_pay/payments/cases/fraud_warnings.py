"""Early fraud warnings of card networks, which come before a dispute."""

from sandbox_pay.call import Call
from sandbox_pay.objects import case_wire
from sandbox_pay.objects.case_records import FraudWarning
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import ChargeRecord
from sandbox_pay.paging import page
from sandbox_pay.payments import charges
from sandbox_pay.protocol.errors import no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import FRAUD_WARNINGS, Value
from sandbox_pay.webhooks.events import emit


def begin(call: Call, charge: ChargeRecord) -> FraudWarning:
    warning = FraudWarning(id=new_id("issfr"), created=call.now, charge=charge.id, payment_intent=charge.payment_intent)
    FRAUD_WARNINGS.save(call.connection, warning)
    emit(call, "radar.early_fraud_warning.created", _render(call, warning))
    return warning


def _render(call: Call, warning: FraudWarning) -> Json:
    charge = charges.find(call, warning.charge)
    return case_wire.fraud_warning(warning, actionable=not charge.disputed and charge.amount_refunded < charge.amount)


def retrieve(call: Call) -> Json:
    record = FRAUD_WARNINGS.find(call.connection, call.target)
    if record is None:
        raise no_such("early_fraud_warning", call.target)
    return _render(call, record)


def listing(call: Call) -> Json:
    conditions: dict[str, Value] = {}
    for name in ("payment_intent", "charge"):
        if value := call.text(name):
            conditions[f"{name} = ?"] = value
    return page(
        call, FRAUD_WARNINGS, conditions, lambda record: _render(call, record), "/v1/radar/early_fraud_warnings"
    )
