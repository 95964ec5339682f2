"""The admin's search compares texts without accents and apostrophes."""

from pathlib import Path

from django.db import migrations

FUNCTION = (Path(__file__).with_name("sql") / "plain_text.sql").read_text()


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0001_initial"),
        ("catalogue", "0001_squashed_0010_tax_and_shipping_classes"),  # which creates the extension `unaccent`
    ]

    operations = [migrations.RunSQL(FUNCTION, "DROP FUNCTION plain_text(text)")]
