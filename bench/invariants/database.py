"""What rows ask of the database besides the store's own models."""

from collections import Counter

from django.apps import apps
from django.core.cache import cache
from django.db import connection

from vintner.orders.invariants import audit
from vintner.testing.kept_tables import KEPT_TABLES
from vintner.web.catalogue_version import forget_version

KEPT_APPS = {"contenttypes", "auth", "admin"}


def wipe() -> None:
    """Forget all orders, carts, wines and jobs."""
    models = [model for model in apps.get_models() if model._meta.managed]
    tables = {model._meta.db_table for model in models if model._meta.app_label not in KEPT_APPS}
    tables -= KEPT_TABLES
    tables |= {"procrastinate_jobs", "procrastinate_events", "procrastinate_periodic_defers"}
    listed = ", ".join(f'"{table}"' for table in sorted(tables))
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {listed} CASCADE")
    cache.clear()
    forget_version()


def deadlocks() -> int:
    """Return how often the database had to end a transaction that waited for another in a circle."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_stat_clear_snapshot(), deadlocks FROM pg_stat_database WHERE datname = current_database()"
        )
        row = cursor.fetchone()
    return int(row[1]) if row else 0


def broken_rows() -> Counter[str]:
    """Return how many rows break an invariant of the audit, and which."""
    broken = Counter({"rows that break the audit": 0})
    for each in audit():
        broken["rows that break the audit"] += len(each.rows)
        broken[f"of them: {each.invariant.name}"] += len(each.rows)
    return broken
