-- Lists show of a stock whether there is any and whether few are left: a sale is a new version only when that changes.
-- How many are left is for the page of the product, which has a number of its own (catalogue's stock_edition.sql).
CREATE FUNCTION storefront_end_version() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    -- Once for each transaction is enough, however many rows it changed.
    IF current_setting('vintner.edition_of', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        UPDATE storefront_edition SET number = nextval('storefront_edition_number');
        PERFORM set_config('vintner.edition_of', pg_current_xact_id()::text, true);
    END IF;
END $$;
CREATE OR REPLACE FUNCTION storefront_new_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM storefront_end_version();
    RETURN NULL;
END $$;

DROP TRIGGER new_edition_update ON catalogue_variation;
CREATE CONSTRAINT TRIGGER new_edition_update AFTER UPDATE ON catalogue_variation DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (
    to_jsonb(OLD) - '{on_hand,reserved,stock_edition}'::text[] <> to_jsonb(NEW) - '{on_hand,reserved,stock_edition}'::text[]
    OR catalogue_stock_level(OLD.manage_stock, OLD.on_hand - OLD.reserved, OLD.low_stock_threshold)
    <> catalogue_stock_level(NEW.manage_stock, NEW.on_hand - NEW.reserved, NEW.low_stock_threshold)
) EXECUTE FUNCTION storefront_new_edition();

-- The page of a wine tells what a promotion gives with a case of it, as far as there is stock: the bottles of a wine that
-- is given are shown by the pages of others.
CREATE FUNCTION storefront_new_edition_of_gift() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM pricing_promotion_targets WHERE product_id = NEW.product_id) THEN
        PERFORM storefront_end_version();
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER new_edition_of_gift AFTER UPDATE ON catalogue_variation DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (OLD.stock_edition <> NEW.stock_edition) EXECUTE FUNCTION storefront_new_edition_of_gift();
