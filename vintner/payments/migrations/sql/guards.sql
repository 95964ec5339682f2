-- No more money goes back than was taken. The order's row is locked, so that refunds of one order are added up one
-- after the other.
CREATE FUNCTION payments_guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid bigint;
    taken bigint;
    refunded bigint;
BEGIN
    SELECT CASE WHEN paid_at IS NULL THEN 0 ELSE total END INTO paid FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
    SELECT coalesce(sum(captured), 0) INTO taken FROM payments_payment WHERE order_id = NEW.order_id;
    SELECT coalesce(sum(amount), 0) INTO refunded FROM orders_refund
    WHERE order_id = NEW.order_id AND state <> 'failed';
    IF refunded + NEW.amount > greatest(paid, taken) THEN
        RAISE EXCEPTION 'order % would give back more than was paid', NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.intent_id <> '' THEN
        SELECT coalesce(sum(captured), 0) INTO taken FROM payments_payment
        WHERE order_id = NEW.order_id AND intent_id = NEW.intent_id;
        SELECT coalesce(sum(amount), 0) INTO refunded FROM orders_refund
        WHERE intent_id = NEW.intent_id AND state <> 'failed';
        IF refunded + NEW.amount > taken THEN
            RAISE EXCEPTION 'payment % would give back more than it took', NEW.intent_id
                USING ERRCODE = 'restrict_violation';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payments_guard_refund BEFORE INSERT ON orders_refund
FOR EACH ROW EXECUTE FUNCTION payments_guard_refund();

-- An order that somebody may be paying at this moment is not changed.
CREATE FUNCTION payments_guard_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
    IF EXISTS (SELECT 1 FROM payments_payment WHERE order_id = NEW.order_id AND closed_at IS NULL) THEN
        RAISE EXCEPTION 'order % is being paid', NEW.order_id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER payments_guard_edit BEFORE INSERT ON orders_orderedit
FOR EACH ROW EXECUTE FUNCTION payments_guard_edit();
