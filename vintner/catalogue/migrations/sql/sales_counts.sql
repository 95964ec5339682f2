-- Sorting by popularity follows the counts of sold bottles. Of the products of a statement whose counts changed only the
-- count is filed: the words and keys of a product have nothing to do with it, and cost a thousand times as much.
CREATE FUNCTION catalogue_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ids bigint[];
BEGIN
    SELECT array_agg(made.id) INTO ids
      FROM made JOIN former USING (id) WHERE made.sales_count <> former.sales_count;
    IF ids IS NOT NULL THEN
        -- Locked in the order of their ids, as catalogue_file_products does.
        PERFORM FROM catalogue_findable WHERE product_id = ANY (ids) ORDER BY product_id FOR UPDATE;
        UPDATE catalogue_findable f SET sales = p.sales_count, changed = pg_current_xact_id()
          FROM catalogue_product p
         WHERE f.product_id = ANY (ids) AND p.id = f.product_id AND f.sales <> p.sales_count;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER counted_update AFTER UPDATE ON catalogue_product REFERENCING OLD TABLE AS former NEW TABLE AS made
    FOR EACH STATEMENT EXECUTE FUNCTION catalogue_counted();
