"""Orders that are still being written: the block checkout keeps one a cart before anything is placed.

A draft holds no bottles and no coupons, has no history and may be rewritten; it is nobody's promise. Placing it makes
it an order like any other. One that nobody places is forgotten after a day (resolutions 2.13.1).
"""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.orders import NewOrder
from vintner.orders.rules import Status

LIFETIME: Final = timedelta(days=1)


def write(new: NewOrder) -> Order:
    """Write the cart's draft, or write it anew; its number and key stay. The cart's row has to be locked."""
    draft = find_draft(new.cart_id) if new.cart_id else None
    if draft is None:
        return orders.write(Order(status=Status.DRAFT), new)
    draft.lines.all().delete()
    draft.adjustments.all().delete()
    return orders.write(draft, new)


def find_draft(cart_id: UUID) -> Order | None:
    """Return the cart's draft, locked, if there is one."""
    return Order.objects.select_for_update(of=("self",)).filter(cart_id=cart_id, status=Status.DRAFT).first()


def place(draft: Order, new: NewOrder) -> Order:
    """Make an order of a locked draft, as it is priced now; from here on it never changes."""
    draft.lines.all().delete()
    draft.adjustments.all().delete()
    orders.write(draft, new)
    orders.move(draft, Status.PENDING, new.first_note)
    return draft


def delete_old(now: datetime) -> int:
    """Delete drafts that nobody has placed; return how many there were."""
    count, old = 0, Order.objects.filter(status=Status.DRAFT, placed_at__lt=now - LIFETIME)
    for draft_id in old.values_list("id", flat=True):
        with transaction.atomic():
            draft = old.select_for_update(of=("self",)).filter(pk=draft_id).first()
            if draft is not None:
                draft.delete()
                count += 1
    return count
