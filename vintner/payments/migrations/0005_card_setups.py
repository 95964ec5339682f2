"""Attempts to let the provider keep a card without paying: each written down before the provider is called."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("payments", "0004_capture"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CardSetup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempt", models.PositiveIntegerField()),
                ("customer_id", models.CharField(blank=True, max_length=80, verbose_name="provider's customer")),
                (
                    "method",
                    models.CharField(
                        blank=True,
                        help_text="Blank when the browser brings the card.",
                        max_length=80,
                        verbose_name="provider's payment method",
                    ),
                ),
                ("idempotency_key", models.CharField(max_length=120, unique=True)),
                (
                    "intent_id",
                    models.CharField(max_length=80, null=True, unique=True, verbose_name="provider's setup intent"),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("created", "Created"),
                            ("action_required", "Action Required"),
                            ("processing", "Processing"),
                            ("succeeded", "Succeeded"),
                            ("declined", "Declined"),
                            ("cancelled", "Cancelled"),
                        ],
                        db_index=True,
                        default="created",
                        max_length=16,
                    ),
                ),
                ("error_code", models.CharField(blank=True, max_length=60)),
                ("error_message", models.CharField(blank=True, max_length=500)),
                (
                    "busy_until",
                    models.DateTimeField(
                        help_text="Until then a request may still be waiting for the provider's answer.", null=True
                    ),
                ),
                ("closed_at", models.DateTimeField(help_text="Since then nothing is waited for.", null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="card_setups",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "attempt"), name="card_setup_attempt_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("method", ""), _negated=True),
                        fields=("user", "method"),
                        name="card_set_up_once",
                    ),
                ],
            },
        ),
    ]
