"""Orders add a row for what they sell; a job adds them up to the counts of products, of which search reads nothing."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_name("sql")
COLUMNS = (
    "id, published, visibility, in_stock, on_sale, producer_id, rating_average, rating_count, name, lowest_price, "
    "featured, created_at, sku, short_description, description, plan_id, body, sweetness, variation_offers"
)
BEFORE = COLUMNS.replace("created_at, sku", "created_at, sales_count, sku")
OWN = "SELECT array_agg(DISTINCT id) FROM (%s) AS rows"


def watch_updates(columns):
    return (
        "DROP TRIGGER found_update ON catalogue_product; "
        "CREATE TRIGGER found_update AFTER UPDATE ON catalogue_product REFERENCING OLD TABLE AS old NEW TABLE AS made "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalogue_touched('{columns}', '{OWN}')"
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0025_variation_offers"),
    ]

    operations = [
        migrations.CreateModel(
            name="UncountedSale",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("product_id", models.BigIntegerField()),
                ("quantity", models.IntegerField()),
            ],
        ),
        migrations.RunSQL(
            (SQL / "sales_counts.sql").read_text(),
            "DROP TRIGGER counted_update ON catalogue_product; DROP FUNCTION catalogue_counted()",
        ),
        migrations.RunSQL(watch_updates(COLUMNS), watch_updates(BEFORE)),
    ]
