-- The bottles of a gift set are a column of its product, so that carts and pages know them without another query. Kept by
-- the database, so that no way of editing can forget it.
CREATE FUNCTION catalogue_count_set_bottles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed bigint;
BEGIN
    FOR changed IN SELECT DISTINCT id FROM unnest(ARRAY[
        CASE WHEN TG_OP <> 'DELETE' THEN NEW.product_id END, CASE WHEN TG_OP <> 'INSERT' THEN OLD.product_id END
    ]) AS id WHERE id IS NOT NULL ORDER BY id LOOP
        -- Locked first and counted by the next statement: two transactions that change one set see each other's rows.
        PERFORM FROM catalogue_product WHERE id = changed FOR NO KEY UPDATE;
        UPDATE catalogue_product p SET set_bottles = counted.bottles
          FROM (SELECT coalesce(sum(quantity), 0) AS bottles FROM catalogue_setitem WHERE product_id = changed) counted
         WHERE p.id = changed AND p.set_bottles <> counted.bottles;
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER count_bottles AFTER INSERT OR UPDATE OR DELETE ON catalogue_setitem
    FOR EACH ROW EXECUTE FUNCTION catalogue_count_set_bottles();
