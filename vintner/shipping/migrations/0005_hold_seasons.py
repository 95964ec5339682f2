"""Seasons are part of the price book, like the rest of delivery: editing them makes a new version of it."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("shipping", "0004_pickup_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="deliverytimes",
            name="hold_is_optional",
            field=models.BooleanField(
                db_default=True,
                default=True,
                help_text="They are told that bottles spoiled by the weather are not replaced. Off: what is held waits.",
                verbose_name="shoppers may decline a weather hold",
            ),
        ),
        migrations.CreateModel(
            name="HoldSeason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("heat", "Heat"), ("cold", "Cold")], max_length=4)),
                (
                    "first_month",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (1, "January"),
                            (2, "February"),
                            (3, "March"),
                            (4, "April"),
                            (5, "May"),
                            (6, "June"),
                            (7, "July"),
                            (8, "August"),
                            (9, "September"),
                            (10, "October"),
                            (11, "November"),
                            (12, "December"),
                        ],
                        verbose_name="from",
                    ),
                ),
                (
                    "first_day",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(31),
                        ],
                        verbose_name="day",
                    ),
                ),
                (
                    "last_month",
                    models.PositiveSmallIntegerField(
                        choices=[
                            (1, "January"),
                            (2, "February"),
                            (3, "March"),
                            (4, "April"),
                            (5, "May"),
                            (6, "June"),
                            (7, "July"),
                            (8, "August"),
                            (9, "September"),
                            (10, "October"),
                            (11, "November"),
                            (12, "December"),
                        ],
                        verbose_name="to",
                    ),
                ),
                (
                    "last_day",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="It is in the season.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(31),
                        ],
                        verbose_name="day",
                    ),
                ),
                (
                    "places",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=6), blank=True, default=list, size=None
                    ),
                ),
                ("active", models.BooleanField(default=True)),
                (
                    "zone",
                    models.ForeignKey(
                        blank=True,
                        help_text="Everywhere in it. Blank: only the places below.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hold_seasons",
                        to="shipping.zone",
                    ),
                ),
            ],
            options={
                "ordering": ["kind", "first_month", "first_day", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("zone__isnull", False), ("places__len__gt", 0), _connector="OR"),
                        name="hold_season_is_for_some_place",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_month__range", (1, 12)),
                            ("last_month__range", (1, 12)),
                            ("first_day__range", (1, 31)),
                            ("last_day__range", (1, 31)),
                        ),
                        name="hold_season_is_within_a_year",
                    ),
                ],
            },
        ),
        migrations.RunSQL(
            "CREATE TRIGGER new_book AFTER INSERT OR UPDATE OR DELETE ON shipping_holdseason "
            "FOR EACH STATEMENT EXECUTE FUNCTION pricing_new_book()",
            "DROP TRIGGER new_book ON shipping_holdseason",
        ),
    ]
