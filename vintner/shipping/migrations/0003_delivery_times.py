"""Delivery times are part of the price book, like the rest of delivery: editing them makes a new version of it."""

import datetime

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import vintner.shipping.models.delivery_times

IN_THE_BOOK = ("shipping_deliverytimes", "shipping_holiday")


class Migration(migrations.Migration):
    dependencies = [
        ("shipping", "0002_revived_wine_counts_now"),
    ]

    operations = [
        migrations.CreateModel(
            name="DeliveryTimes",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                (
                    "cutoff",
                    models.TimeField(
                        default=datetime.time(12, 0),
                        help_text="An order placed before this time counts for the same day.",
                        verbose_name="cut-off",
                    ),
                ),
                (
                    "packing_days",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Working days, Monday to Friday without holidays. 0: packed on the day of the order.",
                        validators=[django.core.validators.MaxValueValidator(30)],
                    ),
                ),
                (
                    "leaves_on",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        default=vintner.shipping.models.delivery_times.working_days,
                        size=None,
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery times",
                "verbose_name_plural": "delivery times",
            },
        ),
        migrations.CreateModel(
            name="Holiday",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True)),
                ("name", models.CharField(blank=True, max_length=60)),
            ],
            options={
                "ordering": ["day"],
            },
        ),
        migrations.AddField(
            model_name="method",
            name="carrier",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Shoppers read it with the day: FedEx Ground.",
                max_length=60,
            ),
        ),
        migrations.AddField(
            model_name="method",
            name="transit_from",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Working days. Blank: no day is promised.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(60)],
                verbose_name="days on the way, at least",
            ),
        ),
        migrations.AddField(
            model_name="method",
            name="transit_to",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Working days.",
                null=True,
                validators=[django.core.validators.MaxValueValidator(60)],
                verbose_name="at most",
            ),
        ),
        migrations.AddConstraint(
            model_name="method",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("transit_from", None), ("transit_to", None)),
                    models.Q(
                        ("transit_from__isnull", False),
                        ("transit_to__gte", models.F("transit_from")),
                        ("transit_to__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="transit_from_least_to_most",
                violation_error_message="Write both days on the way, the smaller number first, or none.",
            ),
        ),
        migrations.AddConstraint(
            model_name="deliverytimes",
            constraint=models.CheckConstraint(condition=models.Q(("id", 1)), name="one_row_of_delivery_times"),
        ),
        migrations.AddConstraint(
            model_name="deliverytimes",
            constraint=models.CheckConstraint(
                condition=models.Q(("leaves_on__contained_by", [0, 1, 2, 3, 4, 5, 6]), ("leaves_on__len__gt", 0)),
                name="parcels_leave_on_weekdays",
            ),
        ),
        migrations.AddField(
            model_name="holiday",
            name="times",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="holidays", to="shipping.deliverytimes"
            ),
        ),
        *[
            migrations.RunSQL(
                f"CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()",
                f"DROP TRIGGER new_book ON {table}",
            )
            for table in IN_THE_BOOK
        ],
    ]
