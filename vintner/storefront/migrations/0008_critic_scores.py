"""Product pages show scores of critics: every change of one is a new version of the catalogue."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0007_store_details"),
        ("catalogue", "0019_wine_depth"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON catalogue_criticscore "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            "DROP TRIGGER new_edition_insert ON catalogue_criticscore",
        )
    ]
