"""The edition: a number that changes with every commit which changes what shoppers see on the pages they browse.

Kept by the database, so that no way of editing can forget it. The triggers are deferred to the commit, so that the one
row of this table is always the last that a transaction locks: orders that sell the last bottles of several wines
never wait for each other in a circle. The sequence never goes back, not even when a transaction does.
"""

from django.db import migrations

TABLES = (
    "catalogue_attribute",
    "catalogue_attributevalue",
    "catalogue_category",
    "catalogue_gallerypicture",
    "catalogue_picture",
    "catalogue_producer",
    "catalogue_producerslide",
    "catalogue_product_categories",
    "catalogue_product_tags",
    "catalogue_productfact",
    "catalogue_relatedmaterial",
    "catalogue_review",
    "catalogue_tag",
    "catalogue_variation_options",
    "notices_storenotice",
    "pricing_bulktier",
    "pricing_promotion",
    "pricing_promotion_products",
    "shipping_destination",
)
"""Shoppers see everything in these."""

UNSEEN = {"catalogue_product": "'{sales_count}'", "catalogue_variation": "'{on_hand,reserved}'"}
"""Columns that change with every sale. Of a stock no page shows more than whether there are 999 bottles or fewer."""
SEEN = {"catalogue_variation": "LEAST(GREATEST({row}.on_hand - {row}.reserved, 0), 999)"}

FUNCTION = """
CREATE TABLE storefront_edition (id smallint PRIMARY KEY CHECK (id = 1), number bigint NOT NULL);
CREATE SEQUENCE storefront_edition_number;
-- Beginning with the time, so that a database made anew never repeats a number that a shared cache may still know.
SELECT setval('storefront_edition_number', (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
INSERT INTO storefront_edition VALUES (1, nextval('storefront_edition_number'));
CREATE FUNCTION storefront_new_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Once for each transaction is enough, however many rows it changed.
    IF current_setting('vintner.edition_of', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        UPDATE storefront_edition SET number = nextval('storefront_edition_number');
        PERFORM set_config('vintner.edition_of', pg_current_xact_id()::text, true);
    END IF;
    RETURN NULL;
END $$;
-- The next moment at which something on the pages changes by itself, NULL when nothing is planned.
CREATE FUNCTION storefront_next_change(now timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT min(moment) FROM (
        SELECT unnest(ARRAY[sale_starts_at, sale_ends_at]) FROM catalogue_variation
            WHERE sale_starts_at > now OR sale_ends_at > now
        UNION ALL SELECT available_from FROM catalogue_product WHERE available_from > now
        UNION ALL SELECT unnest(ARRAY[starts_at, ends_at]) FROM pricing_promotion WHERE starts_at > now OR ends_at > now
    ) AS known (moment) WHERE moment > now
$$;
"""


def _trigger(table: str, event: str, when: str = "") -> migrations.RunSQL:
    name = f"new_edition_{event.split(maxsplit=1)[0].lower()}"
    return migrations.RunSQL(
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {event} ON {table} DEFERRABLE INITIALLY DEFERRED "
        f"FOR EACH ROW {when} EXECUTE FUNCTION storefront_new_edition()",
        f"DROP TRIGGER {name} ON {table}",
    )


def _changed(table: str) -> str:
    """Return the condition that an update changed something that shoppers see."""
    rows = [f"to_jsonb({row}) - {UNSEEN[table]}::text[]" for row in ("OLD", "NEW")]
    seen = [SEEN[table].format(row=row) for row in ("OLD", "NEW")] if table in SEEN else None
    also = f" OR {seen[0]} <> {seen[1]}" if seen else ""
    return f"WHEN ({rows[0]} <> {rows[1]}{also})"


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("catalogue", "0008_former_addresses"),
        ("notices", "0001_store_notice"),
        ("pricing", "0003_destinations_in_the_book"),
        ("shipping", "0001_initial"),
    ]
    run_before = [("pricing", "0004_discounts")]  # which gives pricing_bulktier another name
    operations = [
        migrations.RunSQL(
            FUNCTION,
            "DROP FUNCTION storefront_next_change(timestamptz); DROP FUNCTION storefront_new_edition(); DROP SEQUENCE storefront_edition_number; "
            "DROP TABLE storefront_edition;",
        ),
        *[_trigger(table, "INSERT OR UPDATE OR DELETE") for table in TABLES],
        *[_trigger(table, "INSERT OR DELETE") for table in UNSEEN],
        *[_trigger(table, "UPDATE", _changed(table)) for table in UNSEEN],
    ]
