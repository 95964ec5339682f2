-- The first event of an order closes it, and writes down what it was closed over.
CREATE FUNCTION orders_seal_of(wanted bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT md5(concat_ws('|', o.id, o.key, o.currency, o.subtotal, o.discount, o.shipping_total, o.fee_total,
        o.tax_total, o.total,
        (SELECT string_agg(concat_ws('|', l.id, l.product_id, l.sku, l.producer, l.name, l.vintage, l.size, l.options,
            l.quantity, l.regular_unit_price, l.subtotal, l.discount, l.tax, l.promotion, l.given), E'\n' ORDER BY l.id)
         FROM orders_orderline l WHERE l.order_id = o.id),
        (SELECT string_agg(concat_ws('|', a.id, a.kind, a.label, a.rate, a.amount), E'\n' ORDER BY a.id)
         FROM orders_orderadjustment a WHERE a.order_id = o.id)))
    FROM orders_order o WHERE o.id = wanted
$$;

CREATE FUNCTION orders_seal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE orders_order SET seal = orders_seal_of(id) WHERE id = NEW.order_id AND seal = '';
    RETURN NULL;
END $$;

CREATE TRIGGER orders_seal AFTER INSERT ON orders_orderevent FOR EACH ROW EXECUTE FUNCTION orders_seal();
