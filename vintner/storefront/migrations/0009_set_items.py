"""Product pages tell what is inside gift sets: every change of it is a new version of the catalogue."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0008_critic_scores"),
        ("catalogue", "0024_gift_sets"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON catalogue_setitem "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            "DROP TRIGGER new_edition_insert ON catalogue_setitem",
        )
    ]
