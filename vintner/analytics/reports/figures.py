"""Reads the counts that reports are made of. No report reads an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection

from vintner.analytics.reports.period import ReportPeriod

_TOP: Final = """
SELECT key, sum(events)::bigint, sum(visits)::bigint, sum(visitors)::bigint FROM analytics_eventcount
WHERE dimension = %s AND hour >= %s AND hour < %s GROUP BY key ORDER BY 2 DESC, key LIMIT %s
"""
_BY_DAY: Final = """
SELECT (hour AT TIME ZONE %s)::date, sum(events)::bigint, sum(visits)::bigint, sum(visitors)::bigint
FROM analytics_eventcount WHERE dimension = 'views' AND hour >= %s AND hour < %s GROUP BY 1
"""
NO_LIMIT: Final = 100_000


class KeyFigures(NamedTuple):
    """How often a key was counted."""

    key: str
    events: int
    visits: int
    visitors: int


@dataclass(frozen=True, slots=True)
class DayFigures:
    """Views, visits and visitors of a day."""

    day: date
    events: int = 0
    visits: int = 0
    visitors: int = 0


def top_keys(dimension: str, period: ReportPeriod, most: int) -> list[KeyFigures]:
    """Return the most frequent keys of a dimension in a period. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_TOP, [dimension, period.begin, period.end, most])
        return [KeyFigures(*row) for row in cursor.fetchall()]


def figures_by_key(dimension: str, period: ReportPeriod) -> Mapping[str, KeyFigures]:
    """Return all keys of a dimension in a period. One query."""
    return {each.key: each for each in top_keys(dimension, period, NO_LIMIT)}


def figures_by_day(period: ReportPeriod) -> list[DayFigures]:
    """Return the figures of each day, of days without any as well. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_DAY, [settings.TIME_ZONE, period.begin, period.end])
        found = {row[0]: DayFigures(*row) for row in cursor.fetchall()}
    return [found.get(day, DayFigures(day)) for day in period.list_days()]
