"""Invariants of the ledger of wine."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant

LEDGER: Final = (
    Invariant(
        name="wine ledger",
        says="What counts against a person's limit of wine is what living orders send, bottle for bottle.",
        sql="""
        SELECT s.id AS row, s.order_id, 'counts, though its order does not' AS problem
        FROM shipping_sent s JOIN orders_order o ON o.id = s.order_id
        WHERE s.taken_back_at IS NULL AND o.status IN ('cancelled', 'failed', 'checkout-draft')
        UNION ALL
        SELECT s.id, s.order_id, 'does not count, though its order does'
        FROM shipping_sent s JOIN orders_order o ON o.id = s.order_id
        WHERE s.taken_back_at IS NOT NULL AND o.status IN ('pending', 'processing', 'on-hold', 'completed')
        UNION ALL
        SELECT s.id, s.order_id, 'is not what its line says'
        FROM shipping_sent s JOIN orders_orderline l ON l.id = s.line_id
        WHERE l.order_id <> s.order_id OR l.quantity * l.bottles_each <> s.bottles
        """,
    ),
)
