-- The texts by which staff looks for orders. The former functions stay while processes of the former version run.
CREATE OR REPLACE FUNCTION orders_searched_text(email text, billing jsonb, shipping jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT public.plain_text(
        email || ' ' || public.orders_address_text(billing) || ' ' || public.orders_address_text(shipping)
    )
$$;
