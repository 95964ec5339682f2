-- The words and keys of products. A gift set is found by the names of its wines and their growers.
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
       ) || shelved.keys || tagged.keys || stated.keys AS keys,
       catalogue_plain(p.name) AS name,
       p.lowest_price AS price, p.featured, p.created_at, p.sales_count AS sales,
       p.rating_average AS rating, p.rating_count AS ratings,
       catalogue_plain(concat_ws(' ', g.name, g.region, g.country, stated.origin)) AS origin,
       catalogue_plain(concat_ws(' ', stated.taste, shelved.names, tagged.names, planned.words, inside.names)) AS company,
       catalogue_plain(concat_ws(' ', p.sku, coded.codes)) AS codes,
       catalogue_plain(concat_ws(' ', p.short_description, p.description)) AS prose
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
       ) AS stated
 CROSS JOIN LATERAL (
       SELECT string_agg(DISTINCT concat_ws(' ', w.name, wg.name), ' ') AS names
         FROM catalogue_setitem si JOIN catalogue_variation sv ON sv.id = si.variation_id
         JOIN catalogue_product w ON w.id = sv.product_id LEFT JOIN catalogue_producer wg ON wg.id = w.producer_id
        WHERE si.product_id = p.id
       ) AS inside;
