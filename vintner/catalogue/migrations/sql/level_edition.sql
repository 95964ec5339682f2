-- A number of each variation that grows with every change of what cards say of its stock: in stock, only a few left, sold
-- out. It only grows: a page that was made between a sale and its return is not taken for one of before. As the stock
-- edition, it is in the row that a sale changes anyway.
CREATE FUNCTION catalogue_new_level_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.level_edition := OLD.level_edition + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER catalogue_new_level_edition BEFORE UPDATE ON catalogue_variation FOR EACH ROW
WHEN (catalogue_stock_level(OLD.manage_stock, OLD.on_hand - OLD.reserved, OLD.low_stock_threshold)
   <> catalogue_stock_level(NEW.manage_stock, NEW.on_hand - NEW.reserved, NEW.low_stock_threshold))
EXECUTE FUNCTION catalogue_new_level_edition();
