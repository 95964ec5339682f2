"""Pages show the terms of subscription plans: every change of a plan is a new version of the catalogue."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("storefront", "0004_express_buttons"),
        ("catalogue", "0015_plan_product_plan"),
    ]

    operations = [
        migrations.RunSQL(
            "CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON catalogue_plan "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            "DROP TRIGGER new_edition_insert ON catalogue_plan",
        )
    ]
