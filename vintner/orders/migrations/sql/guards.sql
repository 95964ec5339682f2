-- What stays true even when the code above is wrong: the graph of statuses, and that a placed order does not change.
-- A draft may still change and be deleted, and staff changes an unpaid order through a row of `orders_orderedit`.
-- The moves are written out because a migration does not change later; a test compares them with `rules.all_moves()`.
CREATE FUNCTION orders_guard_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status = 'checkout-draft' AND TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'order % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN (
        ('checkout-draft', 'pending'),
        ('pending', 'processing'), ('pending', 'on-hold'), ('pending', 'failed'), ('pending', 'cancelled'),
        ('pending', 'completed'),
        ('failed', 'pending'), ('failed', 'processing'), ('failed', 'on-hold'), ('failed', 'cancelled'),
        ('failed', 'completed'),
        ('on-hold', 'processing'), ('on-hold', 'failed'), ('on-hold', 'cancelled'), ('on-hold', 'completed'),
        ('on-hold', 'refunded'),
        ('cancelled', 'on-hold'), ('cancelled', 'pending'), ('cancelled', 'processing'),
        ('processing', 'completed'), ('processing', 'refunded'), ('processing', 'on-hold'),
        ('processing', 'cancelled'),
        ('completed', 'refunded'), ('completed', 'processing'), ('completed', 'on-hold')
    ) THEN
        RAISE EXCEPTION 'order % may not go from % to %', OLD.id, OLD.status, NEW.status
            USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.status <> 'checkout-draft' AND (OLD.id, OLD.key, OLD.currency) IS DISTINCT FROM (NEW.id, NEW.key, NEW.currency)
        OR ((OLD.status <> 'checkout-draft' AND (
                OLD.subtotal, OLD.discount, OLD.shipping_total, OLD.tax_total, OLD.total
            ) IS DISTINCT FROM (
                NEW.subtotal, NEW.discount, NEW.shipping_total, NEW.tax_total, NEW.total
            ) OR OLD.seal <> '' AND NEW.seal <> OLD.seal) AND NOT orders_is_open(OLD.id))
    THEN
        RAISE EXCEPTION 'number, key, amounts and seal of order % do not change', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER orders_guard BEFORE UPDATE OR DELETE ON orders_order
FOR EACH ROW EXECUTE FUNCTION orders_guard_order();

-- Fees are an amount like the others.
CREATE FUNCTION orders_guard_fees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status = 'checkout-draft' OR orders_is_open(OLD.id) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the fees of order % do not change', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER orders_guard_fees BEFORE UPDATE ON orders_order
FOR EACH ROW WHEN (OLD.fee_total IS DISTINCT FROM NEW.fee_total) EXECUTE FUNCTION orders_guard_fees();

-- Lines and adjustments are sealed by the order's first event, which `orders.create` writes last.
CREATE FUNCTION orders_guard_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (SELECT 1 FROM orders_orderevent WHERE order_id = NEW.order_id) AND NOT orders_is_open(NEW.order_id) THEN
            RAISE EXCEPTION 'order % is sealed', NEW.order_id USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF orders_is_open(OLD.order_id)
        OR EXISTS (SELECT 1 FROM orders_order WHERE id = OLD.order_id AND status = 'checkout-draft') THEN
        RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    -- A variation that is no longer for sale may be forgotten; what was bought stays written in the line.
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'variation_id' = to_jsonb(NEW) - 'variation_id'
        AND to_jsonb(NEW) ->> 'variation_id' IS NULL THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'what order % has bought does not change', OLD.order_id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER orders_guard_line BEFORE INSERT OR UPDATE OR DELETE ON orders_orderline
FOR EACH ROW EXECUTE FUNCTION orders_guard_part();

CREATE TRIGGER orders_guard_adjustment BEFORE INSERT OR UPDATE OR DELETE ON orders_orderadjustment
FOR EACH ROW EXECUTE FUNCTION orders_guard_part();

CREATE FUNCTION orders_guard_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'by_id' = to_jsonb(NEW) - 'by_id' AND NEW.by_id IS NULL THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the history of order % is only added to', OLD.order_id USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER orders_guard_event BEFORE UPDATE OR DELETE ON orders_orderevent
FOR EACH ROW EXECUTE FUNCTION orders_guard_event();
