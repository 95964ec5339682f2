-- What listings and search look products up in, kept by the database so that no way of editing can forget it.
--
-- `catalogue_findable` has a narrow row for every product: the keys it is filtered by ('colour:red') and what it is
-- sorted by. A deleted product keeps its row, without keys, so that processes hear of it.
-- `catalogue_searchdocument` and `catalogue_searchword` are the full text and the words that occur in it.
-- `changed` is the transaction that wrote a row, so that processes read only what is new to them.
-- Statement triggers file the products that a statement changed, once each, and only if a column that counts differs.
CREATE TABLE catalogue_findable (
    product_id bigint PRIMARY KEY,
    keys text[] NOT NULL DEFAULT '{}',
    name text NOT NULL DEFAULT '',
    price bigint,
    featured boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT 'epoch',
    sales integer NOT NULL DEFAULT 0,
    rating numeric(3, 2) NOT NULL DEFAULT 0,
    ratings integer NOT NULL DEFAULT 0,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX catalogue_findable_changed ON catalogue_findable (changed);
CREATE TABLE catalogue_searchdocument (
    product_id bigint PRIMARY KEY,
    name text NOT NULL,
    document tsvector NOT NULL,
    changed xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX catalogue_searchdocument_words ON catalogue_searchdocument USING gin (document);
CREATE TABLE catalogue_searchword (word text PRIMARY KEY, spellings text[] NOT NULL);
CREATE INDEX catalogue_searchword_spellings ON catalogue_searchword USING gin (spellings);
CREATE INDEX catalogue_searchword_trigrams ON catalogue_searchword USING gin (word gin_trgm_ops);
CREATE INDEX catalogue_searchdocument_changed ON catalogue_searchdocument (changed);

CREATE FUNCTION catalogue_plain(words text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT btrim(regexp_replace(lower(unaccent(words)), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- The word and what is left of it when any one letter is dropped. Two words that differ by one letter put in, left out,
-- changed or swapped with the next have one of these in common.
CREATE FUNCTION catalogue_spellings(word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_agg(DISTINCT left(word, n - 1) || substr(word, n + 1)) || word
      FROM generate_series(1, least(length(word), 24)) AS n
$$;

CREATE VIEW catalogue_filing AS
SELECT p.id AS product_id,
       ARRAY(
           SELECT 'listed' WHERE p.published AND p.visibility IN ('visible', 'catalog')
           UNION ALL SELECT 'searchable' WHERE p.published AND p.visibility IN ('visible', 'search')
           UNION ALL SELECT 'in_stock:1' WHERE p.in_stock
           UNION ALL SELECT 'on_sale:1' WHERE p.on_sale
           UNION ALL SELECT 'producer:' || g.slug WHERE g.slug IS NOT NULL
           UNION ALL SELECT 'rating:' || n FROM generate_series(1, floor(p.rating_average)::int) AS n
       ) || shelved.keys || tagged.keys || stated.keys AS keys,
       catalogue_plain(p.name) AS name,
       p.lowest_price AS price, p.featured, p.created_at, p.sales_count AS sales,
       p.rating_average AS rating, p.rating_count AS ratings,
       catalogue_plain(concat_ws(' ', g.name, g.region, g.country, stated.origin)) AS origin,
       catalogue_plain(concat_ws(' ', stated.taste, shelved.names, tagged.names)) AS company,
       catalogue_plain(concat_ws(' ', p.sku, coded.codes)) AS codes,
       catalogue_plain(concat_ws(' ', p.short_description, p.description)) AS prose
  FROM catalogue_product p
  LEFT JOIN catalogue_producer g ON g.id = p.producer_id
 CROSS JOIN LATERAL (
       SELECT array_agg('category:' || c.slug) AS keys, string_agg(c.name, ' ') AS names
         FROM catalogue_product_categories pc JOIN catalogue_category c ON c.id = pc.category_id
        WHERE pc.product_id = p.id
       ) AS shelved
 CROSS JOIN LATERAL (
       SELECT array_agg('tag:' || t.slug) AS keys, string_agg(t.name, ' ') AS names
         FROM catalogue_product_tags pt JOIN catalogue_tag t ON t.id = pt.tag_id
        WHERE pt.product_id = p.id
       ) AS tagged
 CROSS JOIN LATERAL (
       SELECT string_agg(v.sku, ' ') AS codes FROM catalogue_variation v WHERE v.product_id = p.id AND v.enabled
       ) AS coded
 CROSS JOIN LATERAL (
       SELECT array_agg(DISTINCT a.slug || ':' || v.slug) AS keys,
              string_agg(DISTINCT v.name, ' ') FILTER (WHERE a.slug NOT IN ('food-pairing', 'tasting-notes')) AS origin,
              string_agg(DISTINCT v.name, ' ') FILTER (WHERE a.slug IN ('food-pairing', 'tasting-notes')) AS taste
         FROM (
              SELECT value_id FROM catalogue_productfact WHERE product_id = p.id
              UNION ALL
              SELECT o.attributevalue_id FROM catalogue_variation w
                JOIN catalogue_variation_options o ON o.variation_id = w.id
               WHERE w.product_id = p.id AND w.enabled
              ) AS said (value_id)
         JOIN catalogue_attributevalue v ON v.id = said.value_id
         JOIN catalogue_attribute a ON a.id = v.attribute_id
       ) AS stated;

CREATE FUNCTION catalogue_file_products(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalogue_findable (product_id) SELECT DISTINCT id FROM unnest(ids) AS id ORDER BY id
        ON CONFLICT DO NOTHING;
    -- Locked first and read by the next statement: two transactions that touch one product see each other's work.
    PERFORM FROM catalogue_findable WHERE product_id = ANY (ids) ORDER BY product_id FOR UPDATE;
    WITH filed AS MATERIALIZED (
        SELECT *, setweight(to_tsvector('simple', name || ' ' || codes), 'A')
                  || setweight(to_tsvector('simple', origin), 'B') || setweight(to_tsvector('simple', company), 'C')
                  || setweight(to_tsvector('simple', left(prose, 20000)), 'D') AS document
          FROM catalogue_filing WHERE product_id = ANY (ids)
    ), found AS (
        UPDATE catalogue_findable f
           SET (keys, name, price, featured, created_at, sales, rating, ratings, changed) =
               (v.keys, v.name, v.price, v.featured, v.created_at, v.sales, v.rating, v.ratings, pg_current_xact_id())
          FROM filed v
         WHERE v.product_id = f.product_id
           AND (f.keys, f.name, f.price, f.featured, f.created_at, f.sales, f.rating, f.ratings)
               IS DISTINCT FROM (v.keys, v.name, v.price, v.featured, v.created_at, v.sales, v.rating, v.ratings)
    ), gone AS (
        UPDATE catalogue_findable f SET keys = '{}', changed = pg_current_xact_id()
         WHERE f.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM filed v WHERE v.product_id = f.product_id)
    ), unread AS (
        DELETE FROM catalogue_searchdocument d
         WHERE d.product_id = ANY (ids) AND NOT EXISTS (SELECT FROM filed v WHERE v.product_id = d.product_id)
    ), written AS (
        INSERT INTO catalogue_searchdocument AS d (product_id, name, document)
        SELECT product_id, name, document FROM filed
            ON CONFLICT (product_id) DO UPDATE SET name = excluded.name, document = excluded.document
         WHERE (d.name, d.document) IS DISTINCT FROM (excluded.name, excluded.document)
    )
    INSERT INTO catalogue_searchword (word, spellings)
    SELECT word, catalogue_spellings(word)
      FROM (SELECT DISTINCT regexp_split_to_table(concat_ws(' ', name, origin, company), ' ') FROM filed) AS said (word)
     WHERE word ~ '[^0-9]' AND length(word) BETWEEN 2 AND 40
       AND NOT EXISTS (SELECT FROM catalogue_searchword w WHERE w.word = said.word)
     ORDER BY word
        ON CONFLICT DO NOTHING;
END $$;

-- Files the products of the rows that a statement changed: those whose columns TG_ARGV[0] differ. The query TG_ARGV[1]
-- finds the products of such rows.
CREATE FUNCTION catalogue_touched() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rows text := CASE TG_OP
        WHEN 'INSERT' THEN 'SELECT %1$s FROM made'
        WHEN 'DELETE' THEN 'SELECT %1$s FROM old'
        ELSE '(SELECT %1$s FROM made EXCEPT SELECT %1$s FROM old) UNION (SELECT %1$s FROM old EXCEPT SELECT %1$s FROM made)'
    END;
    ids bigint[];
BEGIN
    IF current_setting('vintner.file_later', true) = 'on' THEN
        RETURN NULL;  -- whoever set it calls catalogue_file_products in the end
    END IF;
    EXECUTE format(TG_ARGV[1], format(rows, TG_ARGV[0])) INTO ids;
    IF ids IS NOT NULL THEN
        PERFORM catalogue_file_products(ids);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION catalogue_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE catalogue_findable, catalogue_searchdocument, catalogue_searchword;
    RETURN NULL;
END $$;
CREATE TRIGGER emptied AFTER TRUNCATE ON catalogue_product FOR EACH STATEMENT EXECUTE FUNCTION catalogue_emptied();

CREATE FUNCTION catalogue_text_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER changed BEFORE UPDATE ON catalogue_searchdocument
    FOR EACH ROW EXECUTE FUNCTION catalogue_text_changed();
