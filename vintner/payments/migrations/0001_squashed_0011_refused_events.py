"""Attempts to take money, saved methods, webhook events, cases, and the guards that the database holds."""

from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import vintner.money

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("payments", "0001_initial"),
        ("payments", "0002_order_life"),
        ("payments", "0003_saved_methods"),
        ("payments", "0004_capture"),
        ("payments", "0005_card_setups"),
        ("payments", "0006_cases"),
        ("payments", "0007_types_of_methods"),
        ("payments", "0008_move_money"),
        ("payments", "0009_types_of_saved_methods"),
        ("payments", "0010_origin"),
        ("payments", "0011_refused_events"),
    ]

    dependencies = [
        ("orders", "0001_squashed_0010_refund_of_delivery"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ProviderEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event_id", models.CharField(max_length=80, unique=True)),
                ("type", models.CharField(max_length=80)),
                ("object_id", models.CharField(blank=True, max_length=80, verbose_name="what it is about")),
                ("received_at", models.DateTimeField(auto_now_add=True)),
                ("handled_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RefusedEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True)),
                ("times", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
            ],
            options={
                "db_table": "payments_refusednews",
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempt", models.PositiveSmallIntegerField()),
                ("amount", vintner.money.MoneyField()),
                ("currency", models.CharField(max_length=3)),
                (
                    "captured",
                    vintner.money.MoneyField(
                        default=vintner.money.Money(0), help_text="What the provider really took."
                    ),
                ),
                ("type", models.CharField(default="card", max_length=30, verbose_name="type of payment method")),
                ("method", models.CharField(blank=True, max_length=80, verbose_name="provider's payment method")),
                ("token", models.CharField(blank=True, max_length=80, verbose_name="provider's confirmation token")),
                (
                    "code",
                    models.CharField(
                        blank=True, help_text="What the shopper's bank app said; good for minutes.", max_length=6
                    ),
                ),
                (
                    "page",
                    models.CharField(
                        choices=[("checkout", "Checkout"), ("block", "Block"), ("order", "Order")],
                        default="checkout",
                        max_length=8,
                    ),
                ),
                (
                    "sent_from",
                    models.CharField(
                        blank=True,
                        help_text="Of who agreed to a debit.",
                        max_length=45,
                        verbose_name="internet address",
                    ),
                ),
                ("user_agent", models.CharField(blank=True, max_length=300)),
                (
                    "origin",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="A mark of the internet address, by which declines are counted.",
                        max_length=64,
                    ),
                ),
                (
                    "provider_page",
                    models.CharField(
                        blank=True,
                        help_text="Where the shopper sees a voucher, or proves that an account is theirs.",
                        max_length=500,
                    ),
                ),
                ("customer_id", models.CharField(blank=True, max_length=80, verbose_name="provider's customer")),
                (
                    "capture_later",
                    models.BooleanField(
                        default=False, help_text="The card is only asked to set the money aside; staff takes it."
                    ),
                ),
                ("idempotency_key", models.CharField(max_length=120, unique=True)),
                ("intent_id", models.CharField(max_length=80, null=True, unique=True)),
                ("charge_id", models.CharField(max_length=80, null=True, unique=True)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("created", "Created"),
                            ("action_required", "Action Required"),
                            ("processing", "Processing"),
                            ("authorized", "Authorized"),
                            ("succeeded", "Succeeded"),
                            ("declined", "Declined"),
                            ("cancelled", "Cancelled"),
                            ("unexpected", "money that no order was waiting for"),
                        ],
                        db_index=True,
                        default="created",
                        max_length=16,
                    ),
                ),
                ("error_code", models.CharField(blank=True, max_length=60)),
                ("error_message", models.CharField(blank=True, max_length=500)),
                ("card", models.CharField(blank=True, max_length=60, verbose_name="brand and last four digits")),
                (
                    "busy_until",
                    models.DateTimeField(
                        help_text="Until then a request may still be waiting for the provider's answer.", null=True
                    ),
                ),
                (
                    "given_up_at",
                    models.DateTimeField(
                        help_text="Since then the order waits for another payment: this one's end is not the order's.",
                        null=True,
                    ),
                ),
                (
                    "closed_at",
                    models.DateTimeField(help_text="Since then this attempt can take no money, or no more.", null=True),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "keep_for",
                    models.ForeignKey(
                        help_text="Whose account is to keep the card.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="payments", to="orders.order"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "permissions": [("move_money", "Can capture, void and refund payments")],
            },
        ),
        migrations.CreateModel(
            name="Case",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("provider_id", models.CharField(max_length=80, unique=True)),
                (
                    "doubt",
                    models.CharField(
                        choices=[("dispute", "Dispute"), ("inquiry", "Inquiry"), ("review", "Review")], max_length=10
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        choices=[("open", "Open"), ("won", "Won"), ("lost", "Lost"), ("dropped", "Dropped")],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(max_length=80, verbose_name="in the provider's words")),
                ("amount", vintner.money.MoneyField(default=vintner.money.Money(0))),
                ("respond_by", models.DateTimeField(help_text="Until then the store can answer the bank.", null=True)),
                (
                    "order_was",
                    models.CharField(
                        blank=True, help_text="Where the order goes back to when the doubt is over.", max_length=20
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "payment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cases", to="payments.payment"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="ProviderCustomer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("customer_id", models.CharField(max_length=80, unique=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="provider_customer",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SavedMethod",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("method_id", models.CharField(max_length=80, unique=True)),
                ("type", models.CharField(default="card", max_length=30, verbose_name="type of payment method")),
                ("fingerprint", models.CharField(max_length=80)),
                ("brand", models.CharField(blank=True, max_length=30)),
                ("last_four", models.CharField(blank=True, max_length=4)),
                (
                    "account",
                    models.CharField(blank=True, max_length=254, verbose_name="bank, e-mail address or cashtag"),
                ),
                (
                    "mandate",
                    models.CharField(
                        blank=True,
                        help_text="By which its owner has agreed to debits.",
                        max_length=80,
                        verbose_name="provider's mandate",
                    ),
                ),
                ("expires_year", models.PositiveSmallIntegerField(null=True)),
                ("expires_month", models.PositiveSmallIntegerField(null=True)),
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
        ),
        migrations.CreateModel(
            name="CardSetup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempt", models.PositiveIntegerField()),
                ("customer_id", models.CharField(blank=True, max_length=80, verbose_name="provider's customer")),
                ("type", models.CharField(default="card", max_length=30, verbose_name="type of payment method")),
                (
                    "method",
                    models.CharField(
                        blank=True,
                        help_text="Blank when the browser brings it.",
                        max_length=80,
                        verbose_name="provider's payment method",
                    ),
                ),
                (
                    "provider_page",
                    models.CharField(
                        blank=True, help_text="Where the customer proves that a bank account is theirs.", max_length=500
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
                (
                    "origin",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="A mark of the internet address, by which declines are counted.",
                        max_length=64,
                    ),
                ),
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
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(fields=("order", "attempt"), name="payment_attempt_once"),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "succeeded")), fields=("order",), name="paid_at_most_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="savedmethod",
            constraint=models.UniqueConstraint(fields=("customer", "fingerprint"), name="saved_card_once"),
        ),
        migrations.AddConstraint(
            model_name="savedmethod",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_default", True)), fields=("customer",), name="one_default_card"
            ),
        ),
        migrations.AddConstraint(
            model_name="savedmethod",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("last_four__regex", "^[0-9]{4}$"),
                    models.Q(models.Q(("type", "card"), _negated=True), ("last_four__regex", "^[0-9A-Za-z]{0,4}$")),
                    _connector="OR",
                ),
                name="last_four_digits_only",
            ),
        ),
        migrations.AddConstraint(
            model_name="savedmethod",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("expires_month__gte", 1),
                        ("expires_month__isnull", False),
                        ("expires_month__lte", 12),
                        ("expires_year__isnull", False),
                    ),
                    models.Q(
                        models.Q(("type", "card"), _negated=True), ("expires_month", None), ("expires_year", None)
                    ),
                    _connector="OR",
                ),
                name="expires_in_a_month",
            ),
        ),
        migrations.RunSQL((SQL / "guards.sql").read_text()),
    ]
