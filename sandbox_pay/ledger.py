"""Sums the charges of each order, so that tests can count double charges."""

from collections import defaultdict
from collections.abc import Iterable

from sandbox_pay.call import Call
from sandbox_pay.objects.records import ChargeRecord
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CHARGES, Value

ORDER = "order_id"


def ledger_of_order(call: Call, order_id: str) -> Json:
    """Return the charges whose metadata names the order, and their sums in minor units."""
    conditions: dict[str, Value] = {"json_extract(body, '$.metadata.order_id') = ?": order_id}
    return _sum_charges(order_id, CHARGES.search(call.connection, conditions, order="place"))


def ledger_of_all(call: Call) -> Json:
    """Return the same for every order, by its id; charges without one stand under an empty name."""
    by_order: dict[str, list[ChargeRecord]] = defaultdict(list)
    for charge in CHARGES.search(call.connection, {}, order="place"):
        by_order[charge.metadata.get(ORDER, "")].append(charge)
    return {"orders": {order_id: _sum_charges(order_id, charges) for order_id, charges in by_order.items()}}


def _sum_charges(order_id: str, charges: Iterable[ChargeRecord]) -> Json:
    every = list(charges)
    paid = [charge for charge in every if charge.taken]
    return {
        "order_id": order_id,
        "captured_count": len(paid),
        "captured": sum(charge.taken for charge in paid),
        "refunded": sum(charge.amount_refunded for charge in paid),
        "failed_count": sum(not charge.succeeded for charge in every),
        "charges": [_line(charge) for charge in every],
    }


def _line(charge: ChargeRecord) -> Json:
    return {
        "id": charge.id,
        "payment_intent": charge.payment_intent,
        "amount": charge.amount,
        "currency": charge.currency,
        "captured": charge.taken,
        "refunded": charge.amount_refunded,
        "succeeded": charge.succeeded,
        "failure_code": charge.failure_code,
        "created": charge.created,
    }
