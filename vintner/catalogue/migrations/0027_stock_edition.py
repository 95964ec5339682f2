"""Each variation has a number that grows with the stock that the page of its product shows."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_name("sql")


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0026_uncounted_sales"),
    ]

    operations = [
        migrations.AddField(
            "variation", "stock_edition", models.BigIntegerField(db_default=0, default=0, editable=False)
        ),
        migrations.RunSQL(
            (SQL / "stock_edition.sql").read_text(),
            "DROP TRIGGER catalogue_new_stock_edition ON catalogue_variation; "
            "DROP FUNCTION catalogue_new_stock_edition(), catalogue_shown_bottles(boolean, integer, integer), "
            "catalogue_stock_level(boolean, integer, integer)",
        ),
    ]
