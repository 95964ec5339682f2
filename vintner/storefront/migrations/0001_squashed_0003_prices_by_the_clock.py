"""The catalogue version, which database triggers change with everything that shoppers see."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).with_name("sql")

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
    "pricing_bookversion",
    "pricing_promotion",
    "pricing_promotion_products",
    "pricing_tier",
    "shipping_destination",
)
"""Shoppers see everything in these."""

UNSEEN = {"catalogue_product": "'{sales_count}'", "catalogue_variation": "'{on_hand,reserved}'"}
"""Columns that change with every sale. Of a stock no page shows more than whether there are 999 bottles or fewer."""
SEEN = {"catalogue_variation": "LEAST(GREATEST({row}.on_hand - {row}.reserved, 0), 999)"}


def _trigger(table: str, event: str, when: str = "") -> migrations.RunSQL:
    name = f"new_edition_{event.split(maxsplit=1)[0].lower()}"
    return migrations.RunSQL(
        f"CREATE CONSTRAINT TRIGGER {name} AFTER {event} ON {table} DEFERRABLE INITIALLY DEFERRED "
        f"FOR EACH ROW {when} EXECUTE FUNCTION storefront_new_edition()"
    )


def _changed(table: str) -> str:
    """Return the condition that an update changed something that shoppers see."""
    rows = [f"to_jsonb({row}) - {UNSEEN[table]}::text[]" for row in ("OLD", "NEW")]
    seen = [SEEN[table].format(row=row) for row in ("OLD", "NEW")] if table in SEEN else None
    also = f" OR {seen[0]} <> {seen[1]}" if seen else ""
    return f"WHEN ({rows[0]} <> {rows[1]}{also})"


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("storefront", "0001_edition"),
        ("storefront", "0002_book_in_the_edition"),
        ("storefront", "0003_prices_by_the_clock"),
    ]

    dependencies = [
        ("catalogue", "0001_squashed_0010_tax_and_shipping_classes"),
        ("notices", "0001_squashed_0002_policy"),
        ("pricing", "0001_squashed_0007_next_change"),
        ("shipping", "0001_squashed_0004_destination_without_state"),
    ]

    operations = [
        migrations.RunSQL((SQL / "catalogue_version.sql").read_text()),
        *[_trigger(table, "INSERT OR UPDATE OR DELETE") for table in TABLES],
        *[_trigger(table, "INSERT OR DELETE") for table in UNSEEN],
        *[_trigger(table, "UPDATE", _changed(table)) for table in UNSEEN],
    ]
