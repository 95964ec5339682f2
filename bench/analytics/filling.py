"""Thirty days of events, and orders with refunds, made by the database."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from vintner.analytics.partitions import make_days
from vintner.analytics.roll_up import count_hours, merge_day
from vintner.analytics.rules import EventKind
from vintner.testing import big_orders

DAYS: Final = 30
_EVENTS: Final = f"""
INSERT INTO analytics_event (at, visitor, device, kind, page_type, product_id, number, path, detail)
SELECT %s::timestamptz + n * interval '1 second' * %s, hashint8extended(n / 12, 0), 1 + n %% 3, kind, n %% 10,
    CASE WHEN kind IN ({EventKind.VIEW_ITEM}, {EventKind.ADD_TO_CART}, {EventKind.SELECT_CONTENT})
        THEN 1 + (hashint4(n) & 511) END,
    CASE WHEN kind = {EventKind.SEARCH} THEN n %% 7 WHEN kind = {EventKind.WEB_VITAL} THEN 20 + n %% 4000
        WHEN kind = {EventKind.ADD_TO_CART} THEN 1 END,
    '/product/estate-' || (hashint4(n) & 511) || '-reserve-2019/',
    CASE WHEN kind = {EventKind.SEARCH} THEN 'word ' || (hashint4(n) & 1023)
        WHEN kind = {EventKind.WEB_VITAL} THEN (ARRAY['LCP', 'INP', 'CLS', 'TTFB'])[1 + n %% 4]
        WHEN n %% 12 = 0 THEN 'utm|source ' || (hashint4(n) & 63) || '|email|campaign ' || (hashint4(n) & 15)
        ELSE '' END
FROM (
    SELECT n, (ARRAY[1, 2, 3, 2, 1, 2, 4, 5, 6, 9, 2, 3])[1 + n %% 12] AS kind FROM generate_series(0, %s - 1) n
) made
"""  # noqa: S608 - numbers of ours
_PURCHASES: Final = """
INSERT INTO analytics_purchase (order_id, noted_at, purchased_at, source)
SELECT id, placed_at, placed_at, 'utm|source ' || id % 20 FROM orders_order
WHERE id % 3 > 0 AND status IN ('completed', 'processing', 'refunded')
"""


def write_events(count: int, begin: datetime) -> None:
    """Write so many events, spread evenly over the days from a moment on."""
    make_days(begin.date(), (begin + timedelta(days=DAYS)).date())
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(_EVENTS, [begin, DAYS * 86_400 / count, count])
        cursor.execute("ANALYZE analytics_event")
        cursor.execute("RESET statement_timeout")


def count_events(begin: datetime) -> None:
    """Count all hours, and add up the days that are over, as the jobs do."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
    count_hours(begin, begin + timedelta(days=DAYS))
    for day in range(DAYS - 1):
        merge_day(begin + timedelta(days=day))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE analytics_eventcount")
        cursor.execute("RESET statement_timeout")


def write_orders(count: int) -> None:
    """Write so many orders in all states with payments and refunds, and count them."""
    big_orders.fill(count)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE orders_order SET paid_at = placed_at WHERE status IN ('completed', 'processing', 'refunded')"
        )
        cursor.execute(_PURCHASES)
    big_orders.analyze()
