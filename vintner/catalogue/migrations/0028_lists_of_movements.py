"""The list of stock movements has an index for its filter and its search."""

import django.contrib.postgres.indexes
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0027_stock_edition"),
        ("orders", "0030_lists_of_many_rows"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="stockmovement",
            index=models.Index(fields=["reason", "-id"], name="movements_by_reason"),
        ),
        migrations.AddIndex(
            model_name="stockmovement",
            index=django.contrib.postgres.indexes.GinIndex(
                django.contrib.postgres.indexes.OpClass(
                    django.db.models.functions.text.Lower("note"), name="gin_trgm_ops"
                ),
                condition=models.Q(("note", ""), _negated=True),
                fastupdate=False,
                name="movements_by_note",
            ),
        ),
    ]
