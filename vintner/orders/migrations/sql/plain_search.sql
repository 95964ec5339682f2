-- Texts by which staff looks for orders, in small letters without accents: “Muller” finds “Müller”, and the other way.
-- PostgreSQL calls `unaccent` stable because its list of letters can be replaced. The store does not replace it.
CREATE OR REPLACE FUNCTION orders_plain(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT lower(public.unaccent('public.unaccent', words))
$$;

CREATE OR REPLACE FUNCTION orders_plain_order_text(email text, billing jsonb, shipping jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT public.orders_plain(
        email || ' ' || public.orders_address_text(billing) || ' ' || public.orders_address_text(shipping)
    )
$$;
