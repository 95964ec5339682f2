"""The ledger of orders: what was taken for each, and what went back."""

from typing import Final

LEDGER_SQL: Final = """
SELECT o.id AS order_id, coalesce(o.paid_at, o.placed_at) AS at, paid.gross, back.refunded
FROM orders_order o
CROSS JOIN LATERAL (
    SELECT greatest(CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.total END, coalesce(sum(captured), 0)) AS gross
    FROM payments_payment WHERE order_id = o.id) paid
CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0) AS refunded FROM orders_refund WHERE order_id = o.id AND state = 'done') back
WHERE paid.gross > 0 OR back.refunded > 0
"""
"""A row for each order with money, in cents. It is `amounts.amount_paid` of each: what the card service took, or the
total where staff marked the order as paid. A refund counts for the order, whenever it was made.
"""
