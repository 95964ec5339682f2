"""Invariants of e-mails."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant

EMAILS: Final = (
    Invariant(
        name="I20 twice",
        says="An order has each email once about the same thing, and no two emails have a name in common.",
        sql="""
        SELECT order_id, kind, about, count(*) AS times FROM orders_email WHERE order_id IS NOT NULL
        GROUP BY order_id, kind, about HAVING count(*) > 1
        UNION ALL
        SELECT min(order_id), min(kind), message_id, count(*) FROM orders_email
        GROUP BY message_id HAVING count(*) > 1
        """,
    ),
    Invariant(
        name="I20 missing",
        says="Who paid with a card, or got money back, has been written to.",
        sql="""
        SELECT o.id AS order_id, 'processing' AS kind, '' AS about
        FROM orders_order o JOIN payments_payment p ON p.order_id = o.id AND p.status = 'succeeded'
        WHERE o.status = 'processing'
            AND NOT EXISTS (SELECT 1 FROM orders_email m WHERE m.order_id = o.id AND m.kind = 'processing')
        UNION ALL
        SELECT r.order_id, 'refunded', 'refund ' || r.id FROM orders_refund r
        WHERE r.state = 'done' AND NOT EXISTS (
            SELECT 1 FROM orders_email m WHERE m.order_id = r.order_id AND m.about = 'refund ' || r.id)
        """,
    ),
    Invariant(
        name="I20 waiting",
        says="An email is tried within an hour of the time for it.",
        sql="""
        SELECT id AS email, order_id, kind, created_at, next_try_at FROM orders_email
        WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at < now() - interval '1 hour'
        """,
    ),
)
