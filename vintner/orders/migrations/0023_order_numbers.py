from pathlib import Path

import django.core.validators
from django.db import migrations, models

SQL = Path(__file__).parent / "sql"


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0022_reply_to"),
    ]

    operations = [
        migrations.CreateModel(
            name="OrderNumbering",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                (
                    "prefix",
                    models.CharField(
                        blank=True,
                        help_text="Stands before every number: “V” makes V10001. Blank for none. Orders that are"
                        " placed keep theirs.",
                        max_length=8,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z-])?\\Z",
                                "Begin with a letter, use letters, digits and hyphens, and end with no digit: “V”,"
                                " “WINE-”, “V2026-”.",
                            )
                        ],
                    ),
                ),
                (
                    "start",
                    models.BigIntegerField(
                        default=1,
                        help_text="Later orders go on from here, with gaps where a checkout was not finished.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(1000000000000),
                        ],
                        verbose_name="number of the next order",
                    ),
                ),
                (
                    "added",
                    models.BigIntegerField(default=0, editable=False, help_text="What is added to the id of an order."),
                ),
            ],
            options={
                "verbose_name": "order numbers",
                "verbose_name_plural": "order numbers",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_order_numbering")],
            },
        ),
        migrations.AddField(
            model_name="order",
            name="number",
            field=models.CharField(
                db_default="",
                editable=False,
                help_text="What shoppers see. The database writes it, as `OrderNumbering` says.",
                max_length=30,
            ),
        ),
        migrations.RunSQL((SQL / "numbers.sql").read_text()),
        migrations.AlterField(
            model_name="order",
            name="number",
            field=models.CharField(
                db_default="",
                editable=False,
                help_text="What shoppers see. The database writes it, as `OrderNumbering` says.",
                max_length=30,
                unique=True,
            ),
        ),
    ]
