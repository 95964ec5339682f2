"""Invariants of payments, sums and refunds."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant

MONEY: Final = (
    Invariant(
        name="I5 charged twice",
        says="An order is paid by one attempt, and by no more than its total.",
        sql="""
        SELECT p.order_id, count(*) AS payments, sum(p.captured) AS captured, o.total
        FROM payments_payment p JOIN orders_order o ON o.id = p.order_id
        WHERE p.status = 'succeeded'
        GROUP BY p.order_id, o.id, o.total HAVING count(*) > 1 OR sum(p.captured) + (
            SELECT coalesce(sum(amount), 0) FROM orders_refund r
            WHERE r.order_id = o.id AND r.key LIKE 'not-taken:%') <> o.total
        """,
    ),
    Invariant(
        name="I6 orphaned money",
        says="Money that was taken belongs to an order that knows of it, goes back by itself, or a person was told.",
        sql="""
        SELECT p.id AS payment, p.order_id, p.status, p.captured, o.status AS order_status
        FROM payments_payment p JOIN orders_order o ON o.id = p.order_id
        WHERE p.status = 'succeeded' AND o.status IN ('checkout-draft', 'pending', 'failed')
            OR p.status = 'unexpected'
            AND (p.captured > 0 OR p.page <> 'express' AND p.error_code NOT IN ('prepaid_card', 'no_wine_there'))
            AND NOT EXISTS (
                SELECT 1 FROM orders_orderevent e WHERE e.order_id = p.order_id AND e.alert) AND NOT EXISTS (
                SELECT 1 FROM orders_refund r WHERE r.order_id = p.order_id AND r.key = 'returned:' || p.intent_id)
            OR p.captured > 0 AND p.status NOT IN ('succeeded', 'unexpected')
        """,
    ),
    Invariant(
        name="I6 unheard of",
        says="Nothing that the provider was asked for stays without an answer for half an hour.",
        sql="""
        SELECT 'payment ' || id AS what, order_id, created_at AS since FROM payments_payment
        WHERE status = 'created' AND changed_at < now() - interval '30 minutes'
        UNION ALL
        SELECT 'refund ' || id, order_id, requested_at FROM orders_refund
        WHERE state = 'requested' AND requested_at < now() - interval '30 minutes'
        """,
    ),
    Invariant(
        name="I8 sums",
        says="Lines, discounts, fees, taxes and delivery of an order add up to its total, to the cent.",
        sql="""
        SELECT o.id AS order_id, o.subtotal, l.subtotal AS lines, o.discount, l.discount AS off_lines,
            a.discount AS off, o.fee_total, a.fees, o.tax_total, a.taxes, l.tax AS line_taxes, o.total
        FROM orders_order o
        LEFT JOIN LATERAL (
            SELECT coalesce(sum(subtotal), 0) AS subtotal, coalesce(sum(discount), 0) AS discount,
                coalesce(sum(tax), 0) AS tax
            FROM orders_orderline WHERE order_id = o.id) l ON true
        LEFT JOIN LATERAL (
            SELECT coalesce(sum(amount) FILTER (WHERE kind IN ('discount', 'coupon')), 0) AS discount,
                coalesce(sum(amount) FILTER (WHERE kind = 'fee'), 0) AS fees,
                coalesce(sum(amount) FILTER (WHERE kind = 'tax'), 0) AS taxes
            FROM orders_orderadjustment WHERE order_id = o.id) a ON true
        WHERE o.total <> o.subtotal - o.discount + o.shipping_total + o.fee_total + o.tax_total
            OR o.subtotal <> l.subtotal OR o.discount <> l.discount OR o.discount <> a.discount
            OR o.fee_total <> a.fees OR o.tax_total <> a.taxes OR o.total < 0
        """,
    ),
    Invariant(
        name="I9 refunded",
        says="No more goes back than was paid: of an order, and of each payment.",
        sql="""
        SELECT o.id AS order_id, '' AS intent, sum(r.amount) AS refunded, max(p.taken) AS paid
        FROM orders_refund r JOIN orders_order o ON o.id = r.order_id
        CROSS JOIN LATERAL (
            SELECT greatest(CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.total END, coalesce(sum(captured), 0)) AS taken
            FROM payments_payment WHERE order_id = o.id) p
        WHERE r.state <> 'failed' GROUP BY o.id HAVING sum(r.amount) > max(p.taken)
        UNION ALL
        SELECT min(r.order_id), r.intent_id, sum(r.amount), coalesce(max(p.captured), 0)
        FROM orders_refund r LEFT JOIN payments_payment p ON p.intent_id = r.intent_id
        WHERE r.state <> 'failed' AND r.intent_id <> ''
        GROUP BY r.intent_id HAVING sum(r.amount) > coalesce(max(p.captured), 0)
        """,
    ),
    Invariant(
        name="I9 refunded line",
        says="No more goes back for a line than was paid for it, and no refund is less than its lines and delivery.",
        sql="""
        SELECT 'line ' || l.id AS what, l.order_id, sum(r.quantity) AS quantity, sum(r.amount) AS amount,
            sum(r.tax) AS tax
        FROM orders_refundline r JOIN orders_refund f ON f.id = r.refund_id AND f.state <> 'failed'
        JOIN orders_orderline l ON l.id = r.line_id
        GROUP BY l.id
        HAVING sum(r.quantity) > l.quantity OR sum(r.amount) > l.subtotal - l.discount OR sum(r.tax) > l.tax
            OR bool_or(f.order_id <> l.order_id)
        UNION ALL
        SELECT 'refund ' || f.id, f.order_id, sum(r.quantity), sum(r.amount), sum(r.tax)
        FROM orders_refund f JOIN orders_refundline r ON r.refund_id = f.id
        GROUP BY f.id HAVING sum(r.amount + r.tax) > f.amount - f.delivery - f.delivery_tax
        """,
    ),
)
