"""The permanent record of orders, with the guards that the database holds even when the code above is wrong."""

from pathlib import Path

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import vintner.money
import vintner.orders.models

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("orders", "0001_initial"),
        ("orders", "0002_guards"),
        ("orders", "0003_lines_by_product"),
        ("orders", "0004_discounts"),
        ("orders", "0005_order_life"),
        ("orders", "0006_edits"),
        ("orders", "0007_email_tries"),
        ("orders", "0008_labels"),
        ("orders", "0009_search"),
        ("orders", "0010_refund_of_delivery"),
    ]

    dependencies = [
        ("catalogue", "0001_squashed_0010_tax_and_shipping_classes"),
        ("pricing", "0001_squashed_0007_next_change"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Order",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(default=vintner.orders.models.new_key, editable=False, max_length=60, unique=True),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("checkout-draft", "Draft"),
                            ("pending", "Pending payment"),
                            ("processing", "Processing"),
                            ("on-hold", "On hold"),
                            ("completed", "Completed"),
                            ("cancelled", "Cancelled"),
                            ("refunded", "Refunded"),
                            ("failed", "Failed"),
                        ],
                        default="pending",
                        editable=False,
                        max_length=14,
                    ),
                ),
                (
                    "cart_id",
                    models.UUIDField(
                        db_index=True, editable=False, help_text="The cart it was placed from.", null=True
                    ),
                ),
                ("cart_hash", models.CharField(blank=True, editable=False, max_length=64)),
                ("placed_at", models.DateTimeField(auto_now_add=True)),
                ("paid_at", models.DateTimeField(editable=False, null=True)),
                ("currency", models.CharField(default="USD", editable=False, max_length=3)),
                ("email", models.EmailField(max_length=254)),
                ("billing", models.JSONField(help_text="first_name … phone, as addresses.Address writes it.")),
                ("shipping", models.JSONField(default=dict)),
                ("customer_note", models.TextField(blank=True)),
                ("payment_method", models.CharField(default="stripe", max_length=40)),
                ("payment_title", models.CharField(blank=True, max_length=80)),
                ("shipping_rate", models.CharField(blank=True, max_length=40)),
                ("shipping_title", models.CharField(blank=True, max_length=80)),
                ("subtotal", vintner.money.MoneyField(default=vintner.money.Money(0))),
                ("discount", vintner.money.MoneyField(default=vintner.money.Money(0))),
                ("shipping_total", vintner.money.MoneyField(default=vintner.money.Money(0))),
                (
                    "fee_total",
                    vintner.money.MoneyField(
                        default=vintner.money.Money(0), help_text="Below zero: promotions that are told as fees."
                    ),
                ),
                ("tax_total", vintner.money.MoneyField(default=vintner.money.Money(0))),
                ("total", vintner.money.MoneyField(default=vintner.money.Money(0))),
                (
                    "seal",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="What was bought, as the database summed it up when placed.",
                        max_length=32,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="orders",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-placed_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Email",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40)),
                (
                    "about",
                    models.CharField(
                        blank=True, help_text="Which refund, note …, where an order has several.", max_length=40
                    ),
                ),
                ("to", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("html", models.TextField()),
                ("message_id", models.CharField(max_length=120, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("error", models.CharField(blank=True, help_text="Why the last try failed.", max_length=500)),
                ("sent_at", models.DateTimeField(null=True)),
                ("given_up_at", models.DateTimeField(null=True)),
                (
                    "order",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="emails",
                        to="orders.order",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="OrderAdjustment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("promotion", "Promotion"),
                            ("discount", "Discount"),
                            ("coupon", "Coupon"),
                            ("fee", "Fee"),
                            ("tax", "Tax"),
                        ],
                        max_length=10,
                    ),
                ),
                ("label", models.CharField(max_length=120)),
                ("rate", models.CharField(blank=True, help_text="7.25%", max_length=20)),
                ("amount", vintner.money.MoneyField()),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="adjustments", to="orders.order"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OrderEdit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "was",
                    models.JSONField(
                        default=dict, editable=False, help_text="The order, its lines and adjustments before."
                    ),
                ),
                ("seal_before", models.CharField(blank=True, editable=False, max_length=32)),
                ("seal_after", models.CharField(blank=True, editable=False, max_length=32)),
                ("closed_at", models.DateTimeField(editable=False, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="edits", to="orders.order"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="OrderEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("system", "System"),
                            ("private", "Private note"),
                            ("customer", "Note to the customer"),
                        ],
                        default="system",
                        max_length=8,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("was", models.CharField(blank=True, max_length=14)),
                ("became", models.CharField(blank=True, max_length=14)),
                ("note", models.CharField(blank=True, max_length=2000)),
                ("alert", models.BooleanField(default=False, help_text="A person has to look at this.")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="events", to="orders.order"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="OrderLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("product_id", models.BigIntegerField()),
                ("sku", models.CharField(blank=True, max_length=80)),
                ("producer", models.CharField(blank=True, db_default="", default="", max_length=120)),
                ("name", models.CharField(max_length=200)),
                ("vintage", models.CharField(blank=True, db_default="", default="", max_length=300)),
                ("size", models.CharField(blank=True, db_default="", default="", max_length=300)),
                (
                    "options",
                    models.CharField(blank=True, help_text="What else was chosen: Age: 20 years", max_length=300),
                ),
                ("quantity", models.PositiveIntegerField()),
                ("regular_unit_price", vintner.money.MoneyField()),
                ("subtotal", vintner.money.MoneyField(help_text="After promotions, before coupons and tax.")),
                ("discount", vintner.money.MoneyField(default=vintner.money.Money(0))),
                ("tax", vintner.money.MoneyField(default=vintner.money.Money(0))),
                (
                    "promotion",
                    models.CharField(blank=True, help_text="The promotions that lowered its price.", max_length=300),
                ),
                ("given", models.BooleanField(default=False, help_text="A promotion put it in.")),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="orders.order"
                    ),
                ),
                (
                    "variation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="catalogue.variation",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Redemption",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(help_text="The coupon's code, or the promotion's title.", max_length=120)),
                ("counted", models.BooleanField(default=False, help_text="It had a limit when it was used.")),
                ("held_at", models.DateTimeField(auto_now_add=True)),
                ("released_at", models.DateTimeField(null=True)),
                (
                    "coupon",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="redemptions",
                        to="pricing.coupon",
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="redemptions", to="orders.order"
                    ),
                ),
                (
                    "promotion",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="pricing.promotion",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="CouponClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("who", models.CharField(max_length=80)),
                ("nth", models.PositiveIntegerField()),
                (
                    "coupon",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="pricing.coupon"
                    ),
                ),
                (
                    "redemption",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="claims", to="orders.redemption"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Refund",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", vintner.money.MoneyField()),
                (
                    "delivery",
                    vintner.money.MoneyField(
                        db_default=vintner.money.Money(0),
                        default=vintner.money.Money(0),
                        help_text="The part of it for the delivery, without tax.",
                    ),
                ),
                (
                    "delivery_tax",
                    vintner.money.MoneyField(db_default=vintner.money.Money(0), default=vintner.money.Money(0)),
                ),
                ("reason", models.CharField(blank=True, max_length=300)),
                (
                    "restock",
                    models.BooleanField(default=False, help_text="The bottles of its lines go back on the shelf."),
                ),
                (
                    "intent_id",
                    models.CharField(
                        blank=True,
                        help_text="The payment it goes back to; blank when it is paid back by hand.",
                        max_length=80,
                    ),
                ),
                (
                    "key",
                    models.CharField(help_text="Makes a repeat of the call harmless.", max_length=120, unique=True),
                ),
                ("provider_id", models.CharField(max_length=80, null=True, unique=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("requested", "Requested"), ("done", "Done"), ("failed", "Failed")],
                        default="requested",
                        max_length=9,
                    ),
                ),
                ("error", models.CharField(blank=True, max_length=500)),
                (
                    "busy_until",
                    models.DateTimeField(
                        help_text="Until then a request may still be waiting for the answer.", null=True
                    ),
                ),
                ("requested_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="refunds", to="orders.order"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="RefundLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("quantity", models.PositiveIntegerField(help_text="Zero: money back, bottles kept.")),
                ("amount", vintner.money.MoneyField(help_text="Without tax.")),
                ("tax", vintner.money.MoneyField(default=vintner.money.Money(0))),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="refunds", to="orders.orderline"
                    ),
                ),
                (
                    "refund",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lines", to="orders.refund"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="StockReservation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("quantity", models.PositiveIntegerField()),
                ("expires_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("sold", models.BooleanField(default=False)),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reservations", to="orders.order"
                    ),
                ),
                (
                    "variation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalogue.variation"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="order",
            index=models.Index(fields=["-placed_at", "-id"], name="orders_newest_first"),
        ),
        migrations.AddIndex(
            model_name="order",
            index=models.Index(fields=["status", "-placed_at", "-id"], name="orders_by_status"),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "total",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("subtotal"), "-", models.F("discount")
                                    ),
                                    "+",
                                    models.F("shipping_total"),
                                ),
                                "+",
                                models.F("fee_total"),
                            ),
                            "+",
                            models.F("tax_total"),
                        ),
                    )
                ),
                name="order_adds_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.CheckConstraint(
                condition=models.Q(("total__gte", vintner.money.Money(0))), name="order_total_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "pending")), fields=("cart_id",), name="one_pending_order_per_cart"
            ),
        ),
        migrations.AddConstraint(
            model_name="order",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "checkout-draft")), fields=("cart_id",), name="one_draft_per_cart"
            ),
        ),
        migrations.AddIndex(
            model_name="email",
            index=models.Index(
                condition=models.Q(("given_up_at", None), ("sent_at", None)),
                fields=["next_try_at"],
                name="emails_to_be_sent",
            ),
        ),
        migrations.AddConstraint(
            model_name="email",
            constraint=models.UniqueConstraint(fields=("order", "kind", "about"), name="email_once"),
        ),
        migrations.AddIndex(
            model_name="orderline",
            index=models.Index(fields=["product_id"], name="order_lines_by_product"),
        ),
        migrations.AddConstraint(
            model_name="redemption",
            constraint=models.UniqueConstraint(fields=("order", "coupon"), name="coupon_once_per_order"),
        ),
        migrations.AddConstraint(
            model_name="redemption",
            constraint=models.UniqueConstraint(fields=("order", "promotion"), name="promotion_once_per_order"),
        ),
        migrations.AddConstraint(
            model_name="redemption",
            constraint=models.CheckConstraint(
                condition=models.Q(("coupon__isnull", True), ("promotion__isnull", True), _connector="OR"),
                name="coupon_or_promotion",
            ),
        ),
        migrations.AddConstraint(
            model_name="couponclaim",
            constraint=models.UniqueConstraint(fields=("coupon", "who", "nth"), name="coupon_claim_once"),
        ),
        migrations.AddIndex(
            model_name="refund",
            index=models.Index(condition=models.Q(("state", "requested")), fields=["busy_until"], name="open_refunds"),
        ),
        migrations.AddConstraint(
            model_name="refund",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gt", vintner.money.Money(0))), name="refund_above_zero"
            ),
        ),
        migrations.AddConstraint(
            model_name="refund",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "amount__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("delivery"), "+", models.F("delivery_tax")
                        ),
                    ),
                    ("delivery__gte", vintner.money.Money(0)),
                    ("delivery_tax__gte", vintner.money.Money(0)),
                ),
                name="refund_of_delivery_within_refund",
            ),
        ),
        migrations.AddConstraint(
            model_name="refundline",
            constraint=models.UniqueConstraint(fields=("refund", "line"), name="line_once_per_refund"),
        ),
        migrations.AddConstraint(
            model_name="refundline",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", vintner.money.Money(0)), ("tax__gte", vintner.money.Money(0))),
                name="refund_line_not_negative",
            ),
        ),
        migrations.AddIndex(
            model_name="stockreservation",
            index=models.Index(condition=models.Q(("ended_at", None)), fields=["expires_at"], name="open_reservations"),
        ),
        migrations.AddConstraint(
            model_name="stockreservation",
            constraint=models.UniqueConstraint(fields=("order", "variation"), name="one_reservation_per_order"),
        ),
        migrations.RunSQL((SQL / "edits.sql").read_text()),
        migrations.RunSQL((SQL / "guards.sql").read_text()),
        migrations.RunSQL((SQL / "seal.sql").read_text()),
        migrations.RunSQL((SQL / "refunds.sql").read_text()),
        migrations.RunSQL((SQL / "search.sql").read_text()),
    ]
