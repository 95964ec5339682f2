"""Events of the request that is being answered, until they are written after its answer was sent."""

from contextvars import ContextVar

from vintner.analytics.events import NewEvent
from vintner.analytics.rules import EventKind

MOST_EVENTS = 40
"""Of one request. A cart of more wines that are all changed at once is no shopper's."""

_current: ContextVar[list[NewEvent] | None] = ContextVar("analytics_events", default=None)


def begin_recording() -> list[NewEvent]:
    """Return the list that events of this request are added to from now on."""
    events: list[NewEvent] = []
    _current.set(events)
    return events


def end_recording() -> None:
    """Add no more events. Jobs and commands, which answer no request, record none."""
    _current.set(None)


def record(event: NewEvent) -> None:
    """Add an event to those of the request, if there is one."""
    events = _current.get()
    if events is not None and len(events) < MOST_EVENTS:
        events.append(event)


def note_cart_change(sender: object, product_id: int, change: int, **_: object) -> None:
    """Record bottles that came into the cart or left it. Receiver of `quantity_changed`."""
    kind = EventKind.ADD_TO_CART if change > 0 else EventKind.REMOVE_FROM_CART
    record(NewEvent(kind=kind, product_id=product_id, number=abs(change)))
