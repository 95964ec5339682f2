"""Pages show the store's details and promises: every change of either is a new version of the catalogue."""

from django.db import migrations

TABLES = ("content_storedetails", "content_homepromise")


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0006_content"),
        ("content", "0002_store_details"),
    ]

    operations = [
        migrations.RunSQL(
            f"CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON {table} "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            f"DROP TRIGGER new_edition_insert ON {table}",
        )
        for table in TABLES
    ]
