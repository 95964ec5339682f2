"""Lists in Stripe's shape: newest first, `limit`, `starting_after`, `ending_before`, `created`."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sandbox_pay.call import Call
from sandbox_pay.objects.records import Record
from sandbox_pay.protocol.errors import invalid, no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import RecordTable, Value

R = TypeVar("R", bound=Record)
DEFAULT_LIMIT = 10  # Stripe's own
MAX_LIMIT = 100
COMPARISONS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def page(call: Call, table: RecordTable[R], conditions: dict[str, Value], show: Callable[[R], Json], url: str) -> Json:
    """Return one page of the records that meet the conditions."""
    limit = limit_of(call)
    where = conditions | _created(call)
    backwards = call.text("ending_before")
    if cursor := call.text("starting_after"):
        where["place < ?"] = _place(call, table, cursor, "starting_after")
    if backwards:
        where["place > ?"] = _place(call, table, backwards, "ending_before")
    order = "place ASC" if backwards else "place DESC"
    found: Sequence[R] = table.search(call.connection, where, order=order, limit=limit + 1)
    rendered = [show(record) for record in found[:limit]]
    return {
        "object": "list",
        "data": [*reversed(rendered)] if backwards else [*rendered],
        "has_more": len(found) > limit,
        "url": url,
    }


def read_filters(call: Call, *columns: str) -> dict[str, Value]:
    """Return the conditions of the parameters that have the names of columns."""
    return {f"{name} = ?": value for name in columns if (value := call.text(name))}


def limit_of(call: Call) -> int:
    limit = call.whole("limit")
    if limit is None:
        return DEFAULT_LIMIT
    if not 1 <= limit <= MAX_LIMIT:
        raise invalid(f"This value must be between 1 and {MAX_LIMIT}.", "limit", "parameter_invalid_integer")
    return limit


def _created(call: Call) -> dict[str, Value]:
    exact = call.whole("created")
    if exact is not None:
        return {"created = ?": exact}
    where: dict[str, Value] = {}
    for name, value in (call.map("created") or {}).items():
        if not isinstance(value, int):
            raise invalid(f"Invalid integer: {value}", f"created[{name}]", "parameter_invalid_integer")
        where[f"created {COMPARISONS[name]} ?"] = value
    return where


def _place(call: Call, table: RecordTable[R], record_id: str, param: str) -> int:
    place = table.place(call.connection, record_id)
    if place is None:
        raise no_such(table.name.removesuffix("s"), record_id, param)
    return place
