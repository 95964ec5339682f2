"""Indexes for the list of orders in the admin, made while the shop goes on."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

FUNCTIONS = r"""
CREATE FUNCTION orders_address_text(address jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(address ->> 'first_name', '') || ' ' || coalesce(address ->> 'last_name', '')
        || ' ' || coalesce(address ->> 'company', '') || ' ' || coalesce(address ->> 'address_1', '')
        || ' ' || coalesce(address ->> 'address_2', '') || ' ' || coalesce(address ->> 'city', '')
        || ' ' || coalesce(address ->> 'postcode', '') || ' ' || coalesce(address ->> 'phone', '')
        || ' ' || regexp_replace(coalesce(address ->> 'postcode', ''), '[^[:alnum:]]', '', 'g')
        || ' ' || regexp_replace(coalesce(address ->> 'phone', ''), '[^0-9]', '', 'g')
$$;

CREATE FUNCTION orders_order_text(email text, billing jsonb, shipping jsonb) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT lower(email || ' ' || public.orders_address_text(billing) || ' ' || public.orders_address_text(shipping))
$$;
"""
NO_FUNCTIONS = """
DROP FUNCTION orders_order_text(text, jsonb, jsonb);
DROP FUNCTION orders_address_text(jsonb);
"""


def trigrams(name: str, on: str) -> list[migrations.RunSQL]:
    """Make an index for parts of a text. Large shops need longer for it than a query may take.

    New rows go into it at once: a list of what is still to go in would be read whole by each search.
    """
    return [
        migrations.RunSQL("SET statement_timeout = 0", "SET statement_timeout = 0"),
        migrations.RunSQL(
            f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {on} WITH (fastupdate = off)",
            f"DROP INDEX CONCURRENTLY IF EXISTS {name}",
        ),
        migrations.RunSQL("RESET statement_timeout", "RESET statement_timeout"),
    ]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("orders", "0008_labels"), ("catalogue", "0006_findable")]
    operations = [
        migrations.RunSQL(FUNCTIONS, NO_FUNCTIONS),
        *trigrams(
            "orders_by_text", "orders_order USING gin (orders_order_text(email, billing, shipping) gin_trgm_ops)"
        ),
        *trigrams(
            "order_lines_by_text",
            "orders_orderline USING gin ((lower(sku || ' ' || name || ' ' || producer)) gin_trgm_ops)",
        ),
        AddIndexConcurrently("order", models.Index(fields=["-placed_at", "-id"], name="orders_newest_first")),
        AddIndexConcurrently("order", models.Index(fields=["status", "-placed_at", "-id"], name="orders_by_status")),
    ]
