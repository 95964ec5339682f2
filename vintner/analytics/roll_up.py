"""Counts the events of an hour, by what reports are about.

An hour is counted as a whole: its former counts are replaced in one transaction, so the job may be repeated, killed and
run twice. Reports read the counts alone.
"""

from datetime import datetime, time, timedelta
from typing import Final

from django.db import connection, transaction
from django.utils import timezone

from vintner.analytics.rules import EventKind

LOOK_BACK: Final = timedelta(hours=2)
"""Hours that are counted anew with every run: an event may be written a little later than it happened."""
MOST_KEYS: Final = 300
"""Keys that a day keeps of a dimension. The rest is added up: a guest can invent addresses and words."""
REST: Final = "(other)"
_LOCK: Final = 0x726F6C6C
_BUCKETS: Final = "width_bucket(ln(greatest(number, 1)), 0, 12, 120)"
"""A web vital is counted in one of 120 ranges, each 10.5 % wider than the one before: e^12 is 162,754 ms."""

_COUNT: Final = f"""
WITH day AS MATERIALIZED (
    SELECT at, kind, visitor, page_type, device, product_id, number, path, detail,
        kind <= {EventKind.VIEW_ITEM_LIST} AS is_view,
        row_number() OVER (PARTITION BY visitor, kind ORDER BY at, id) = 1 AS first_of_kind,
        row_number() OVER (PARTITION BY visitor, kind <= {EventKind.VIEW_ITEM_LIST} ORDER BY at, id) = 1 AS first_view,
        lag(at) OVER (PARTITION BY visitor, kind <= {EventKind.VIEW_ITEM_LIST} ORDER BY at, id) AS before
    FROM analytics_event WHERE at >= %(day)s AND at < %(end)s
), hour AS MATERIALIZED (
    SELECT *, is_view AND (before IS NULL OR before < at - interval '30 minutes') AS is_visit
    FROM day WHERE at >= %(begin)s
), counts (dimension, key, events, visits, visitors) AS (
    SELECT 'views', '', count(*), count(*) FILTER (WHERE is_visit), count(*) FILTER (WHERE first_view)
        FROM hour WHERE is_view
    UNION ALL SELECT 'kind', kind::text, count(*), 0, count(*) FILTER (WHERE first_of_kind) FROM hour GROUP BY kind
    UNION ALL SELECT 'kind', 'purchase', count(*), 0, count(DISTINCT visitor)
        FROM analytics_purchase WHERE purchased_at >= %(begin)s AND purchased_at < %(end)s
    UNION ALL SELECT 'source', coalesce(nullif(detail, ''), 'typein|(direct)|(none)'), count(*), count(*),
        count(*) FILTER (WHERE first_view) FROM hour WHERE is_visit GROUP BY 2
    UNION ALL SELECT 'landing', path, count(*), count(*), count(*) FILTER (WHERE first_view)
        FROM hour WHERE is_visit GROUP BY path
    UNION ALL SELECT 'page', path, count(*), count(*) FILTER (WHERE is_visit), 0 FROM hour WHERE is_view GROUP BY path
    UNION ALL SELECT 'device', device::text, count(*), count(*) FILTER (WHERE is_visit), 0
        FROM hour WHERE is_view GROUP BY device
    UNION ALL SELECT 'term', detail, count(*), 0, 0 FROM hour WHERE kind = {EventKind.SEARCH} GROUP BY detail
    UNION ALL SELECT 'no_result', detail, count(*), 0, 0
        FROM hour WHERE kind = {EventKind.SEARCH} AND number = 0 GROUP BY detail
    UNION ALL SELECT 'viewed', product_id::text, count(*), 0, 0
        FROM hour WHERE kind = {EventKind.VIEW_ITEM} GROUP BY product_id
    UNION ALL SELECT 'added', product_id::text, sum(number), 0, 0
        FROM hour WHERE kind = {EventKind.ADD_TO_CART} GROUP BY product_id
    UNION ALL SELECT 'selected', product_id::text, count(*), 0, 0
        FROM hour WHERE kind = {EventKind.SELECT_CONTENT} GROUP BY product_id
    UNION ALL SELECT 'vital', concat_ws('|', detail, page_type, device, {_BUCKETS}), count(*), 0, 0
        FROM hour WHERE kind = {EventKind.WEB_VITAL} GROUP BY 2
)
INSERT INTO analytics_eventcount (hour, dimension, key, events, visits, visitors)
SELECT %(begin)s, dimension, key, events, visits, visitors FROM counts WHERE events > 0
"""  # noqa: S608 - nothing but numbers of ours
_MERGE: Final = """
WITH old AS (
    DELETE FROM analytics_eventcount WHERE hour >= %(begin)s AND hour < %(end)s
    RETURNING dimension, key, events, visits, visitors
), sums AS (
    SELECT dimension, key, sum(events) AS events, sum(visits) AS visits, sum(visitors) AS visitors,
        row_number() OVER (PARTITION BY dimension ORDER BY sum(events) DESC, key) AS place
    FROM old GROUP BY dimension, key
)
INSERT INTO analytics_eventcount (hour, dimension, key, events, visits, visitors)
SELECT %(begin)s, dimension, CASE WHEN place <= %(most)s THEN key ELSE %(rest)s END,
    sum(events), sum(visits), sum(visitors)
FROM sums GROUP BY 2, 3
"""


def count_hours(first: datetime, last: datetime) -> None:
    """Count the hours from one moment to another, both included, anew. A transaction for each hour."""
    begin = first.replace(minute=0, second=0, microsecond=0)
    while begin <= last:
        count_hour(begin)
        begin += timedelta(hours=1)


def count_hour(begin: datetime) -> None:
    """Replace the counts of the hour that begins then."""
    day = timezone.localtime(begin).replace(hour=0, minute=0)
    values = {"begin": begin, "end": begin + timedelta(hours=1), "day": min(day, begin)}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute("DELETE FROM analytics_eventcount WHERE hour = %s", [begin])
        cursor.execute(_COUNT, values)


def merge_day(day: datetime) -> None:
    """Add up the hours of a day that is over: one row for each key, of which the most frequent keep their name.

    `day` is a moment of that day in the store's time zone. Repeating it changes nothing.
    """
    begin = timezone.make_aware(datetime.combine(timezone.localdate(day), time.min))
    end = timezone.make_aware(datetime.combine(timezone.localdate(day) + timedelta(days=1), time.min))
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute(_MERGE, {"begin": begin, "end": end, "most": MOST_KEYS, "rest": REST})
