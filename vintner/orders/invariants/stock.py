"""Invariants of the stock and of what is held of it."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant

STOCK: Final = (
    Invariant(
        name="I1 oversold",
        says="Of a wine that may not be backordered, no more is held than is on hand.",
        sql="""
        SELECT id AS variation, on_hand, reserved FROM catalogue_variation
        WHERE manage_stock AND backorders = 'no' AND reserved > on_hand OR reserved < 0
        """,
    ),
    Invariant(
        name="I1 held",
        says="What a wine counts as held is what unpaid orders hold of it, and shoppers without an order.",
        sql="""
        SELECT v.id AS variation, v.reserved, r.held, h.held AS without_order
        FROM catalogue_variation v
        LEFT JOIN LATERAL (
            SELECT coalesce(sum(quantity), 0) AS held FROM orders_stockreservation
            WHERE variation_id = v.id AND ended_at IS NULL) r ON true
        LEFT JOIN LATERAL (
            SELECT count(*) AS held FROM orders_heldbottle WHERE variation_id = v.id AND ended_at IS NULL) h ON true
        WHERE v.reserved <> r.held + h.held
        """,
    ),
    Invariant(
        name="stock movements",
        says="The bottles on hand are the sum of the stock movements, and what the last movement says.",
        sql="""
        SELECT v.id AS variation, v.on_hand, coalesce(m.sum, 0) AS moved, m.last
        FROM catalogue_variation v
        LEFT JOIN LATERAL (
            SELECT sum(quantity) AS sum, (array_agg(on_hand ORDER BY id DESC))[1] AS last
            FROM catalogue_stockmovement WHERE variation_id = v.id) m ON true
        WHERE v.on_hand <> coalesce(m.sum, 0) OR v.on_hand <> m.last
        """,
    ),
    Invariant(
        name="stock sold",
        says="The movements of an order's bottles are what it has sold and not put back.",
        sql="""
        SELECT m.order_id, m.variation_id AS variation, -sum(m.quantity) AS moved, max(r.quantity) AS sold
        FROM catalogue_stockmovement m
        JOIN orders_stockreservation r ON r.order_id = m.order_id AND r.variation_id = m.variation_id AND r.sold
        WHERE m.reason IN ('sold', 'unsold')
        GROUP BY m.order_id, m.variation_id HAVING -sum(m.quantity) <> max(r.quantity)
        """,
    ),
    Invariant(
        name="I3 leaked hold",
        says="Only unpaid orders hold bottles, and none for more than ten minutes beyond its time.",
        sql="""
        SELECT r.id AS reservation, r.order_id, o.status, r.expires_at
        FROM orders_stockreservation r JOIN orders_order o ON o.id = r.order_id
        WHERE r.ended_at IS NULL
            AND (r.sold OR o.status NOT IN ('pending', 'failed') OR r.expires_at < now() - interval '10 minutes')
        """,
    ),
    Invariant(
        name="I3 leaked bottle",
        says="No bottle is held for a shopper without an order for more than ten minutes beyond its time.",
        sql="""
        SELECT id AS held, variation_id AS variation, expires_at FROM orders_heldbottle
        WHERE ended_at IS NULL AND expires_at < now() - interval '10 minutes'
        """,
    ),
    Invariant(
        name="I3 sold without money",
        says="Bottles that were taken from the cellar belong to an order whose money came or is on its way.",
        sql="""
        SELECT r.id AS reservation, r.order_id, o.status
        FROM orders_stockreservation r JOIN orders_order o ON o.id = r.order_id
        WHERE r.sold AND o.status IN ('checkout-draft', 'pending', 'failed', 'cancelled')
        """,
    ),
)
