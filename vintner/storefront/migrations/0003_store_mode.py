"""The store's mode is part of what visitors see: every change of it, and of the links for a preview, is a new version."""

from django.db import migrations

TABLES = ("store_mode_storevisibility", "store_mode_previewlink")


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0002_notices_by_the_clock"),
        ("store_mode", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(
            f"CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON {table} "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            f"DROP TRIGGER new_edition_insert ON {table}",
        )
        for table in TABLES
    ]
