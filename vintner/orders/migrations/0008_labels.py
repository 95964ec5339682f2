"""Producer, vintage and size on the order line, and in the seal.

Lines of orders that are there already are filled from the catalogue as it is now. What the order itself says counts
more: an option that is written in the line is moved, never replaced. Only orders whose seal was right are sealed
again, so that a change behind the guards' back is still found.
"""

from importlib import import_module

from django.db import migrations, models

before = import_module("vintner.orders.migrations.0005_order_life")

REMEMBER = """
CREATE TEMPORARY TABLE rightly_sealed ON COMMIT DROP AS
    SELECT id FROM orders_order WHERE seal <> '' AND seal = orders_seal_of(id);
"""

SEAL = """
CREATE OR REPLACE FUNCTION orders_seal_of(wanted bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT md5(concat_ws('|', o.id, o.key, o.currency, o.subtotal, o.discount, o.shipping_total, o.fee_total,
        o.tax_total, o.total,
        (SELECT string_agg(concat_ws('|', l.id, l.product_id, l.sku, l.producer, l.name, l.vintage, l.size, l.options,
            l.quantity, l.regular_unit_price, l.subtotal, l.discount, l.tax, l.promotion, l.given), E'\\n' ORDER BY l.id)
         FROM orders_orderline l WHERE l.order_id = o.id),
        (SELECT string_agg(concat_ws('|', a.id, a.kind, a.label, a.rate, a.amount), E'\\n' ORDER BY a.id)
         FROM orders_orderadjustment a WHERE a.order_id = o.id)))
    FROM orders_order o WHERE o.id = wanted
$$;
"""

# A wine: it has alcohol, and is in the category of wines or states a grape.
FILL = """
ALTER TABLE orders_orderline DISABLE TRIGGER orders_guard_line;
WITH RECURSIVE wines AS (
    SELECT id FROM catalogue_category WHERE slug = 'wine'
    UNION SELECT c.id FROM catalogue_category c JOIN wines ON c.parent_id = wines.id
), bottle AS (
    SELECT l.id, string_to_array(l.options, ', ') AS written, coalesce(m.name, '') AS producer,
        p.kind = 'simple' OR l.variation_id IS NOT NULL AS known,
        p.alcoholic AND (
            EXISTS (SELECT FROM catalogue_product_categories h JOIN wines ON wines.id = h.category_id
                    WHERE h.product_id = p.id)
            OR EXISTS (SELECT FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
                       JOIN catalogue_attribute a ON a.id = o.attribute_id
                       WHERE f.product_id = p.id AND a.slug = 'grape')) AS is_wine,
        (SELECT json_build_array(a.name || ': ' || o.name, o.name) FROM catalogue_variation_options vo
            JOIN catalogue_attributevalue o ON o.id = vo.attributevalue_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
            WHERE vo.variation_id = l.variation_id AND a.slug = 'vintage' LIMIT 1) AS vintage_option,
        (SELECT json_build_array(a.name || ': ' || o.name, o.name) FROM catalogue_variation_options vo
            JOIN catalogue_attributevalue o ON o.id = vo.attributevalue_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
            WHERE vo.variation_id = l.variation_id AND a.slug IN ('bottle-size', 'size')
            ORDER BY a.slug LIMIT 1) AS size_option,
        (SELECT o.name FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
            WHERE f.product_id = p.id AND a.slug = 'vintage'
                AND (f.variation_id IS NULL OR f.variation_id = l.variation_id)
            ORDER BY f.variation_id, f.position, f.id LIMIT 1) AS vintage_fact,
        (SELECT o.name FROM catalogue_productfact f JOIN catalogue_attributevalue o ON o.id = f.value_id
            JOIN catalogue_attribute a ON a.id = o.attribute_id
            WHERE f.product_id = p.id AND a.slug IN ('bottle-size', 'size')
                AND (f.variation_id IS NULL OR f.variation_id = l.variation_id)
            ORDER BY a.slug, f.variation_id, f.position, f.id LIMIT 1) AS size_fact
    FROM orders_orderline l JOIN catalogue_product p ON p.id = l.product_id
    LEFT JOIN catalogue_producer m ON m.id = p.producer_id
)
UPDATE orders_orderline l SET
    producer = b.producer,
    vintage = CASE
        WHEN b.vintage_option ->> 0 = ANY (b.written) THEN b.vintage_option ->> 1
        WHEN b.vintage_option IS NOT NULL OR NOT b.known THEN ''
        ELSE coalesce(b.vintage_fact, CASE WHEN b.is_wine THEN 'NV' ELSE '' END) END,
    size = CASE
        WHEN b.size_option ->> 0 = ANY (b.written) THEN b.size_option ->> 1
        WHEN b.size_option IS NOT NULL OR NOT b.known THEN ''
        ELSE coalesce(b.size_fact, '') END,
    options = array_to_string(
        array_remove(array_remove(b.written, b.vintage_option ->> 0), b.size_option ->> 0), ', ')
FROM bottle b WHERE b.id = l.id;
ALTER TABLE orders_orderline ENABLE TRIGGER orders_guard_line;
"""

RESEAL = """
ALTER TABLE orders_order DISABLE TRIGGER orders_guard;
UPDATE orders_order SET seal = orders_seal_of(id) WHERE id IN (SELECT id FROM rightly_sealed);
ALTER TABLE orders_order ENABLE TRIGGER orders_guard;
DROP TABLE rightly_sealed;
"""

OLD_SEAL = before.SEAL.partition("CREATE FUNCTION orders_seal()")[0].replace("CREATE", "CREATE OR REPLACE", 1)


class Migration(migrations.Migration):
    dependencies = [
        ("catalogue", "0010_tax_and_shipping_classes"),
        ("orders", "0007_email_tries"),
    ]

    operations = [
        migrations.RunSQL(REMEMBER, RESEAL),
        migrations.AddField(
            model_name="orderline",
            name="producer",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
        migrations.AddField(
            model_name="orderline",
            name="vintage",
            field=models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
        migrations.AddField(
            model_name="orderline",
            name="size",
            field=models.CharField(blank=True, db_default="", default="", max_length=300),
        ),
        migrations.AlterField(
            model_name="orderline",
            name="options",
            field=models.CharField(blank=True, help_text="What else was chosen: Age: 20 years", max_length=300),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.RunSQL(SEAL, OLD_SEAL),
        migrations.RunSQL(RESEAL, REMEMBER),
    ]
