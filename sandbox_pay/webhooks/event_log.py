"""Events looked up after the fact: how a store catches up after being away."""

from sandbox_pay.call import Call
from sandbox_pay.paging import page
from sandbox_pay.protocol.errors import no_such
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import EVENTS, Value
from sandbox_pay.webhooks.events import shown


def retrieve(call: Call) -> Json:
    record = EVENTS.find(call.connection, call.target)
    if record is None:
        raise no_such("event", call.target)
    return shown(call, record)


def listing(call: Call) -> Json:
    """Return events, optionally of one type (`charge.*` takes all of a family)."""
    conditions: dict[str, Value] = {}
    if kind := call.text("type"):
        conditions["type GLOB ?"] = kind
    if kinds := call.texts("types"):
        conditions["instr(?, ' ' || type || ' ')"] = f" {' '.join(kinds)} "
    return page(call, EVENTS, conditions, lambda record: shown(call, record), "/v1/events")
