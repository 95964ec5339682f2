-- Bottles are no part of the catalogue version any more, not even the last ones. A cached page is made anew when a
-- variation that it shows has another level edition (catalogue's level_edition.sql). That a wine is out of the filter for
-- what is in stock is a column of the product, whose change is a new version.
DROP TRIGGER new_edition_update ON catalogue_variation;
CREATE CONSTRAINT TRIGGER new_edition_update AFTER UPDATE ON catalogue_variation DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW WHEN (
    to_jsonb(OLD) - '{on_hand,reserved,stock_edition,level_edition}'::text[]
    <> to_jsonb(NEW) - '{on_hand,reserved,stock_edition,level_edition}'::text[]
) EXECUTE FUNCTION storefront_new_edition();
