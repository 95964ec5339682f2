"""Counts an order once: who bought it when it is placed, and that it is bought when its money comes."""

from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from vintner.analytics.rules import EventKind
from vintner.analytics.sources import DIRECT
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

_FIND_SOURCES = f"""
UPDATE analytics_purchase p SET source = found.detail FROM (
    SELECT DISTINCT ON (q.order_id) q.order_id, e.detail
    FROM analytics_purchase q JOIN analytics_event e ON e.visitor = q.visitor AND e.at <= q.noted_at
    WHERE q.visitor IS NOT NULL AND q.source = '' AND q.noted_at >= %(since)s
        AND e.kind <= {EventKind.VIEW_ITEM_LIST} AND e.detail <> '' AND e.at >= %(since)s
    ORDER BY q.order_id, e.detail LIKE '{DIRECT}%%', e.at DESC
) found WHERE p.order_id = found.order_id
"""  # noqa: S608 - constants of ours


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


def find_sources(now: datetime) -> None:
    """Note where the visits of new orders came from, while their visitors are known: the last source of the day.

    A direct visit says less than the one before it. One query.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FIND_SOURCES, {"since": now - timedelta(days=1)})
