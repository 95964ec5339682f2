"""The store's details, and the promises on its home page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("content", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="HomePromise",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=60)),
                ("text", models.CharField(max_length=200)),
                (
                    "icon",
                    models.CharField(
                        choices=[
                            ("delivery", "A van"),
                            ("person", "A person"),
                            ("glass", "A glass"),
                            ("leaf", "A leaf"),
                        ],
                        default="delivery",
                        max_length=10,
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")),
            ],
            options={
                "verbose_name": "promise on the home page",
                "verbose_name_plural": "promises on the home page",
                "ordering": ("position", "pk"),
            },
        ),
        migrations.CreateModel(
            name="StoreDetails",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                (
                    "telephone",
                    models.CharField(blank=True, help_text="As shoppers read it: (415) 555-0100.", max_length=40),
                ),
                (
                    "hours",
                    models.CharField(
                        blank=True,
                        help_text="Monday to Friday, 9 a.m. to 5 p.m. Pacific time.",
                        max_length=120,
                        verbose_name="when you answer",
                    ),
                ),
                (
                    "home_title",
                    models.CharField(
                        blank=True, help_text="Empty: the store's name.", max_length=120, verbose_name="title"
                    ),
                ),
                ("home_text", models.CharField(blank=True, max_length=300, verbose_name="text below it")),
                (
                    "home_tag",
                    models.CharField(
                        blank=True,
                        help_text="Stands behind the store's name.",
                        max_length=80,
                        verbose_name="in the browser's title",
                    ),
                ),
                (
                    "home_description",
                    models.CharField(
                        blank=True,
                        help_text="One sentence about the store.",
                        max_length=200,
                        verbose_name="for search engines",
                    ),
                ),
                ("footer_words", models.CharField(blank=True, max_length=300, verbose_name="about the store")),
                (
                    "closing_note",
                    models.CharField(
                        blank=True,
                        help_text="For example who may buy wine, and who has to sign for it.",
                        max_length=300,
                        verbose_name="last line",
                    ),
                ),
            ],
            options={
                "verbose_name": "store details",
                "verbose_name_plural": "store details",
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="one_row_of_store_details")],
            },
        ),
    ]
