-- The next moment at which something on the pages changes by itself, NULL when nothing is planned. Content pages appear
-- and disappear by the clock as well.
CREATE OR REPLACE FUNCTION storefront_next_change(now timestamptz, zone text) RETURNS timestamptz LANGUAGE sql STABLE
AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[sale_starts_at, sale_ends_at]) FROM catalogue_variation
            WHERE sale_starts_at > now OR sale_ends_at > now
        UNION ALL SELECT available_from FROM catalogue_product WHERE available_from > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM notices_storenotice
            WHERE enabled AND (starts_at > now OR ends_at > now)
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM content_content
            WHERE published AND (starts_at > now OR ends_at > now)
        UNION ALL SELECT pricing_next_change(now, zone)
    ) AS known (moment) WHERE moment > now
$$;
