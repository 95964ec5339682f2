"""What PostgreSQL knows of how much its tables hold, by which it plans queries."""

from django.apps import apps
from django.db import connection


def analyze_tables(app_label: str | None = None) -> None:
    """Let PostgreSQL look at the tables of an app, or at all, now. By itself it does within minutes; until then it
    plans for the rows of before, and queries over tables that were just filled run into their time limit.

    It reads a sample of each table. A table that something else locks is left out.
    """
    tables = [""]
    if app_label is not None:
        models = apps.get_app_config(app_label).get_models(include_auto_created=True)
        tables = [connection.ops.quote_name(model._meta.db_table) for model in models]
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"ANALYZE (SKIP_LOCKED) {table}")
