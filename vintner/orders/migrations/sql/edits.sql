-- Unpaid orders are changed by staff only through a row that says so. Number, key and currency never change.
CREATE FUNCTION orders_is_open(wanted bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT 1 FROM orders_orderedit WHERE order_id = wanted AND closed_at IS NULL)
$$;

CREATE FUNCTION orders_guard_edit() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    edited orders_order;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.closed_at IS NOT NULL THEN
        IF to_jsonb(OLD) - 'by_id' = to_jsonb(NEW) - 'by_id' AND NEW.by_id IS NULL THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT * INTO edited FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
    IF edited.status NOT IN ('pending', 'failed') OR edited.paid_at IS NOT NULL THEN
        RAISE EXCEPTION 'order % is %: what it has bought does not change', edited.id, edited.status
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        NEW.closed_at := NULL;
        NEW.seal_before := edited.seal;
        NEW.was := jsonb_build_object(
            'order', to_jsonb(edited) - 'key',
            'lines', (SELECT coalesce(jsonb_agg(to_jsonb(l) ORDER BY l.id), '[]') FROM orders_orderline l
                      WHERE l.order_id = edited.id),
            'adjustments', (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.id), '[]') FROM orders_orderadjustment a
                            WHERE a.order_id = edited.id));
        RETURN NEW;
    END IF;
    IF NEW.order_id <> OLD.order_id OR NEW.was <> OLD.was OR NEW.seal_before <> OLD.seal_before THEN
        RAISE EXCEPTION 'edit % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.closed_at IS NOT NULL THEN  -- the row is still open for those who look, so the seal may change
        NEW.seal_after := orders_seal_of(NEW.order_id);
        UPDATE orders_order SET seal = NEW.seal_after WHERE id = NEW.order_id;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER orders_guard_edit BEFORE INSERT OR UPDATE OR DELETE ON orders_orderedit
FOR EACH ROW EXECUTE FUNCTION orders_guard_edit();

CREATE FUNCTION orders_edit_is_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM orders_orderedit WHERE id = NEW.id AND closed_at IS NULL) THEN
        RAISE EXCEPTION 'edit % of order % was left open', NEW.id, NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER orders_edit_is_closed AFTER INSERT ON orders_orderedit
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION orders_edit_is_closed();
