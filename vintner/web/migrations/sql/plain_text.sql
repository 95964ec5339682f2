-- A text as staff looks for it: in small letters, without accents and apostrophes. “laubance” finds “L’Aubance”, and the
-- other way. PostgreSQL calls `unaccent` stable because its list of letters can be replaced. The store does not.
-- What `unaccent` leaves of the signs that are typed as an apostrophe: the straight one, `´`, "`", `‵` and `ˊ`.
CREATE OR REPLACE FUNCTION plain_text(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT translate(lower(public.unaccent('public.unaccent', words)), '''´`‵ˊ', '')
$$;
