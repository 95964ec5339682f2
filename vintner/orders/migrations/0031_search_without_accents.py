"""Staff finds orders by names and wines with or without their accents.

The indexes are built while the store takes orders. The former function stays: processes of the former version that are
still running ask for it.
"""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")
INDEXES = {
    "orders_by_plain_text": "orders_order USING gin (orders_plain_order_text(email, billing, shipping) gin_trgm_ops)",
    "order_lines_by_plain_text": (
        "orders_orderline USING gin (orders_plain(sku || ' ' || name || ' ' || producer) gin_trgm_ops)"
    ),
}


def _build(name: str, what: str) -> list[migrations.RunSQL]:
    """Return what builds an index, also after an interrupted migration that left it unfinished."""
    drop = f"DROP INDEX CONCURRENTLY IF EXISTS {name}"
    return [
        migrations.RunSQL(drop, migrations.RunSQL.noop),
        migrations.RunSQL(f"CREATE INDEX CONCURRENTLY {name} ON {what} WITH (fastupdate = off)", drop),
    ]


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("orders", "0030_lists_of_many_rows"),
    ]

    operations = [
        migrations.RunSQL((SQL / "plain_search.sql").read_text(), migrations.RunSQL.noop),
        *(operation for name, what in INDEXES.items() for operation in _build(name, what)),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS orders_by_text"),
        migrations.RunSQL("DROP INDEX CONCURRENTLY IF EXISTS order_lines_by_text"),
    ]
