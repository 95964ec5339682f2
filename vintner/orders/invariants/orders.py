"""Invariants of orders, their history, and the carts they come from."""

from typing import Final

from vintner.orders.invariants.invariant import Invariant
from vintner.orders.rules import all_moves

_MOVES: Final = ", ".join(sorted(f"('{was}', '{to}')" for was, to in all_moves()))

ORDERS: Final = (
    Invariant(
        name="I11 moves",
        says="Every change of an order's status is a move that somebody may make.",
        sql=f"""
        SELECT order_id, id AS event, was, became FROM orders_orderevent
        WHERE became <> '' AND was <> '' AND (was, became) NOT IN ({_MOVES})
        """,  # noqa: S608 - our own words
    ),
    Invariant(
        name="I11 history",
        says="An order's history begins when it is placed, has no gap, and ends where the order stands.",
        sql="""
        WITH moves AS (
            SELECT order_id, id, was, became, lag(became, 1, '') OVER (PARTITION BY order_id ORDER BY id) AS before
            FROM orders_orderevent WHERE became <> '')
        SELECT order_id, id AS event, was, became, before FROM moves
        WHERE was <> before AND NOT (before = '' AND was = 'checkout-draft' AND became = 'pending')
        UNION ALL
        SELECT o.id, max(m.id), '', o.status, (array_agg(m.became ORDER BY m.id DESC))[1]
        FROM orders_order o LEFT JOIN moves m ON m.order_id = o.id
        WHERE o.status <> 'checkout-draft'
        GROUP BY o.id HAVING coalesce((array_agg(m.became ORDER BY m.id DESC))[1], '') <> o.status
        """,
    ),
    Invariant(
        name="I12 news",
        says="The provider's news are kept once each, and worked on within half an hour.",
        sql="""
        SELECT event_id, count(*) AS times, min(received_at) AS received_at FROM payments_providerevent
        GROUP BY event_id
        HAVING count(*) > 1
            OR bool_or(handled_at IS NULL AND object_id <> '' AND received_at < now() - interval '30 minutes')
        """,
    ),
    Invariant(
        name="I13 placed twice",
        says="A cart has one unpaid order and one draft, and no two orders have a key in common.",
        sql="""
        SELECT 'cart ' || cart_id AS what, status, count(*) AS orders FROM orders_order
        WHERE cart_id IS NOT NULL AND status IN ('pending', 'checkout-draft')
        GROUP BY cart_id, status HAVING count(*) > 1
        UNION ALL
        SELECT 'key of order ' || min(id), '', count(*) FROM orders_order GROUP BY key HAVING count(*) > 1
        """,
    ),
    Invariant(
        name="I14 changed",
        says="What was bought and what it cost is what it was when the order was placed.",
        sql="""
        SELECT id AS order_id, seal, orders_seal_of(id) AS now FROM orders_order
        WHERE status <> 'checkout-draft' AND seal <> orders_seal_of(id)
        """,
    ),
)

CARTS: Final = (
    Invariant(
        name="I18 lines",
        says="A cart has a wine in one line, of 1 to 999 bottles.",
        sql="""
        SELECT cart_id, variation_id, count(*) AS lines, sum(quantity) AS bottles FROM cart_cartline
        WHERE removed_at IS NULL
        GROUP BY cart_id, variation_id HAVING count(*) > 1 OR min(quantity) < 1 OR max(quantity) > 999
        """,
    ),
)
