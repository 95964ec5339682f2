"""Saved cards of customers: each once, one of them the default."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("payments", "0002_order_life"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="payment",
            name="customer_id",
            field=models.CharField(blank=True, default="", max_length=80, verbose_name="provider's customer"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="payment",
            name="keep_for",
            field=models.ForeignKey(
                help_text="Whose account is to keep the card.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="SavedMethod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method_id", models.CharField(max_length=80, unique=True)),
                ("fingerprint", models.CharField(max_length=80)),
                ("brand", models.CharField(max_length=30)),
                ("last_four", models.CharField(max_length=4)),
                ("expires_year", models.PositiveSmallIntegerField()),
                ("expires_month", models.PositiveSmallIntegerField()),
                ("is_default", models.BooleanField(default=False)),
                ("saved_at", models.DateTimeField(auto_now_add=True)),
                (
                    "customer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="methods",
                        to="payments.providercustomer",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("customer", "fingerprint"), name="saved_card_once"),
                    models.UniqueConstraint(
                        condition=Q(("is_default", True)), fields=("customer",), name="one_default_card"
                    ),
                    models.CheckConstraint(
                        condition=Q(("last_four__regex", "^[0-9]{4}$")), name="last_four_digits_only"
                    ),
                    models.CheckConstraint(
                        condition=Q(("expires_month__gte", 1), ("expires_month__lte", 12)), name="expires_in_a_month"
                    ),
                ],
            },
        ),
    ]
