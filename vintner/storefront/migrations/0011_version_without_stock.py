"""A sale is no new version of the catalogue: pages know which variations they show, and at which level of stock."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")
BY_STOCK = (SQL / "version_by_stock.sql").read_text()
BEFORE = BY_STOCK[BY_STOCK.index("DROP TRIGGER new_edition_update") :].partition("EXECUTE FUNCTION")[0]


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0010_version_by_stock"),
        ("catalogue", "0029_level_edition"),
    ]

    operations = [
        migrations.RunSQL(
            (SQL / "version_without_stock.sql").read_text(), f"{BEFORE}EXECUTE FUNCTION storefront_new_edition()"
        ),
    ]
