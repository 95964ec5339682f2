"""Lists and resends events, for stores that missed some."""

from sandbox_pay.call import Call
from sandbox_pay.lookup import find_record
from sandbox_pay.objects.records import Event
from sandbox_pay.paging import page
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import EVENTS, Value
from sandbox_pay.webhooks.events import queue, render_event


def retrieve(call: Call) -> Json:
    return render_event(call, _find(call, call.target))


def resend(call: Call, event_id: str) -> int:
    """Send an event again to its endpoints; returns their number."""
    return queue(call, _find(call, event_id))


def _find(call: Call, event_id: str) -> Event:
    return find_record(call, EVENTS, event_id, "event")


def listing(call: Call) -> Json:
    """Return events, optionally of one type (`charge.*` takes all of a family)."""
    conditions: dict[str, Value] = {}
    if kind := call.text("type"):
        conditions["type GLOB ?"] = kind
    if kinds := call.texts("types"):
        conditions["instr(?, ' ' || type || ' ')"] = f" {' '.join(kinds)} "
    return page(call, EVENTS, conditions, lambda record: render_event(call, record), "/v1/events")
