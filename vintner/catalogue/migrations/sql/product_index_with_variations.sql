-- The words and keys of products, and the offers of their variations: a listing is filtered by what belongs to one of them.
--
-- `variations` holds [id, price in cents, keys] for each variation of a variable product that has an offer. Its vintage
-- and its size are its own, else those of the product. The product has the vintages and sizes of these variations alone.
CREATE OR REPLACE VIEW catalogue_filing AS
SELECT p.id AS product_id,
       ARRAY(
           SELECT 'listed' WHERE p.published AND p.visibility IN ('visible', 'catalog')
           UNION ALL SELECT 'searchable' WHERE p.published AND p.visibility IN ('visible', 'search')
           UNION ALL SELECT 'in_stock:1' WHERE p.in_stock
           UNION ALL SELECT 'on_sale:1' WHERE p.on_sale
           UNION ALL SELECT 'subscription:1' WHERE pl.on_sale
           UNION ALL SELECT 'producer:' || g.slug WHERE g.slug IS NOT NULL
           UNION ALL SELECT 'body:' || p.body WHERE p.body IS NOT NULL
           UNION ALL SELECT 'sweetness:' || p.sweetness WHERE p.sweetness IS NOT NULL
           UNION ALL SELECT 'rating:' || n FROM generate_series(1, floor(p.rating_average)::int) AS n
       ) || shelved.keys || tagged.keys || stated.keys || offered.keys AS keys,
       catalogue_plain(p.name) AS name,
       p.lowest_price AS price, p.featured, p.created_at, p.sales_count AS sales,
       p.rating_average AS rating, p.rating_count AS ratings,
       catalogue_plain(concat_ws(' ', g.name, g.region, g.country, stated.origin)) AS origin,
       catalogue_plain(concat_ws(' ', stated.taste, shelved.names, tagged.names, planned.words, inside.names)) AS company,
       catalogue_plain(concat_ws(' ', p.sku, coded.codes)) AS codes,
       catalogue_plain(concat_ws(' ', p.short_description, p.description)) AS prose,
       coalesce(offered.variations, '[]') AS variations
  FROM catalogue_product p
  LEFT JOIN catalogue_producer g ON g.id = p.producer_id
  LEFT JOIN catalogue_plan pl ON pl.id = p.plan_id
 CROSS JOIN LATERAL (
       SELECT concat_ws(' ', 'subscription subscriptions', pl.name, 'every', CASE WHEN pl.interval_count = 1 THEN
                  concat_ws(' ', pl.interval_unit,
                      CASE pl.interval_unit WHEN 'day' THEN 'daily' ELSE pl.interval_unit || 'ly' END)
                  ELSE concat_ws(' ', pl.interval_count, pl.interval_unit || 's') END) AS words
        WHERE pl.on_sale
       UNION ALL SELECT NULL WHERE pl.on_sale IS NOT TRUE
       ) AS planned
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
       SELECT gathered.variations,
              (SELECT array_agg(DISTINCT key) FROM jsonb_array_elements(gathered.labels) AS part (labels),
                  jsonb_array_elements_text(part.labels) AS key) AS keys
         FROM (
              SELECT jsonb_agg(jsonb_build_array(each.id, each.price, each.labels || each.states) ORDER BY each.place)
                         AS variations,
                     jsonb_agg(each.labels) AS labels
                FROM (
                     SELECT w.id, offer -> 1 AS price, place,
                            to_jsonb(ARRAY(
                                SELECT DISTINCT slug || ':' || value FROM (
                                    SELECT a.slug, v.slug AS value, rank() OVER (PARTITION BY a.slug ORDER BY of_all) AS nearness
                                      FROM (
                                           SELECT attributevalue_id, false FROM catalogue_variation_options
                                            WHERE variation_id = w.id
                                           UNION ALL
                                           SELECT value_id, variation_id IS NULL FROM catalogue_productfact
                                            WHERE product_id = p.id AND (variation_id = w.id OR variation_id IS NULL)
                                           ) AS said (value_id, of_all)
                                      JOIN catalogue_attributevalue v ON v.id = said.value_id
                                      JOIN catalogue_attribute a ON a.id = v.attribute_id
                                     WHERE a.slug IN ('vintage', 'bottle-size')
                                    ) AS ranked
                                 WHERE nearness = 1)) AS labels,
                            to_jsonb(ARRAY(
                                SELECT 'in_stock:1' WHERE (offer -> 2)::boolean
                                UNION ALL SELECT 'on_sale:1' WHERE (offer -> 3)::boolean)) AS states
                       FROM jsonb_array_elements(p.variation_offers) WITH ORDINALITY AS sold (offer, place)
                       JOIN catalogue_variation w ON w.id = (offer -> 0)::bigint AND w.product_id = p.id AND w.enabled
                     ) AS each
              ) AS gathered
       ) AS offered
 CROSS JOIN LATERAL (
       SELECT array_agg(DISTINCT a.slug || ':' || v.slug)
                  FILTER (WHERE offered.variations IS NULL OR a.slug NOT IN ('vintage', 'bottle-size')) AS keys,
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
       ) AS stated
 CROSS JOIN LATERAL (
       SELECT string_agg(DISTINCT concat_ws(' ', w.name, wg.name), ' ') AS names
         FROM catalogue_setitem si JOIN catalogue_variation sv ON sv.id = si.variation_id
         JOIN catalogue_product w ON w.id = sv.product_id LEFT JOIN catalogue_producer wg ON wg.id = w.producer_id
        WHERE si.product_id = p.id
       ) AS inside;

CREATE OR REPLACE FUNCTION catalogue_file_products(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
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
           SET (keys, name, price, featured, created_at, sales, rating, ratings, variations, changed) =
               (v.keys, v.name, v.price, v.featured, v.created_at, v.sales, v.rating, v.ratings, v.variations,
                pg_current_xact_id())
          FROM filed v
         WHERE v.product_id = f.product_id
           AND (f.keys, f.name, f.price, f.featured, f.created_at, f.sales, f.rating, f.ratings, f.variations)
               IS DISTINCT FROM
               (v.keys, v.name, v.price, v.featured, v.created_at, v.sales, v.rating, v.ratings, v.variations)
    ), gone AS (
        UPDATE catalogue_findable f SET keys = '{}', variations = '[]', changed = pg_current_xact_id()
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
