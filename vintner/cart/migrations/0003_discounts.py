"""Carts keep coupons, and what the shopper wants of the lines that promotions give."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cart", "0002_initial"),
        ("catalogue", "0008_former_addresses"),
        ("pricing", "0004_discounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="cart",
            name="email",
            field=models.EmailField(blank=True, help_text="In lower case; coupons may ask for it.", max_length=254),
        ),
        migrations.CreateModel(
            name="CartCoupon",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("added_at", models.DateTimeField(auto_now_add=True)),
                (
                    "cart",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="coupons", to="cart.cart"
                    ),
                ),
                (
                    "coupon",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="pricing.coupon"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [models.UniqueConstraint(fields=("cart", "coupon"), name="coupon_once_per_cart")],
            },
        ),
        migrations.CreateModel(
            name="GiftWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rule_id", models.CharField(help_text="The outside's name of what earned it.", max_length=60)),
                ("target_id", models.BigIntegerField(help_text="The product or variation that the promotion names.")),
                ("removed_at", models.DateTimeField(null=True)),
                (
                    "cart",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="wishes", to="cart.cart"
                    ),
                ),
                (
                    "variation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="catalogue.variation",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("cart", "rule_id", "target_id"), name="wish_once_per_gift")
                ],
            },
        ),
    ]
