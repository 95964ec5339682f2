"""A sale is a new version of the catalogue only when lists show another stock than before."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")
ROWS = [f"to_jsonb({row}) - '{{on_hand,reserved}}'::text[]" for row in ("OLD", "NEW")]
BOTTLES = [f"LEAST(GREATEST({row}.on_hand - {row}.reserved, 0), 999)" for row in ("OLD", "NEW")]
FIRST = (SQL / "catalogue_version.sql").read_text()
NEW_EDITION = FIRST[FIRST.index("CREATE FUNCTION storefront_new_edition") :].partition("END $$;")
BEFORE = (
    "DROP TRIGGER new_edition_of_gift ON catalogue_variation; DROP TRIGGER new_edition_update ON catalogue_variation; "
    + "".join(NEW_EDITION[:2]).replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
    + "DROP FUNCTION storefront_new_edition_of_gift(), storefront_end_version(); "
    "CREATE CONSTRAINT TRIGGER new_edition_update AFTER UPDATE ON catalogue_variation DEFERRABLE INITIALLY DEFERRED "
    f"FOR EACH ROW WHEN ({ROWS[0]} <> {ROWS[1]} OR {BOTTLES[0]} <> {BOTTLES[1]}) "
    "EXECUTE FUNCTION storefront_new_edition()"
)


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0009_set_items"),
        ("catalogue", "0027_stock_edition"),
        ("pricing", "0001_squashed_0007_next_change"),
    ]

    operations = [
        migrations.RunSQL((SQL / "version_by_stock.sql").read_text(), BEFORE),
    ]
