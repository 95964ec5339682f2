-- A number that changes with every edit of what makes a price, so that processes may keep the book they read.
-- Kept by the database, so that no way of editing can forget it. The sequence never goes back, not even when
-- a transaction does: a number is never used for two different books.
CREATE SEQUENCE pricing_book_number;
CREATE FUNCTION pricing_new_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO pricing_bookversion (id, number) VALUES (1, nextval('pricing_book_number'))
    ON CONFLICT (id) DO UPDATE SET number = excluded.number;
    RETURN NULL;
END $$;

-- A promotion leaves the book with its last use, and comes back when an order gives one up. Other uses change nothing.
CREATE FUNCTION pricing_used_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE most integer;
BEGIN
    SELECT usage_limit INTO most FROM pricing_promotion WHERE id = NEW.promotion_id;
    IF most IS NOT NULL
        AND (TG_OP = 'INSERT' AND NEW.used >= most OR TG_OP = 'UPDATE' AND (OLD.used >= most) <> (NEW.used >= most))
    THEN
        INSERT INTO pricing_bookversion (id, number) VALUES (1, nextval('pricing_book_number'))
        ON CONFLICT (id) DO UPDATE SET number = excluded.number;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER used_up AFTER INSERT OR UPDATE ON pricing_promotioncount
FOR EACH ROW EXECUTE FUNCTION pricing_used_up();

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
