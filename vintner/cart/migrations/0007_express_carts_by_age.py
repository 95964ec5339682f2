"""The job that deletes old express carts finds them without reading all others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cart", "0006_cart_is_express"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="cart",
            index=models.Index(
                condition=models.Q(("is_express", True)), fields=["updated_at"], name="express_carts_by_age"
            ),
        ),
    ]
