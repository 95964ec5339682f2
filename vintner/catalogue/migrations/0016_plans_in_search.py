"""Subscriptions are found: by a filter of listings, and by the words of their plans."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")
NEW_VIEW = (SQL / "product_index_with_plans.sql").read_text()
_BEFORE = (SQL / "product_index.sql").read_text()
_BEGIN = _BEFORE.index("CREATE VIEW catalogue_filing")
OLD_VIEW = "DROP VIEW catalogue_filing; " + _BEFORE[_BEGIN : _BEFORE.index(";", _BEGIN) + 1]

COLUMNS = (
    "id, published, visibility, in_stock, on_sale, producer_id, rating_average, rating_count, name, lowest_price, "
    "featured, created_at, sales_count, sku, short_description, description"
)
CHANGED_ROWS = {
    "INSERT": "NEW TABLE AS made",
    "DELETE": "OLD TABLE AS old",
    "UPDATE": "OLD TABLE AS old NEW TABLE AS made",
}
OWN = "SELECT array_agg(DISTINCT id) FROM (%s) AS rows"
OF_PLAN = "SELECT array_agg(DISTINCT p.id) FROM catalogue_product p JOIN (%s) AS rows ON p.plan_id = rows.id"


def watch_products(columns):
    return "".join(
        f"DROP TRIGGER found_{event.lower()} ON catalogue_product; "
        f"CREATE TRIGGER found_{event.lower()} AFTER {event} ON catalogue_product REFERENCING {rows} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalogue_touched('{columns}', '{OWN}'); "
        for event, rows in CHANGED_ROWS.items()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0015_plan_product_plan"),
    ]

    operations = [
        migrations.RunSQL(NEW_VIEW, OLD_VIEW),
        migrations.RunSQL(watch_products(f"{COLUMNS}, plan_id"), watch_products(COLUMNS)),
        migrations.RunSQL(
            f"CREATE TRIGGER found_update AFTER UPDATE ON catalogue_plan REFERENCING {CHANGED_ROWS['UPDATE']} FOR EACH "
            "STATEMENT EXECUTE FUNCTION "
            f"catalogue_touched('id, name, on_sale, interval_count, interval_unit', '{OF_PLAN}')",
            "DROP TRIGGER found_update ON catalogue_plan",
        ),
        migrations.RunSQL(
            "SELECT catalogue_file_products(ids) FROM ("
            "SELECT array_agg(id) AS ids FROM catalogue_product WHERE plan_id IS NOT NULL) AS sold WHERE ids IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]
