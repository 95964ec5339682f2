"""Notes that staff writes to an order, for staff or for the customer, who gets them by e-mail."""

from django.db import transaction

from vintner.customers.models import User
from vintner.orders.emails import emails
from vintner.orders.models import Order, OrderEvent
from vintner.refusal import Refusal

LONGEST = 2000


def add(order: Order, text: str, *, by: User, to_customer: bool = False) -> OrderEvent:
    """Add a note. Raises Refusal when the text is empty or too long."""
    text = text.strip()
    if not text or len(text) > LONGEST:
        raise Refusal("note", f"A note has between 1 and {LONGEST} characters.", "note")
    kind = OrderEvent.Kind.CUSTOMER if to_customer else OrderEvent.Kind.PRIVATE
    with transaction.atomic():
        event = OrderEvent.objects.create(order=order, kind=kind, note=text, by=by)
        if to_customer:
            emails.queue(order, emails.EmailKind.NOTE, about=f"note {event.pk}", more={"note": text})
    return event


def customer_notes(order: Order) -> list[OrderEvent]:
    """Return the notes to the customer, newest first."""
    return list(order.events.filter(kind=OrderEvent.Kind.CUSTOMER).order_by("-id"))
