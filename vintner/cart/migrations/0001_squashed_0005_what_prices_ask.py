"""Carts with their lines, coupons and gift choices."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("cart", "0001_initial"),
        ("cart", "0002_initial"),
        ("cart", "0003_discounts"),
        ("cart", "0004_addresses"),
        ("cart", "0005_what_prices_ask"),
    ]

    dependencies = [
        ("catalogue", "0001_squashed_0010_tax_and_shipping_classes"),
        ("pricing", "0001_squashed_0007_next_change"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Cart",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True, db_index=True)),
                (
                    "shipping_rate",
                    models.CharField(
                        blank=True,
                        help_text="kind:id, blank for the first.",
                        max_length=40,
                        verbose_name="chosen delivery",
                    ),
                ),
                ("country", models.CharField(blank=True, max_length=2)),
                ("state", models.CharField(blank=True, max_length=3)),
                ("postcode", models.CharField(blank=True, max_length=12)),
                ("city", models.CharField(blank=True, max_length=120)),
                (
                    "email",
                    models.EmailField(blank=True, help_text="In lower case; coupons may ask for it.", max_length=254),
                ),
                (
                    "payment_method",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="As the outside calls it; promotions may ask for it. Blank until chosen.",
                        max_length=40,
                    ),
                ),
                (
                    "billing_city",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Promotions may ask for it. Blank for where the cart is sent.",
                        max_length=120,
                    ),
                ),
                (
                    "addresses",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        help_text="What the shopper said so far: {billing: {first_name, …}, shipping: {…}}.",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="carts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
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
            name="CartLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("quantity", models.PositiveIntegerField()),
                ("added_at", models.DateTimeField(auto_now_add=True)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "cart",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="cart.cart"
                    ),
                ),
                (
                    "variation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.variation"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("removed_at", None)),
                        fields=("cart", "variation"),
                        name="line_once_per_cart",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("quantity__range", (1, 999))), name="line_quantity_1_to_999"
                    ),
                ],
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
