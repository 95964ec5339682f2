"""Each variation has a second number, which grows when cards tell its stock by another word."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0028_lists_of_movements"),
    ]

    operations = [
        migrations.AddField(
            "variation", "level_edition", models.BigIntegerField(db_default=0, default=0, editable=False)
        ),
        migrations.RunSQL(
            (SQL / "level_edition.sql").read_text(),
            "DROP TRIGGER catalogue_new_level_edition ON catalogue_variation; "
            "DROP FUNCTION catalogue_new_level_edition()",
        ),
    ]
