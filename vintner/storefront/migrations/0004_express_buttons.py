"""Product pages show express buttons with the store's terms: every change of either is a new version of the catalogue."""

from django.db import migrations

TABLES = ("express_expresssettings", "notices_policy")


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0003_store_mode"),
        ("express", "0001_initial"),
        ("notices", "0003_periods"),
    ]

    operations = [
        migrations.RunSQL(
            f"CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON {table} "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            f"DROP TRIGGER new_edition_insert ON {table}",
        )
        for table in TABLES
    ]
