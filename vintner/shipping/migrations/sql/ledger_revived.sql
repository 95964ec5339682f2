-- Wine of an order that comes back to life is sent now: it counts from this day on, not from when the order was placed.
CREATE OR REPLACE FUNCTION shipping_take_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    dead boolean := NEW.status IN ('cancelled', 'failed', 'checkout-draft')
        OR (NEW.status = 'refunded' AND OLD.status <> 'completed');
BEGIN
    IF dead THEN
        UPDATE shipping_sent SET taken_back_at = now() WHERE order_id = NEW.id AND taken_back_at IS NULL;
    ELSE
        UPDATE shipping_sent SET taken_back_at = NULL, written_at = now()
         WHERE order_id = NEW.id AND taken_back_at IS NOT NULL;
    END IF;
    RETURN NULL;
END $$;
