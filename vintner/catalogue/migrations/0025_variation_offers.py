"""Listings are filtered by the vintage, size, price and stock of one and the same variation.

The job that refreshes prices fills the new column of every product when the worker starts.
"""

from pathlib import Path

from django.db import migrations, models
from django.db.models import Value

SQL = Path(__file__).with_name("sql")
PRODUCT = (
    "id, published, visibility, in_stock, on_sale, producer_id, rating_average, rating_count, name, lowest_price, "
    "featured, created_at, sales_count, sku, short_description, description, plan_id, body, sweetness"
)
FACT = "product_id, value_id"
CHANGED_ROWS = {
    "INSERT": "NEW TABLE AS made",
    "DELETE": "OLD TABLE AS old",
    "UPDATE": "OLD TABLE AS old NEW TABLE AS made",
}
FIRST = (SQL / "product_index.sql").read_text()
FILE_PRODUCTS = FIRST[FIRST.index("CREATE FUNCTION catalogue_file_products") :].partition("END $$;")


def watch(table, product, columns):
    own = f"SELECT array_agg(DISTINCT {product}) FROM (%s) AS rows"  # noqa: S608 - nothing but constants
    return "".join(
        f"DROP TRIGGER found_{event.lower()} ON {table}; "
        f"CREATE TRIGGER found_{event.lower()} AFTER {event} ON {table} REFERENCING {rows} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalogue_touched('{columns}', '{own}'); "
        for event, rows in CHANGED_ROWS.items()
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0024_gift_sets"),
    ]

    operations = [
        migrations.AddField(
            "product",
            "variation_offers",
            models.JSONField(db_default=Value([], models.JSONField()), default=list, editable=False),
        ),
        migrations.RunSQL(
            "ALTER TABLE catalogue_findable ADD COLUMN variations jsonb NOT NULL DEFAULT '[]'",
            "ALTER TABLE catalogue_findable DROP COLUMN variations",
        ),
        migrations.RunSQL(
            (SQL / "product_index_with_variations.sql").read_text(),
            "DROP VIEW catalogue_filing; "
            + (SQL / "product_index_with_sets.sql").read_text()
            + "".join(FILE_PRODUCTS[:2]).replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
        ),
        migrations.RunSQL(
            watch("catalogue_product", "id", f"{PRODUCT}, variation_offers"), watch("catalogue_product", "id", PRODUCT)
        ),
        migrations.RunSQL(
            watch("catalogue_productfact", "product_id", f"{FACT}, variation_id"),
            watch("catalogue_productfact", "product_id", FACT),
        ),
    ]
