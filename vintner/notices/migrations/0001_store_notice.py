from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies: list[tuple[str, str]] = []

    operations = [
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
