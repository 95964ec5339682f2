-- An erased order names nobody any more. What was bought, where to and for how much stays, as the seal says.
ALTER TABLE orders_order ADD CONSTRAINT erased_order_names_nobody CHECK (
    erased_at IS NULL OR (
        email = '' AND user_id IS NULL AND customer_note = ''
        AND billing - '{country,state,postcode}'::text[] = '{}' AND shipping - '{country,state,postcode}'::text[] = '{}'
    )
);

CREATE FUNCTION orders_stays_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'order % stays erased', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER orders_stays_erased BEFORE UPDATE ON orders_order
FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL AND NEW.erased_at IS NULL) EXECUTE FUNCTION orders_stays_erased();

CREATE FUNCTION orders_is_erased(wanted bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM orders_order WHERE id = wanted AND erased_at IS NOT NULL)
$$;

-- Notes may name the customer, so those of an erased order may be taken out. The moves stay.
CREATE OR REPLACE FUNCTION orders_guard_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'by_id' = to_jsonb(NEW) - 'by_id' AND NEW.by_id IS NULL THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'note' = to_jsonb(NEW) - 'note' AND orders_is_erased(OLD.order_id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the history of order % is only added to', OLD.order_id USING ERRCODE = 'restrict_violation';
END $$;

-- What an edit kept of an erased order loses whose it was. Its lines and adjustments stay.
CREATE FUNCTION orders_blot_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(OLD) - 'was' <> to_jsonb(NEW) - 'was'
        OR (OLD.was #- '{order,email}' #- '{order,user_id}' #- '{order,customer_note}' #- '{order,billing}'
            #- '{order,shipping}') <> NEW.was
    THEN
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

DROP TRIGGER orders_guard_edit ON orders_orderedit;
CREATE TRIGGER orders_guard_edit BEFORE INSERT OR DELETE ON orders_orderedit
FOR EACH ROW EXECUTE FUNCTION orders_guard_edit();
CREATE TRIGGER orders_guard_edit_update BEFORE UPDATE ON orders_orderedit
FOR EACH ROW WHEN (NEW.was = OLD.was OR NOT orders_is_erased(OLD.order_id)) EXECUTE FUNCTION orders_guard_edit();
CREATE TRIGGER orders_blot_edit BEFORE UPDATE ON orders_orderedit
FOR EACH ROW WHEN (NEW.was <> OLD.was AND orders_is_erased(OLD.order_id)) EXECUTE FUNCTION orders_blot_edit();
