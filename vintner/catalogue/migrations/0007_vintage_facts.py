"""A fact may hold for one vintage only."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("catalogue", "0006_findable")]

    operations = [
        migrations.RemoveConstraint("productfact", "fact_once_per_product"),
        migrations.AddField(
            "productfact",
            "variation",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="facts",
                to="catalogue.variation",
                verbose_name="only of",
            ),
        ),
        migrations.AddConstraint(
            "productfact",
            models.UniqueConstraint(
                fields=("product", "value", "variation"), name="fact_once_per_product", nulls_distinct=False
            ),
        ),
    ]
