"""Tells carts of express purchases from shoppers' own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cart", "0001_squashed_0005_what_prices_ask"),
    ]

    operations = [
        migrations.AddField(
            model_name="cart",
            name="is_express",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Of a purchase from a product page. It is never somebody's own cart.",
            ),
        ),
    ]
