"""The store notice, and the texts that shoppers accept."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("notices", "0001_store_notice"),
        ("notices", "0002_policy"),
    ]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Policy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("terms", "Terms and conditions"), ("privacy", "Privacy policy")],
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("text", models.TextField(help_text="An empty line begins a new paragraph.")),
                ("changed_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name_plural": "policies",
            },
        ),
        migrations.CreateModel(
            name="StoreNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "text",
                    models.CharField(
                        help_text="New words are shown again to those who dismissed the old ones.", max_length=300
                    ),
                ),
                (
                    "enabled",
                    models.BooleanField(
                        default=True,
                        help_text="Of several notices that are switched on, the newest is shown.",
                        verbose_name="shown",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("enabled", True)), fields=["-id"], name="newest_shown_notice")
                ],
            },
        ),
    ]
