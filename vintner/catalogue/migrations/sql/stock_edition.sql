-- What pages show of a stock. `free` bottles are on hand and not held; a variation is low at `low_at` bottles, at two
-- where it says nothing. The same rules are in catalogue/rules.py.
--
-- For lists: 0 when none is left, 1 when few are, 2 otherwise.
CREATE FUNCTION catalogue_stock_level(counted boolean, free integer, low_at integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN NOT counted OR free > coalesce(low_at, 2) THEN 2 WHEN free > 0 THEN 1 ELSE 0 END
$$;

-- For the product's own page: the bottles up to 24, and as long as they are low; beyond that only that there are more.
CREATE FUNCTION catalogue_shown_bottles(counted boolean, free integer, low_at integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN counted THEN LEAST(GREATEST(free, 0), GREATEST(24, coalesce(low_at, 2)) + 1) ELSE -1 END
$$;

-- A number of each variation that grows with every change of the bottles that its page shows. It is in the row that a
-- sale changes anyway: no other row is locked, and whoever reads it reads what was committed with the stock.
CREATE FUNCTION catalogue_new_stock_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.stock_edition := OLD.stock_edition + 1;
    RETURN NEW;
END $$;
CREATE TRIGGER catalogue_new_stock_edition BEFORE UPDATE ON catalogue_variation FOR EACH ROW
WHEN (catalogue_shown_bottles(OLD.manage_stock, OLD.on_hand - OLD.reserved, OLD.low_stock_threshold)
   <> catalogue_shown_bottles(NEW.manage_stock, NEW.on_hand - NEW.reserved, NEW.low_stock_threshold))
EXECUTE FUNCTION catalogue_new_stock_edition();
