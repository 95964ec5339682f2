"""What stays true even when the code above is wrong: the graph of statuses, and that an order does not change.

The moves are written out because a migration tells what was; a test compares them with `rules.all_moves()`.
"""

from django.db import migrations

GUARDS = """
CREATE FUNCTION orders_guard_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'order % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF OLD.status IS DISTINCT FROM NEW.status AND (OLD.status, NEW.status) NOT IN (
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
    IF (OLD.id, OLD.key, OLD.currency, OLD.subtotal, OLD.discount, OLD.shipping_total, OLD.tax_total, OLD.total)
        IS DISTINCT FROM
        (NEW.id, NEW.key, NEW.currency, NEW.subtotal, NEW.discount, NEW.shipping_total, NEW.tax_total, NEW.total)
    THEN
        RAISE EXCEPTION 'number, key and amounts of order % do not change', OLD.id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER orders_guard BEFORE UPDATE OR DELETE ON orders_order
FOR EACH ROW EXECUTE FUNCTION orders_guard_order();

-- Lines and adjustments are sealed by the order's first event, which `orders.create` writes last.
CREATE FUNCTION orders_guard_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        -- A variation that is no longer for sale may be forgotten; what was bought stays written in the line.
        IF to_jsonb(OLD) - 'variation_id' = to_jsonb(NEW) - 'variation_id'
            AND to_jsonb(NEW) ->> 'variation_id' IS NULL THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'what order % has bought does not change', OLD.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'what order % has bought does not change', OLD.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM orders_orderevent WHERE order_id = NEW.order_id) THEN
        RAISE EXCEPTION 'order % is sealed', NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
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
"""

NO_GUARDS = """
DROP TRIGGER orders_guard_event ON orders_orderevent;
DROP TRIGGER orders_guard_adjustment ON orders_orderadjustment;
DROP TRIGGER orders_guard_line ON orders_orderline;
DROP TRIGGER orders_guard ON orders_order;
DROP FUNCTION orders_guard_event();
DROP FUNCTION orders_guard_part();
DROP FUNCTION orders_guard_order();
"""


class Migration(migrations.Migration):
    dependencies = [("orders", "0001_initial")]
    operations = [migrations.RunSQL(GUARDS, NO_GUARDS)]
