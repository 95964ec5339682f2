-- A refund begins as a request and never becomes another one. No more goes back for the delivery than was paid for it.
CREATE FUNCTION orders_guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.delivery <> 0 OR NEW.delivery_tax <> 0 THEN
            PERFORM 1 FROM orders_order WHERE id = NEW.order_id FOR UPDATE;
            IF (SELECT coalesce(sum(delivery), 0) FROM orders_refund
                    WHERE order_id = NEW.order_id AND state <> 'failed') + NEW.delivery
                > (SELECT shipping_total FROM orders_order WHERE id = NEW.order_id)
                    + (SELECT coalesce(sum(amount), 0) FROM orders_orderadjustment
                        WHERE order_id = NEW.order_id AND kind = 'fee' AND amount > 0)
                OR (SELECT coalesce(sum(delivery_tax), 0) FROM orders_refund
                    WHERE order_id = NEW.order_id AND state <> 'failed') + NEW.delivery_tax
                > (SELECT tax_total FROM orders_order WHERE id = NEW.order_id)
            THEN
                RAISE EXCEPTION 'order % would give back more than was paid for its delivery', NEW.order_id
                    USING ERRCODE = 'restrict_violation';
            END IF;
        END IF;
        IF NEW.state <> 'requested' THEN
            RAISE EXCEPTION 'a refund begins as a request' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'refund % is a permanent record', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    IF (OLD.order_id, OLD.amount, OLD.delivery, OLD.delivery_tax, OLD.restock, OLD.intent_id, OLD.key) IS DISTINCT FROM
        (NEW.order_id, NEW.amount, NEW.delivery, NEW.delivery_tax, NEW.restock, NEW.intent_id, NEW.key)
        OR OLD.provider_id IS NOT NULL AND NEW.provider_id IS DISTINCT FROM OLD.provider_id
        OR OLD.state <> NEW.state
            AND (OLD.state, NEW.state) NOT IN (('requested', 'done'), ('requested', 'failed'), ('done', 'failed'))
    THEN
        RAISE EXCEPTION 'refund % does not change like this', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER orders_guard_refund BEFORE INSERT OR UPDATE OR DELETE ON orders_refund
FOR EACH ROW EXECUTE FUNCTION orders_guard_refund();

-- No line gives back more than was paid for it, and lines of a refund no more than the refund.
CREATE FUNCTION orders_guard_refund_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_refund orders_refund;
    of_line orders_orderline;
    before record;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        RAISE EXCEPTION 'refund % is a permanent record', OLD.refund_id USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT * INTO of_refund FROM orders_refund WHERE id = NEW.refund_id;
    SELECT * INTO of_line FROM orders_orderline WHERE id = NEW.line_id;
    PERFORM 1 FROM orders_order WHERE id = of_refund.order_id FOR UPDATE;
    IF of_refund.state <> 'requested' OR of_line.order_id <> of_refund.order_id THEN
        RAISE EXCEPTION 'line % is not for refund %', NEW.line_id, NEW.refund_id USING ERRCODE = 'restrict_violation';
    END IF;
    SELECT coalesce(sum(r.quantity), 0) AS quantity, coalesce(sum(r.amount), 0) AS amount, coalesce(sum(r.tax), 0) AS tax
    INTO before
    FROM orders_refundline r JOIN orders_refund f ON f.id = r.refund_id AND f.state <> 'failed'
    WHERE r.line_id = NEW.line_id;
    IF before.quantity + NEW.quantity > of_line.quantity
        OR before.amount + NEW.amount > of_line.subtotal - of_line.discount
        OR before.tax + NEW.tax > of_line.tax
        OR (SELECT coalesce(sum(amount + tax), 0) FROM orders_refundline WHERE refund_id = NEW.refund_id)
            + NEW.amount + NEW.tax > of_refund.amount - of_refund.delivery - of_refund.delivery_tax
    THEN
        RAISE EXCEPTION 'refund % gives back more than was paid for line %', NEW.refund_id, NEW.line_id
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER orders_guard_refund_line BEFORE INSERT OR UPDATE OR DELETE ON orders_refundline
FOR EACH ROW EXECUTE FUNCTION orders_guard_refund_line();
