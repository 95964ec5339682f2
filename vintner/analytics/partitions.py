"""The days of the table of events: made ahead of time, dropped after ninety days.

Days are those of UTC, whatever the store's time zone. Libraries for partitions replace Django's database engine; what
is needed of them is here (docs/decisions/0079-the-stores-own-statistics.md).
"""

from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import connection, transaction

PREFIX: Final = "analytics_event_"
AHEAD: Final = 3
KEPT_DAYS: Final = 90
_LOCK: Final = 0x6576656E74
"""The number of the advisory lock under which partitions are made and dropped."""


def make_partitions(now: datetime, *, ahead: int = AHEAD) -> None:
    """Make the partitions of today and the following days that are missing. Repeating it changes nothing."""
    today = now.astimezone(UTC).date()
    make_days(today, today + timedelta(days=ahead))


def make_days(first: date, last: date) -> None:
    """Make the missing partitions from one day to another, both included.

    A table is made first and then attached: that does not stop the rows that others write meanwhile.
    """
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        existing = set(_existing_days())
        for day in days:
            if day not in existing:
                name = _table_of(day)
                begin, end = _begin(day), _begin(day + timedelta(days=1))
                cursor.execute(f"CREATE TABLE {name} (LIKE analytics_event INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
                cursor.execute(
                    f"ALTER TABLE analytics_event ATTACH PARTITION {name} FOR VALUES FROM ('{begin}') TO ('{end}')"
                )


def drop_partitions(now: datetime) -> list[date]:
    """Drop the days that are older than KEPT_DAYS. Returns them."""
    oldest = now.astimezone(UTC).date() - timedelta(days=KEPT_DAYS)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        old = [day for day in _existing_days() if day < oldest]
        for day in old:
            cursor.execute(f"DROP TABLE {_table_of(day)}")
    return old


def _existing_days() -> list[date]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
            "WHERE i.inhparent = 'analytics_event'::regclass ORDER BY c.relname"
        )
        return [datetime.strptime(name.removeprefix(PREFIX), "%Y%m%d").date() for (name,) in cursor.fetchall()]  # noqa: DTZ007 - a day


def _table_of(day: date) -> str:
    return f"{PREFIX}{day:%Y%m%d}"


def _begin(day: date) -> str:
    return f"{day:%Y-%m-%d} 00:00:00+00"
