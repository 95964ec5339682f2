"""Staff finds orders and e-mails by names and wines with or without their apostrophes.

The indexes are built while the store takes orders. The former functions stay: processes of the former version that are
still running ask for them. Until they end, their searches read whole tables: the former indexes are dropped.
"""

from pathlib import Path

from django.db import migrations

SEARCHED_TEXT = (Path(__file__).with_name("sql") / "searched_text.sql").read_text()
INDEXES = {
    "orders_by_searched_text": "orders_order USING gin (orders_searched_text(email, billing, shipping) gin_trgm_ops)",
    "order_lines_by_searched_text": (
        "orders_orderline USING gin (plain_text(sku || ' ' || name || ' ' || producer) gin_trgm_ops)"
    ),
    "emails_by_searched_text": """orders_email USING gin (plain_text("to" || ' ' || subject) gin_trgm_ops)""",
}
FORMER = ("orders_by_plain_text", "order_lines_by_plain_text", "emails_by_text")


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
        ("orders", "0033_orders_by_email"),
        ("web", "0002_plain_text"),
    ]

    operations = [
        migrations.RunSQL(SEARCHED_TEXT, migrations.RunSQL.noop),
        *(operation for name, what in INDEXES.items() for operation in _build(name, what)),
        *(migrations.RunSQL(f"DROP INDEX CONCURRENTLY IF EXISTS {name}", migrations.RunSQL.noop) for name in FORMER),
    ]
