-- A row for every change of the bottles on hand, and one function that writes them. The column `on_hand` is the sum of
-- the movements of its variation. `catalogue_move_stock` changes both in one statement; triggers refuse every other way.
ALTER TABLE catalogue_stockmovement ADD CONSTRAINT stock_movement_variation
    FOREIGN KEY (variation_id) REFERENCES catalogue_variation (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;

-- Change the stock of variations and write the movements. The arrays belong together: variation, bottles that come (or
-- go, below zero), change of the bottles held by unpaid orders. Of a variation whose stock is not counted only the held
-- bottles change. Rows are locked in the order of their ids, as everywhere.
CREATE FUNCTION catalogue_move_stock(
    reason text, variations bigint[], quantities integer[], held integer[],
    for_order bigint, person bigint, note text, key uuid
) RETURNS TABLE (variation_id bigint, product_id bigint, counted boolean, on_hand integer, free integer, came integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    PERFORM 1 FROM catalogue_variation v WHERE v.id = ANY (variations) ORDER BY v.id FOR NO KEY UPDATE;
    PERFORM set_config('vintner.moving_stock', 'on', true);
    RETURN QUERY
    WITH changed AS (
        UPDATE catalogue_variation v SET
            on_hand = CASE WHEN v.manage_stock THEN v.on_hand + asked.quantity ELSE v.on_hand END,
            reserved = v.reserved + asked.held
        FROM unnest(variations, quantities, held) AS asked (id, quantity, held)
        WHERE v.id = asked.id
        RETURNING v.id, v.product_id, v.manage_stock, v.on_hand, v.on_hand - v.reserved AS free, asked.quantity,
            asked.held
    ), written AS (
        INSERT INTO catalogue_stockmovement AS m (variation_id, reason, quantity, on_hand, order_id, by_id, note, key, at)
        SELECT c.id, reason, c.quantity, c.on_hand, for_order, person, note, key, clock_timestamp()
        FROM changed c WHERE c.manage_stock ORDER BY c.id
    )
    SELECT c.id, c.product_id, c.manage_stock, c.on_hand, c.free,
        CASE WHEN c.manage_stock THEN c.quantity ELSE 0 END - c.held
    FROM changed c ORDER BY c.id;
    PERFORM set_config('vintner.moving_stock', '', true);
END $$;

CREATE FUNCTION catalogue_guard_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the bottles on hand of variation % change by a stock movement only', NEW.id
        USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER catalogue_guard_stock BEFORE UPDATE OF on_hand ON catalogue_variation FOR EACH ROW
WHEN (OLD.on_hand <> NEW.on_hand AND current_setting('vintner.moving_stock', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION catalogue_guard_stock();

CREATE TRIGGER catalogue_guard_first_stock BEFORE INSERT ON catalogue_variation FOR EACH ROW
WHEN (NEW.on_hand <> 0)
EXECUTE FUNCTION catalogue_guard_stock();

CREATE FUNCTION catalogue_guard_movement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF current_setting('vintner.moving_stock', true) = 'on' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'stock movements are written by catalogue_move_stock only'
            USING ERRCODE = 'restrict_violation';
    END IF;
    -- An account may be deleted, and a variation with all that belongs to it.
    IF TG_OP = 'UPDATE' AND NEW.by_id IS NULL AND to_jsonb(OLD) - 'by_id' = to_jsonb(NEW) - 'by_id' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM catalogue_variation WHERE id = OLD.variation_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'stock movement % does not change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER catalogue_guard_movement BEFORE INSERT OR UPDATE OR DELETE ON catalogue_stockmovement
FOR EACH ROW EXECUTE FUNCTION catalogue_guard_movement();
