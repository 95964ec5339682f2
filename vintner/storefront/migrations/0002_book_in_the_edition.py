"""Whatever makes a new price book makes a new edition of the pages: promotions have many tables by now."""

from django.db import migrations

NEXT_CHANGE = """
CREATE OR REPLACE FUNCTION storefront_next_change(now timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[sale_starts_at, sale_ends_at]) FROM catalogue_variation
            WHERE sale_starts_at > now OR sale_ends_at > now
        UNION ALL SELECT available_from FROM catalogue_product WHERE available_from > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_promotion WHERE starts_at > now OR ends_at > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_condition WHERE starts_at > now OR ends_at > now
    ) AS known (moment) WHERE moment > now
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("storefront", "0001_edition"), ("pricing", "0004_discounts")]
    operations = [
        migrations.RunSQL(
            "CREATE CONSTRAINT TRIGGER new_edition_insert AFTER INSERT OR UPDATE OR DELETE ON pricing_bookversion "
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION storefront_new_edition()",
            "DROP TRIGGER new_edition_insert ON pricing_bookversion",
        ),
        migrations.RunSQL(NEXT_CHANGE, migrations.RunSQL.noop),
    ]
