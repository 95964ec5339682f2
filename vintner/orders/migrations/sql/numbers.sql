-- An order gets its number when it is written, and keeps it. Orders that were there have had their id as number.
UPDATE orders_order SET number = id::text;

CREATE FUNCTION orders_number_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    numbering record;
BEGIN
    SELECT prefix, added INTO numbering FROM orders_ordernumbering;
    NEW.number := coalesce(numbering.prefix, '') || (NEW.id + coalesce(numbering.added, 0))::text;
    RETURN NEW;
END $$;

CREATE TRIGGER orders_number BEFORE INSERT ON orders_order
FOR EACH ROW WHEN (NEW.number = '') EXECUTE FUNCTION orders_number_order();

CREATE FUNCTION orders_keep_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the number of order % does not change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER orders_keep_number BEFORE UPDATE ON orders_order
FOR EACH ROW WHEN (OLD.number <> NEW.number) EXECUTE FUNCTION orders_keep_number();
