"""Finds the record that a call names."""

from typing import TypeVar

from sandbox_pay.call import Call
from sandbox_pay.objects.records import Record
from sandbox_pay.protocol.errors import no_such
from sandbox_pay.storage.table import RecordTable

R = TypeVar("R", bound=Record)


def find_record(call: Call, table: RecordTable[R], record_id: str, kind: str, param: str = "id") -> R:
    """Return a record, or refuse with 404. `kind` is Stripe's word for it in the error."""
    record = table.find(call.connection, record_id)
    if record is None:
        raise no_such(kind, record_id, param)
    return record
