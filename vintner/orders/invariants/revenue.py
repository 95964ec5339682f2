"""Invariants of the revenue that reports display."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant
from vintner.orders.revenue import LEDGER_SQL

REVENUE: Final = (
    Invariant(
        name="revenue by source",
        says="Revenue by source adds up to what was taken and refunded, to the cent.",
        sql=f"""
        WITH by_source AS (
            SELECT coalesce(a.source_type, p.source, '') AS source, sum(l.gross) AS gross, sum(l.refunded) AS refunded
            FROM ({LEDGER_SQL}) l LEFT JOIN analytics_purchase p ON p.order_id = l.order_id
            LEFT JOIN attribution_orderattribution a ON a.order_id = l.order_id GROUP BY 1
        ), found AS (
            SELECT coalesce(sum(gross), 0) AS gross, coalesce(sum(refunded), 0) AS refunded FROM by_source
        ), taken AS (
            SELECT coalesce((SELECT sum(captured) FROM payments_payment), 0) + coalesce((
                SELECT sum(o.total - coalesce(p.captured, 0)) FROM orders_order o
                LEFT JOIN (SELECT order_id, sum(captured) AS captured FROM payments_payment GROUP BY order_id) p
                    ON p.order_id = o.id
                WHERE o.paid_at IS NOT NULL AND o.total > coalesce(p.captured, 0)), 0) AS gross,
                coalesce((SELECT sum(amount) FROM orders_refund WHERE state = 'done'), 0) AS refunded
        )
        SELECT found.gross, taken.gross AS taken, found.refunded, taken.refunded AS went_back FROM found, taken
        WHERE found.gross <> taken.gross OR found.refunded <> taken.refunded
        """,  # noqa: S608 - constants of ours
    ),
)
