"""When the promotions change prices by themselves: at their dates, at the times of day and the days they ask for."""

from django.db import migrations

NEXT_CHANGE = """
-- The next moment at which a promotion begins or ends by itself, NULL when nothing is planned. `zone` is the store's.
CREATE FUNCTION pricing_next_change(now timestamptz, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_promotion WHERE starts_at > now OR ends_at > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_condition WHERE starts_at > now OR ends_at > now
        UNION ALL SELECT ((now AT TIME ZONE zone)::date + day + clock) AT TIME ZONE zone
            FROM pricing_condition CROSS JOIN LATERAL unnest(ARRAY[from_time, to_time]) AS clock
            CROSS JOIN generate_series(0, 1) AS day
            WHERE kind = 'time'
        UNION ALL SELECT ((now AT TIME ZONE zone)::date + 1)::timestamp AT TIME ZONE zone
            FROM pricing_condition WHERE kind = 'days'
    ) AS known (moment) WHERE moment > now
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("pricing", "0006_preselected_delivery")]
    operations = [migrations.RunSQL(NEXT_CHANGE, "DROP FUNCTION pricing_next_change(timestamptz, text)")]
