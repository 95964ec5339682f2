"""Counts an order once: who bought it when it is placed, and that it is bought when its money comes."""

from django.db import connection
from django.utils import timezone

from vintner.orders.models import Order
from vintner.orders.rules import TAKEN, Status

_NOTE = """
INSERT INTO analytics_purchase (order_id, visitor, noted_at) VALUES (%s, %s, %s)
ON CONFLICT (order_id) DO UPDATE SET visitor = excluded.visitor WHERE analytics_purchase.visitor IS NULL
"""
_COUNT = """
INSERT INTO analytics_purchase (order_id, noted_at, purchased_at) VALUES (%s, %s, %s)
ON CONFLICT (order_id) DO UPDATE SET purchased_at = excluded.purchased_at WHERE analytics_purchase.purchased_at IS NULL
"""


def note_buyer(order: Order, visitor: int) -> None:
    """Remember until the end of the day which visitor placed an order. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_NOTE, [order.pk, visitor, timezone.now()])


def count_purchase(sender: object, order: Order, became: Status, **_: object) -> None:
    """Count an order when its bottles are taken for it, whoever brings the news, in the transaction of that move.

    Receiver of `order_moved`. Its further moves, and a second answer of the provider, count nothing.
    """
    if became in TAKEN:
        now = timezone.now()
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, [order.pk, now, now])
