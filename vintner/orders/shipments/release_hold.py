"""Staff lets an order go that waits for better weather (docs/behaviour/orders.md#weather-holds)."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.timezone import localdate

from vintner.customers.models import User
from vintner.orders import notes, orders
from vintner.orders.models import Order
from vintner.orders.shipments.promises import held_until, promise_at_once
from vintner.refusal import Refusal
from vintner.web.dates import day_in_words

NOT_HELD: Final = "This order is not held for the weather."
RELEASED: Final = "Released from the weather hold, which was to end on {day}."
TO_CUSTOMER: Final = "We are no longer holding your order for the weather: we are packing it now."


def release(order: Order, by: User, now: datetime) -> None:
    """Let a held order go, and write to its customer, with the days on which it arrives then. Raises Refusal."""
    with transaction.atomic():
        order = orders.lock(order.pk)
        until = held_until(order, localdate(now))
        if until is None:
            raise Refusal("not_held", NOT_HELD)
        changes = {"hold_released_at": now, **promise_at_once(order, now)}
        Order.objects.filter(pk=order.pk).update(**changes)
        for name, value in changes.items():
            setattr(order, name, value)
        orders.add_note(order, RELEASED.format(day=day_in_words(until)), by=by)
        arrives = f" {order.arrival_words}." if order.arrives_from else ""
        notes.add(order, f"{TO_CUSTOMER}{arrives}", by=by, to_customer=True)
