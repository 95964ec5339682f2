"""Pages also change when a promotion begins or ends by the clock: every evening, on every Monday."""

from django.db import migrations

NEXT_CHANGE = """
-- The next moment at which something on the pages changes by itself, NULL when nothing is planned.
CREATE FUNCTION storefront_next_change(now timestamptz, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[sale_starts_at, sale_ends_at]) FROM catalogue_variation
            WHERE sale_starts_at > now OR sale_ends_at > now
        UNION ALL SELECT available_from FROM catalogue_product WHERE available_from > now
        UNION ALL SELECT pricing_next_change(now, zone)
    ) AS known (moment) WHERE moment > now
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("storefront", "0002_book_in_the_edition"), ("pricing", "0007_next_change")]
    operations = [
        migrations.RunSQL(NEXT_CHANGE, "DROP FUNCTION storefront_next_change(timestamptz, text)"),
    ]
