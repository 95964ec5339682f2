"""Customers: who a saved card belongs to."""

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects import wire
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import Customer
from sandbox_pay.paging import page, read_filters
from sandbox_pay.protocol.errors import invalid, no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CUSTOMERS, METHODS
from sandbox_pay.webhooks.events import emit

TEXTS = ("email", "name", "phone", "description")
MAPS = ("address", "shipping")


def create(call: Call) -> Json:
    record = Customer(id=new_id("cus"), created=call.now)
    return _save(call, record, "customer.created")


def update(call: Call) -> Json:
    return _save(call, find(call, call.target), "customer.updated")


def retrieve(call: Call) -> Json:
    return wire.customer(find_record(call, CUSTOMERS, call.target, "customer"))


def delete(call: Call) -> Json:
    record = find(call, call.target)
    for method in METHODS.search(call.connection, {"customer = ?": record.id}):
        METHODS.save(call.connection, method.model_copy(update={"customer": None, "spent": True}))
    gone = CUSTOMERS.save(call.connection, record.model_copy(update={"deleted": True}))
    emit(call, "customer.deleted", wire.customer(record))
    return wire.customer(gone)


def listing(call: Call) -> Json:
    return page(call, CUSTOMERS, {"deleted = ?": 0} | read_filters(call, "email"), wire.customer, "/v1/customers")


def find(call: Call, customer_id: str, param: str = "id") -> Customer:
    """Return a living customer, or refuse with 404."""
    record = CUSTOMERS.find(call.connection, customer_id)
    if record is None or record.deleted:
        raise no_such("customer", customer_id, param)
    return record


def of_intent(call: Call, before: str | None, customer_id: str, intent: str) -> str:
    """Return the customer of an intent. The first one stays: another customer needs another intent."""
    if before and before != customer_id:
        raise invalid(
            f"You cannot modify `customer` on a {intent} once it already has been set. To have a different Customer, "
            f"cancel this {intent} and create a new one.",
            "customer",
        )
    return find(call, customer_id, "customer").id


def _save(call: Call, record: Customer, event: str) -> Json:
    changes: dict[str, object] = {name: call.text(name) for name in TEXTS if call.has(name)}
    changes |= {name: call.map(name) for name in MAPS if call.has(name)}
    changes["metadata"] = call.metadata(record.metadata)
    if call.has("preferred_locales"):
        changes["preferred_locales"] = call.texts("preferred_locales") or []
    rendered = wire.customer(CUSTOMERS.save(call.connection, record.model_copy(update=changes)))
    emit(call, event, rendered, wire.customer(record) if event == "customer.updated" else None)
    return rendered
