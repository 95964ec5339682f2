"""Payments that begin at a wallet's button."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payments", "0012_wallet"),
    ]

    operations = [
        migrations.AlterField(
            model_name="payment",
            name="page",
            field=models.CharField(
                choices=[("checkout", "Checkout"), ("block", "Block"), ("order", "Order"), ("express", "Express")],
                default="checkout",
                max_length=8,
            ),
        ),
    ]
