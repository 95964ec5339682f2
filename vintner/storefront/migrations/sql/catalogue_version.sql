-- The catalogue version: a number that changes with every commit that changes what shoppers see on the pages they
-- browse. Kept by the database, so that no way of editing can forget it. The triggers are deferred to the commit, so
-- that the one row of this table is always the last that a transaction locks: orders that sell the last bottles of
-- several wines never wait for each other in a circle. The sequence never goes back, not even when a transaction does.
CREATE TABLE storefront_edition (id smallint PRIMARY KEY CHECK (id = 1), number bigint NOT NULL);
CREATE SEQUENCE storefront_edition_number;
-- Beginning with the time, so that a database made anew never repeats a number that a shared cache may still know.
SELECT setval('storefront_edition_number', (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
INSERT INTO storefront_edition VALUES (1, nextval('storefront_edition_number'));
CREATE FUNCTION storefront_new_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Once for each transaction is enough, however many rows it changed.
    IF current_setting('vintner.edition_of', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        UPDATE storefront_edition SET number = nextval('storefront_edition_number');
        PERFORM set_config('vintner.edition_of', pg_current_xact_id()::text, true);
    END IF;
    RETURN NULL;
END $$;

-- The next moment at which something on the pages changes by itself, NULL when nothing is planned.
CREATE FUNCTION storefront_next_change(now timestamptz, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[sale_starts_at, sale_ends_at]) FROM catalogue_variation
            WHERE sale_starts_at > now OR sale_ends_at > now
        UNION ALL SELECT available_from FROM catalogue_product WHERE available_from > now
        UNION ALL SELECT pricing_next_change(now, zone)
    ) AS known (moment) WHERE moment > now
$$;

-- The same without the times of day that promotions ask for. The store does not call it any more.
CREATE FUNCTION storefront_next_change(now timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[sale_starts_at, sale_ends_at]) FROM catalogue_variation
            WHERE sale_starts_at > now OR sale_ends_at > now
        UNION ALL SELECT available_from FROM catalogue_product WHERE available_from > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_promotion WHERE starts_at > now OR ends_at > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_condition WHERE starts_at > now OR ends_at > now
    ) AS known (moment) WHERE moment > now
$$;
