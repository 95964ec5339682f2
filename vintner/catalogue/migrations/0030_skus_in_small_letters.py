"""An import looks for SKUs that are alike but for their capitals."""

import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0029_level_edition"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="product",
            index=models.Index(django.db.models.functions.text.Lower("sku"), name="products_by_lower_sku"),
        ),
        migrations.AddIndex(
            model_name="variation",
            index=models.Index(django.db.models.functions.text.Lower("sku"), name="variations_by_lower_sku"),
        ),
    ]
