"""Early fraud warnings of card networks, which come before a dispute."""

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import case_wire
from sandbox_pay.objects.case_records import FraudWarning
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import ChargeRecord
from sandbox_pay.paging import page, read_filters
from sandbox_pay.payments import charges
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import FRAUD_WARNINGS
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
    return _render(call, find_record(call, FRAUD_WARNINGS, call.target, "early_fraud_warning"))


def listing(call: Call) -> Json:
    conditions = read_filters(call, "payment_intent", "charge")
    return page(
        call, FRAUD_WARNINGS, conditions, lambda record: _render(call, record), "/v1/radar/early_fraud_warnings"
    )
