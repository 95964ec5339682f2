-- What a completed order sent was sent, even if the money went back later.
CREATE FUNCTION shipping_take_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    dead boolean := NEW.status IN ('cancelled', 'failed', 'checkout-draft')
        OR (NEW.status = 'refunded' AND OLD.status <> 'completed');
BEGIN
    UPDATE shipping_sent SET taken_back_at = CASE WHEN dead THEN now() END
     WHERE order_id = NEW.id AND (taken_back_at IS NULL) = dead;
    RETURN NULL;
END $$;
CREATE TRIGGER take_back_wine AFTER UPDATE OF status ON orders_order
FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION shipping_take_back();

-- For parts of the texts by which staff looks into the ledger. New rows go into it at once (fastupdate = off): each
-- search would have to read all of the list in which new rows wait otherwise.
CREATE INDEX sent_by_text ON shipping_sent USING gin ((lower(name || ' ' || email || ' ' || address)) gin_trgm_ops)
    WITH (fastupdate = off);
