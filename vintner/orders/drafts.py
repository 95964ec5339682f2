"""Drafts of orders: the block checkout keeps one per cart before anything is placed.

A draft holds no bottles and no coupons, has no history and may be rewritten. Placing it makes it an order like any
other. A draft that nobody placed is deleted after a day (docs/behaviour/orders.md#drafts).
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
    """Write or rewrite the cart's draft; its number and key stay. The cart's row has to be locked."""
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
    """Make an order of a locked draft, with today's prices. From then on it never changes."""
    draft.lines.all().delete()
    draft.adjustments.all().delete()
    orders.write(draft, new)
    orders.move(draft, Status.PENDING, new.first_note)
    return draft


def delete_old(now: datetime) -> int:
    """Delete drafts that are older than LIFETIME; returns their number."""
    count, old = 0, Order.objects.filter(status=Status.DRAFT, placed_at__lt=now - LIFETIME)
    for draft_id in old.values_list("id", flat=True):
        with transaction.atomic():
            draft = old.select_for_update(of=("self",)).filter(pk=draft_id).first()
            if draft is not None:
                draft.delete()
                count += 1
    return count
