"""Gift sets: what is inside, how many bottles that is, and how search finds it."""

from pathlib import Path

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).with_name("sql")
UNCOUNTED = "DROP TRIGGER count_bottles ON catalogue_setitem; DROP FUNCTION catalogue_count_set_bottles()"
CHANGED_ROWS = {
    "INSERT": "NEW TABLE AS made",
    "DELETE": "OLD TABLE AS old",
    "UPDATE": "OLD TABLE AS old NEW TABLE AS made",
}
OWN = "SELECT array_agg(DISTINCT product_id) FROM (%s) AS rows"
_SETS_OF = "SELECT array_agg(DISTINCT i.product_id) FROM catalogue_setitem i JOIN catalogue_variation v ON v.id = i.variation_id"
OF_WINE = f"{_SETS_OF} JOIN (%s) AS rows ON v.product_id = rows.id"
OF_PRODUCER = f"{_SETS_OF} JOIN catalogue_product p ON p.id = v.product_id JOIN (%s) AS rows ON p.producer_id = rows.id"


def file_sets(name, table, event, columns, reach):
    return migrations.RunSQL(
        f"CREATE TRIGGER {name} AFTER {event} ON {table} REFERENCING {CHANGED_ROWS[event]} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION catalogue_touched('{columns}', '{reach}')",
        f"DROP TRIGGER {name} ON {table}",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0023_category_not_own_parent"),
    ]

    operations = [
        migrations.AddField(
            model_name="product",
            name="set_bottles",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.CreateModel(
            name="SetItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "quantity",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(24),
                        ],
                        verbose_name="bottles",
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "product",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="set_items", to="catalogue.product"
                    ),
                ),
                (
                    "variation",
                    models.ForeignKey(
                        help_text="The wine, in the vintage and size that are in the set.",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="set_items",
                        to="catalogue.variation",
                        verbose_name="bottle",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("product", "variation"), name="set_item_once"),
                    models.CheckConstraint(
                        condition=models.Q(("quantity__gte", 1), ("quantity__lte", 24)), name="set_item_of_1_to_24"
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "set_items.sql").read_text(), UNCOUNTED),
        migrations.RunSQL(
            (SQL / "product_index_with_sets.sql").read_text(), (SQL / "product_index_with_style.sql").read_text()
        ),
        file_sets("found_insert", "catalogue_setitem", "INSERT", "product_id, variation_id", OWN),
        file_sets("found_delete", "catalogue_setitem", "DELETE", "product_id, variation_id", OWN),
        file_sets("found_update", "catalogue_setitem", "UPDATE", "product_id, variation_id", OWN),
        file_sets("found_in_sets", "catalogue_product", "UPDATE", "id, name, producer_id", OF_WINE),
        file_sets("found_in_sets", "catalogue_producer", "UPDATE", "id, name", OF_PRODUCER),
    ]
