"""Subscriptions are found by how often a box comes: “every month”, “every 2 weeks”."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0016_plans_in_search"),
    ]

    operations = [
        migrations.RunSQL(
            (SQL / "product_index_with_cadences.sql").read_text(), (SQL / "product_index_with_plans.sql").read_text()
        ),
        migrations.RunSQL(
            "SELECT catalogue_file_products(ids) FROM ("
            "SELECT array_agg(id) AS ids FROM catalogue_product WHERE plan_id IS NOT NULL) AS sold WHERE ids IS NOT NULL",
            migrations.RunSQL.noop,
        ),
    ]
