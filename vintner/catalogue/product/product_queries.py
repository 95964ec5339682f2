"""The queries of a product's page.

They are written as SQL, because composing them from expressions for every page and making model objects of their result
took longer than running them.
"""

from typing import Final

from vintner.catalogue.producers.producers import PROFILE
from vintner.catalogue.product.near_wines import NEAR, THIS
from vintner.catalogue.product.variation_rows import ON_SALE, SOLD
from vintner.catalogue.wine_label import bottle_label_sql

_PICTURE: Final = "json_build_array(i.id, i.checksum, i.alt, i.caption, jsonb_array_length(i.sizes))"
"""A `PictureKey` as SQL, of a picture named i."""
PRODUCT: Final = f"""SELECT
    p.id, p.kind, p.sku, p.name, p.slug, p.short_description, p.description,
    extract(epoch FROM p.available_from)::float8, p.launch_text, p.sold_individually, p.alcoholic,
    p.virtual, p.rating_average, p.rating_count, p.plan_id, p.set_bottles,
    json_build_array(p.drink_from, p.drink_until, p.dosage::text, p.body, p.acidity, p.sweetness, p.tannin),
    to_json(ARRAY(SELECT json_build_array(s.variation_id, s.source, s.points::text, s.out_of, s.given_on)
        FROM catalogue_criticscore s WHERE s.product_id = p.id
        ORDER BY s.given_on DESC NULLS LAST, s.source, s.id)),
    (SELECT {PROFILE} FROM catalogue_producer m WHERE m.id = p.producer_id),
    to_json(ARRAY(SELECT {_PICTURE} FROM (SELECT p.picture_id AS id, -1 AS position
            UNION ALL SELECT g.picture_id, g.position FROM catalogue_gallerypicture g
            WHERE g.product_id = p.id AND g.picture_id IS DISTINCT FROM p.picture_id) shown
        JOIN catalogue_picture i ON i.id = shown.id ORDER BY shown.position)),
    to_json(ARRAY(SELECT json_build_array(v.id, v.sku, {SOLD}, {bottle_label_sql("v")},
        ARRAY(SELECT json_build_array(a.slug, a.name, o.name)
            FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
            WHERE f.variation_id = v.id AND f.visible ORDER BY f.position, f.id), v.note,
        json_build_array(v.drink_from, v.drink_until),
        (SELECT {_PICTURE} FROM catalogue_picture i WHERE i.id = v.picture_id))
        FROM catalogue_variation v WHERE v.product_id = p.id AND {ON_SALE} ORDER BY v.position, v.id)),
    to_json(ARRAY(SELECT json_build_array(c.name, c.slug, above.children_in_menu, c.children_in_menu)
        FROM catalogue_product_categories pc JOIN catalogue_category c ON c.id = pc.category_id
        LEFT JOIN catalogue_category above ON above.id = c.parent_id
        WHERE pc.product_id = p.id ORDER BY c.position, c.name)),
    to_json(ARRAY(SELECT t.name FROM catalogue_product_tags pt JOIN catalogue_tag t ON t.id = pt.tag_id
        WHERE pt.product_id = p.id ORDER BY t.name)),
    to_json(ARRAY(SELECT json_build_array(a.slug, a.name, o.name)
        FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
        JOIN catalogue_attribute a ON a.id = o.attribute_id
        WHERE f.product_id = p.id AND f.variation_id IS NULL AND f.visible ORDER BY f.position, f.id)),
    {NEAR}
    FROM catalogue_product p CROSS JOIN LATERAL ({THIS}) this WHERE p.slug = %s AND p.published"""  # noqa: S608
"""A row of `product_rows.py`.

Arrays are read as one piece of JSON: reading their elements one by one took twice as long.
"""
SOLD_OF_PRODUCT: Final = f"""SELECT to_json(ARRAY(SELECT {SOLD}
    FROM catalogue_variation v JOIN catalogue_product p ON p.id = v.product_id
    WHERE p.id = %s AND {ON_SALE} ORDER BY v.position, v.id))"""  # noqa: S608 - nothing but constants
"""The variations of a product, by its id: `SoldRow`s in the order of the bottles of PRODUCT."""
