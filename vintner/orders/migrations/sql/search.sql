-- Indexes for parts of the texts by which staff looks for orders. New rows go into them at once (fastupdate = off): each
-- search would have to read all of the list in which new rows wait otherwise.
CREATE FUNCTION orders_address_text(address jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(address ->> 'first_name', '') || ' ' || coalesce(address ->> 'last_name', '')
        || ' ' || coalesce(address ->> 'company', '') || ' ' || coalesce(address ->> 'address_1', '')
        || ' ' || coalesce(address ->> 'address_2', '') || ' ' || coalesce(address ->> 'city', '')
        || ' ' || coalesce(address ->> 'postcode', '') || ' ' || coalesce(address ->> 'phone', '')
        || ' ' || regexp_replace(coalesce(address ->> 'postcode', ''), '[^[:alnum:]]', '', 'g')
        || ' ' || regexp_replace(coalesce(address ->> 'phone', ''), '[^0-9]', '', 'g')
$$;

CREATE FUNCTION orders_order_text(email text, billing jsonb, shipping jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(email || ' ' || public.orders_address_text(billing) || ' ' || public.orders_address_text(shipping))
$$;

CREATE INDEX orders_by_text ON orders_order USING gin (orders_order_text(email, billing, shipping) gin_trgm_ops)
    WITH (fastupdate = off);
CREATE INDEX order_lines_by_text ON orders_orderline
    USING gin ((lower(sku || ' ' || name || ' ' || producer)) gin_trgm_ops) WITH (fastupdate = off);
