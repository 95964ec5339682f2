"""Attempts by other types of payment methods than cards, and intents that pages open before there is an order."""

import django.db.models.deletion
from django.db import migrations, models

import vintner.money


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0006_edits"),
        ("payments", "0006_cases"),
    ]

    operations = [
        migrations.AddField(
            model_name="payment",
            name="code",
            field=models.CharField(
                blank=True, help_text="What the shopper's bank app said; good for minutes.", max_length=6
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="page",
            field=models.CharField(
                choices=[("checkout", "Checkout"), ("block", "Block"), ("order", "Order")],
                default="checkout",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="provider_page",
            field=models.CharField(
                blank=True,
                help_text="Where the shopper sees a voucher, or proves that an account is theirs.",
                max_length=500,
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="sent_from",
            field=models.CharField(
                blank=True, help_text="Of who agreed to a debit.", max_length=45, verbose_name="internet address"
            ),
        ),
        migrations.AddField(
            model_name="payment",
            name="token",
            field=models.CharField(blank=True, max_length=80, verbose_name="provider's confirmation token"),
        ),
        migrations.AddField(
            model_name="payment",
            name="type",
            field=models.CharField(default="card", max_length=30, verbose_name="type of payment method"),
        ),
        migrations.AddField(
            model_name="payment",
            name="user_agent",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.CreateModel(
            name="OpenIntent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "intent_id",
                    models.CharField(max_length=80, null=True, unique=True, verbose_name="provider's intent"),
                ),
                ("idempotency_key", models.CharField(max_length=120, unique=True)),
                ("type", models.CharField(max_length=30, verbose_name="type of payment method")),
                ("amount", vintner.money.MoneyField()),
                ("currency", models.CharField(max_length=3)),
                ("cart_id", models.UUIDField(db_index=True, null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "order",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="open_intents",
                        to="orders.order",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("cart_id", None), ("order__isnull", False)),
                            models.Q(("cart_id__isnull", False), ("order", None)),
                            _connector="OR",
                        ),
                        name="open_intent_of_cart_or_order",
                    )
                ],
            },
        ),
    ]
