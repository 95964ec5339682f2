"""Creates events in the transaction of their change, and queues them for the endpoints."""

from sandbox_pay import API_VERSION
from sandbox_pay.call import Call
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import Delivery, Event
from sandbox_pay.protocol.json import Json, as_json
from sandbox_pay.storage import setting
from sandbox_pay.storage.table import DELIVERIES, ENDPOINTS, EVENTS

DELAY = "event_delay"
"""The setting that says how many seconds events come later than they happen."""


def emit(call: Call, kind: str, rendered: Json, before: Json | None = None) -> Event:
    """Create an event of an object, and queue it. `before` is the object before the change."""
    data: Json = {"object": rendered}
    if before is not None:
        data["previous_attributes"] = _differing(before, rendered)
    event = Event(
        id=new_id("evt"),
        created=call.now,
        type=kind,
        data=data,
        request_id=call.request_id,
        idempotency_key=call.idempotency_key,
    )
    EVENTS.save(call.connection, event)
    queue(call, event)
    return event


def _differing(before: Json, now: Json) -> Json:
    """Return what the object had where it differs now; of maps only the parts that differ."""
    differing: Json = {}
    for name, value in before.items():
        current = now.get(name)
        if value != current:
            nested = isinstance(value, dict) and isinstance(current, dict)
            differing[name] = _differing(as_json(value), as_json(current)) if nested else value
    return differing


def queue(call: Call, event: Event) -> int:
    """Queue the event for the endpoints that subscribe to it; returns their number."""
    endpoints = [
        endpoint
        for endpoint in ENDPOINTS.search(call.connection, {}, order="place")
        if endpoint.enabled and {"*", event.type} & set(endpoint.enabled_events)
    ]
    due_at = call.now + int(setting.read(call.connection, DELAY, "0"))
    for endpoint in endpoints:
        delivery = Delivery(id=new_id("wdl"), created=call.now, event=event.id, endpoint=endpoint.id, due_at=due_at)
        DELIVERIES.save(call.connection, delivery)
    return len(endpoints)


def wire(record: Event, pending: int) -> Json:
    """Return the event as sent; `pending` counts deliveries not yet answered with 2xx."""
    return {
        "id": record.id,
        "object": "event",
        "api_version": API_VERSION,
        "created": record.created,
        "data": record.data,
        "livemode": False,
        "pending_webhooks": pending,
        "request": {"id": record.request_id, "idempotency_key": record.idempotency_key},
        "type": record.type,
    }


def pending(call: Call, event_id: str) -> int:
    return len(DELIVERIES.search(call.connection, {"event = ?": event_id, "done = ?": 0}))


def render_event(call: Call, record: Event) -> Json:
    return wire(record, pending(call, record.id))
