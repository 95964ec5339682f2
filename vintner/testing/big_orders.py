"""As many orders as a large shop has after years, for measuring: invented people, one line and one payment each."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

STREETS = "ARRAY['Oak Street', 'Harbor Row', 'Hill Road', 'Mill Lane', 'Vine Avenue', 'Station Square', 'Bay Drive']"
CITIES = "ARRAY['Napa', 'Sonoma', 'Albany', 'Portland', 'Boulder', 'Austin', 'Madison', 'Denver', 'Reno']"
FIRST = "ARRAY['Jane', 'Ada', 'Noah', 'Emil', 'Rosa', 'Ivan', 'Lena', 'Omar', 'Petra', 'Hugo', 'Mina']"
LAST = "ARRAY['Doe', 'Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Juniper', 'Larch', 'Maple', 'Rowan', 'Willow']"

ORDERS = f"""
WITH made AS (
    SELECT n, jsonb_build_object(
        'first_name', ({FIRST})[1 + n %% 11], 'last_name', ({LAST})[1 + (n / 11) %% 11] || n / 121,
        'company', '', 'country', 'US', 'state', 'CA', 'address_1', n || ' ' || ({STREETS})[1 + n %% 7],
        'address_2', '', 'city', ({CITIES})[1 + n %% 9], 'postcode', lpad((n %% 99999)::text, 5, '0'),
        'phone', '+1 (415) 5' || lpad((n %% 100)::text, 2, '0') || '-' || lpad((n / 100 %% 10000)::text, 4, '0')
    ) AS address
    FROM generate_series(1, %s) n
)
INSERT INTO orders_order (key, status, cart_hash, placed_at, currency, email, billing, shipping, customer_note,
    payment_method, payment_title, shipping_rate, shipping_title, subtotal, discount, shipping_total, fee_total,
    tax_total, total, seal)
SELECT 'wc_order_big_' || n, (ARRAY['completed', 'completed', 'completed', 'processing', 'cancelled', 'refunded',
    'failed', 'checkout-draft'])[1 + n %% 8], '', now() - n * interval '7 minutes', 'USD',
    'buyer' || n || '@example.com', address, address, '', 'stripe', '', '', '', 2000, 0, 0, 0, 0, 2000, ''
FROM made
"""  # noqa: S608 - constants of ours
LINES = """
INSERT INTO orders_orderline (order_id, product_id, sku, name, producer, options, quantity, regular_unit_price,
    subtotal, discount, tax, promotion, given)
SELECT id, 1000 + id % 500, 'BIG-' || id % 500, 'Estate ' || id % 500 || ' Reserve', 'Estate ' || id % 500,
    '', 1, 2000, 2000, 0, 0, '', false
FROM orders_order WHERE key LIKE 'wc_order_big_%'
"""
PAYMENTS = """
INSERT INTO payments_payment (order_id, attempt, idempotency_key, intent_id, charge_id, status, amount, captured,
    type, {others})
SELECT id, 1, 'big-' || id, 'pi_big' || id, 'ch_big' || id, 'succeeded', 2000, 2000, 'card', {values}
FROM orders_order WHERE key LIKE 'wc_order_big_%'
"""
REFUNDS = """
INSERT INTO orders_refund (order_id, amount, reason, restock, intent_id, key, state, error, requested_at)
SELECT id, 500, '', false, '', 'big-' || id, 'requested', '', now()
FROM orders_order WHERE key LIKE 'wc_order_big_%' AND id % 50 = 0
"""
REFUNDED = "UPDATE orders_refund SET state = 'done', ended_at = now() WHERE key LIKE 'big-%'"
SENT = """
INSERT INTO shipping_sent (order_id, line_id, people, name, email, address, country, state, postcode, wine, sku,
    bottles, litres, written_at)
SELECT o.id, l.id, ARRAY[o.email], billing ->> 'last_name', o.email, billing ->> 'address_1', 'US', 'CA',
    billing ->> 'postcode', l.name, l.sku, 1, 0.75, o.placed_at
FROM orders_order o JOIN orders_orderline l ON l.order_id = o.id WHERE key LIKE 'wc_order_big_%'
"""

EMAILS = """
INSERT INTO orders_email (order_id, kind, about, "to", subject, text, html, message_id, created_at, sent_at,
    next_try_at, tries, error)
SELECT id, 'customer_processing_order', '', email, 'Your order ' || number || ' is on its way', '', '',
    '<big-' || id || '@example.com>', placed_at, placed_at,
    placed_at, 1, ''
FROM orders_order WHERE key LIKE 'wc_order_big_%'
"""
TABLES = ("orders_order", "orders_orderline", "payments_payment", "orders_refund", "shipping_sent", "orders_email")


def fill(number: int) -> None:
    """Write so many orders with all that the admin's lists show of them."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(ORDERS, [number])
        for statement in (LINES, _payments(), REFUNDS, REFUNDED, SENT, EMAILS):
            cursor.execute(statement)
        cursor.execute("RESET statement_timeout")


@contextmanager
def without_text_indexes() -> Iterator[None]:
    """Drop the indexes of parts of texts, and build them again in the end: much quicker than row by row."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE indexdef LIKE %s AND tablename = ANY(%s)",
                       ["%gin%", list(TABLES)])  # fmt: skip
        dropped = cursor.fetchall()
        for name, _ in dropped:
            cursor.execute(f"DROP INDEX {name}")
    yield
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET maintenance_work_mem = '1GB'")
        for _, definition in dropped:
            cursor.execute(definition)
        cursor.execute("RESET statement_timeout")


def analyze() -> None:
    """Let the database know what there is now, as it finds out by itself in a running shop."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        for table in TABLES:
            cursor.execute(f"ANALYZE {table}")
        cursor.execute("RESET statement_timeout")


def _payments() -> str:
    """Return the statement with what else a payment must have, blank or as its column says."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'payments_payment'"
            " AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND column_name <> ALL(%s)",
            [
                [
                    "order_id",
                    "attempt",
                    "idempotency_key",
                    "intent_id",
                    "charge_id",
                    "status",
                    "amount",
                    "captured",
                    "type",
                ]
            ],
        )
        needed = dict(cursor.fetchall())
    usual = {"timestamp with time zone": "now()", "boolean": "false", "jsonb": "'{}'", "character varying": "''"}
    return PAYMENTS.format(others=", ".join(needed), values=", ".join(usual.get(kind, "0") for kind in needed.values()))
