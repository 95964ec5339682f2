"""Zones, methods, where wine may go, and the ledger of what was sent to whom."""

from pathlib import Path

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models

import vintner.money
import vintner.shipping.validators

SQL = Path(__file__).with_name("sql")


# What delivery costs and where wine may go is part of the price book, so editing it makes a new version of the book.
IN_THE_BOOK = ("shipping_zone", "shipping_zoneregion", "shipping_method", "shipping_classcost", "shipping_destination")


def _new_book_trigger(table):
    return migrations.RunSQL(
        f"CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()"
    )


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("shipping", "0001_initial"),
        ("shipping", "0002_costs_limits_and_ledger"),
        ("shipping", "0003_ledger_search"),
        ("shipping", "0004_destination_without_state"),
    ]

    dependencies = [
        ("pricing", "0001_squashed_0007_next_change"),
        ("orders", "0001_squashed_0010_refund_of_delivery"),
    ]

    operations = [
        migrations.CreateModel(
            name="Zone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                (
                    "postcodes",
                    models.TextField(
                        blank=True,
                        help_text="One a line: 94110, 941* or 90001...90099. Blank: all of them.",
                        validators=[vintner.shipping.validators.check_postcodes],
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="Destination",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("country", models.CharField(max_length=2)),
                (
                    "state",
                    models.CharField(
                        blank=True,
                        help_text="Its code or name. Blank in countries whose addresses name no state.",
                        max_length=3,
                    ),
                ),
                ("wine_allowed", models.BooleanField(default=False)),
                ("note", models.CharField(blank=True, max_length=200, verbose_name="reason or licence")),
                ("legal_age", models.PositiveSmallIntegerField(default=21, help_text="To be sent wine, in years.")),
                (
                    "most_bottles",
                    models.PositiveIntegerField(
                        blank=True,
                        help_text="Blank: as many as they like.",
                        null=True,
                        verbose_name="bottles for one person",
                    ),
                ),
                (
                    "most_litres",
                    models.DecimalField(
                        blank=True,
                        decimal_places=3,
                        help_text="9 are 12 bottles.",
                        max_digits=8,
                        null=True,
                        verbose_name="litres for one person",
                    ),
                ),
                (
                    "period",
                    models.CharField(
                        choices=[
                            ("month", "in a calendar month"),
                            ("30-days", "in 30 days"),
                            ("year", "in a calendar year"),
                        ],
                        default="month",
                        max_length=8,
                        verbose_name="counted",
                    ),
                ),
                (
                    "signature_fee",
                    vintner.money.MoneyField(
                        default=vintner.money.Money(0),
                        help_text="For wine sent there, on top of its delivery.",
                        verbose_name="fee for an adult's signature",
                    ),
                ),
            ],
            options={
                "ordering": ["country", "state"],
                "constraints": [
                    models.UniqueConstraint(fields=("country", "state"), name="destination_once"),
                    models.CheckConstraint(
                        condition=models.Q(("signature_fee__gte", vintner.money.Money(0))),
                        name="signature_fee_not_negative",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("legal_age__range", (16, 25))), name="legal_age_of_an_adult"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Method",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("flat_rate", "Flat rate"),
                            ("free_shipping", "Free shipping"),
                            ("local_pickup", "Local pickup"),
                        ],
                        max_length=16,
                    ),
                ),
                ("title", models.CharField(max_length=80)),
                ("description", models.CharField(blank=True, max_length=200)),
                (
                    "cost",
                    models.CharField(
                        blank=True,
                        help_text='Dollars, or a sum: 10 + 2 * [qty], [fee percent="10" min_fee="4"]. [cost] is what the goods cost.',
                        max_length=200,
                        validators=[vintner.shipping.validators.check_cost],
                    ),
                ),
                (
                    "per_class",
                    models.CharField(
                        choices=[
                            ("class", "The costs of all shipping classes together"),
                            ("order", "The dearest shipping class only"),
                        ],
                        default="class",
                        max_length=5,
                        verbose_name="costs of shipping classes count",
                    ),
                ),
                ("taxable", models.BooleanField(default=True)),
                (
                    "requires",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "Nothing"),
                            ("min_amount", "A minimum order amount"),
                            ("coupon", "A free-shipping coupon"),
                            ("either", "A minimum order amount or a coupon"),
                            ("both", "A minimum order amount and a coupon"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("minimum", vintner.money.MoneyField(default=vintner.money.Money(0), help_text="Before tax.")),
                (
                    "before_discounts",
                    models.BooleanField(default=False, verbose_name="compare the minimum before coupons and discounts"),
                ),
                ("enabled", models.BooleanField(default=True)),
                ("position", models.PositiveSmallIntegerField(default=0)),
                (
                    "zone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="methods", to="shipping.zone"
                    ),
                ),
            ],
            options={
                "ordering": ["position", "id"],
            },
        ),
        migrations.CreateModel(
            name="ClassCost",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "shipping_class",
                    models.SlugField(blank=True, help_text="Blank: goods without a shipping class.", max_length=40),
                ),
                (
                    "cost",
                    models.CharField(
                        help_text='Dollars, or a sum: 10 + 2 * [qty], [fee percent="10" min_fee="4"]. [cost] is what the goods cost. [qty] and [cost] are those of the class.',
                        max_length=200,
                        validators=[vintner.shipping.validators.check_cost],
                    ),
                ),
                (
                    "method",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="class_costs", to="shipping.method"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [models.UniqueConstraint(fields=("method", "shipping_class"), name="class_cost_once")],
            },
        ),
        migrations.CreateModel(
            name="Sent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "people",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=120),
                        help_text="By what somebody is known: account, e-mail, name with address.",
                        size=None,
                    ),
                ),
                ("name", models.CharField(max_length=200)),
                ("email", models.EmailField(max_length=254)),
                ("address", models.CharField(max_length=300)),
                ("country", models.CharField(max_length=2)),
                ("state", models.CharField(max_length=3)),
                ("postcode", models.CharField(max_length=12)),
                ("wine", models.CharField(max_length=300)),
                ("sku", models.CharField(blank=True, max_length=80, verbose_name="SKU")),
                ("bottles", models.PositiveIntegerField()),
                ("litres", models.DecimalField(decimal_places=3, max_digits=10)),
                ("written_at", models.DateTimeField()),
                ("taken_back_at", models.DateTimeField(blank=True, null=True)),
                (
                    "line",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="orders.orderline"
                    ),
                ),
                (
                    "order",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sent", to="orders.order"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ledger of wine sent",
                "ordering": ["-written_at", "-id"],
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(fields=["people"], name="sent_by_person"),
                    models.Index(fields=["country", "state", "written_at"], name="sent_by_place"),
                    models.Index(fields=["-written_at", "-id"], name="sent_newest_first"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("bottles__gt", 0), ("litres__gt", 0)), name="sent_is_something"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ZoneRegion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "continent",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("AF", "Africa"),
                            ("AN", "Antarctica"),
                            ("AS", "Asia"),
                            ("EU", "Europe"),
                            ("NA", "North America"),
                            ("OC", "Oceania"),
                            ("SA", "South America"),
                        ],
                        max_length=2,
                    ),
                ),
                ("country", models.CharField(blank=True, help_text="Two letters: US.", max_length=2)),
                ("state", models.CharField(blank=True, help_text="Blank means the whole country.", max_length=3)),
                (
                    "zone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="regions", to="shipping.zone"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("continent", ""), ("country", ""), _connector="XOR"),
                        name="region_is_a_continent_or_a_country",
                        violation_error_message="Name a continent or a country, not both.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state", ""), models.Q(("country", ""), _negated=True), _connector="OR"),
                        name="region_state_of_a_country",
                        violation_error_message="Name the state's country too.",
                    ),
                ],
            },
        ),
        migrations.RunSQL((SQL / "ledger.sql").read_text()),
        *[_new_book_trigger(table) for table in IN_THE_BOOK],
    ]
