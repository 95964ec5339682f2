"""Listings are filtered by body and sweetness."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")
BEFORE = (
    "id, published, visibility, in_stock, on_sale, producer_id, rating_average, rating_count, name, lowest_price, "
    "featured, created_at, sales_count, sku, short_description, description, plan_id"
)
CHANGED_ROWS = {
    "INSERT": "NEW TABLE AS made",
    "DELETE": "OLD TABLE AS old",
    "UPDATE": "OLD TABLE AS old NEW TABLE AS made",
}
OWN = "SELECT array_agg(DISTINCT id) FROM (%s) AS rows"


def watch_products(columns):
    return "".join(
        f"DROP TRIGGER found_{event.lower()} ON catalogue_product; "
        f"CREATE TRIGGER found_{event.lower()} AFTER {event} ON catalogue_product REFERENCING {rows} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalogue_touched('{columns}', '{OWN}'); "
        for event, rows in CHANGED_ROWS.items()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0019_wine_depth"),
    ]

    operations = [
        migrations.RunSQL(
            (SQL / "product_index_with_style.sql").read_text(), (SQL / "product_index_with_cadences.sql").read_text()
        ),
        migrations.RunSQL(watch_products(f"{BEFORE}, body, sweetness"), watch_products(BEFORE)),
        migrations.RunSQL(
            "SELECT catalogue_file_products(ids) FROM (SELECT array_agg(id) AS ids FROM catalogue_product "
            "WHERE body IS NOT NULL OR sweetness IS NOT NULL) AS styled WHERE ids IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]
