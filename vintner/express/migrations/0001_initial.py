"""What sheets of wallets showed, and what the merchant sets about express buttons."""

import uuid

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import vintner.express.models
import vintner.money


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("cart", "0006_cart_is_express"),
        ("orders", "0014_held_bottle"),
    ]

    operations = [
        migrations.CreateModel(
            name="ExpressSettings",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                (
                    "wallets",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("apple_pay", "Apple Pay"),
                                ("google_pay", "Google Pay"),
                                ("link", "Link"),
                                ("amazon_pay", "Amazon Pay"),
                                ("klarna", "Klarna"),
                            ],
                            max_length=20,
                        ),
                        blank=True,
                        default=vintner.express.models.default_wallets,
                        help_text="In the order in which their buttons stand.",
                        size=None,
                    ),
                ),
                (
                    "places",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("product", "product pages"),
                                ("cart", "cart"),
                                ("checkout", "checkout"),
                                ("order", "payment page of an order"),
                            ],
                            max_length=20,
                        ),
                        blank=True,
                        default=vintner.express.models.all_places,
                        size=None,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("plain", "the wallet's name alone"),
                            ("buy", "Buy with …"),
                            ("checkout", "Check out with …"),
                        ],
                        default="plain",
                        max_length=10,
                        verbose_name="words on the buttons",
                    ),
                ),
                (
                    "theme",
                    models.CharField(
                        choices=[
                            ("auto", "as the page"),
                            ("black", "black"),
                            ("white", "white"),
                            ("outline", "white with an outline"),
                        ],
                        default="auto",
                        max_length=10,
                    ),
                ),
                (
                    "height",
                    models.PositiveSmallIntegerField(
                        default=48,
                        help_text="Pixels, from 40 to 55.",
                        validators=[
                            django.core.validators.MinValueValidator(40),
                            django.core.validators.MaxValueValidator(55),
                        ],
                    ),
                ),
                (
                    "login_first",
                    models.BooleanField(
                        default=False,
                        help_text="A guest who presses a button is asked to log in, and comes back to the same page.",
                        verbose_name="only for customers who are logged in",
                    ),
                ),
            ],
            options={
                "verbose_name": "express buttons",
                "verbose_name_plural": "express buttons",
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_express_settings"),
                    models.CheckConstraint(condition=models.Q(("height__range", (40, 55))), name="express_height"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetQuote",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "place",
                    models.CharField(
                        choices=[
                            ("product", "product pages"),
                            ("cart", "cart"),
                            ("checkout", "checkout"),
                            ("order", "payment page of an order"),
                        ],
                        max_length=10,
                        verbose_name="page",
                    ),
                ),
                (
                    "hash",
                    models.CharField(
                        help_text="Of what the cart held and cost (cart/rules.py: cart_hash).", max_length=32
                    ),
                ),
                ("total", vintner.money.MoneyField()),
                ("currency", models.CharField(max_length=3)),
                (
                    "shipping_rate",
                    models.CharField(blank=True, help_text="kind:id of the delivery in the total.", max_length=40),
                ),
                ("country", models.CharField(blank=True, max_length=2)),
                ("state", models.CharField(blank=True, max_length=3)),
                ("postcode", models.CharField(blank=True, max_length=12)),
                ("city", models.CharField(blank=True, max_length=120)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "cart",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="cart.cart",
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="orders.order",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cart", None), ("order__isnull", False)),
                            models.Q(("cart__isnull", False), ("order", None)),
                            _connector="OR",
                        ),
                        name="sheet_of_a_cart_or_an_order",
                    )
                ],
            },
        ),
    ]
