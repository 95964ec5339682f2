"""What became of wines: viewed, put into carts, sold."""

from typing import Final

from django.db import connection

from vintner.analytics.reports.period import ReportPeriod

_ROWS: Final = """
WITH counted AS (
    SELECT key::bigint AS product_id,
        sum(events) FILTER (WHERE dimension = 'viewed') AS viewed,
        sum(events) FILTER (WHERE dimension = 'selected') AS selected,
        sum(events) FILTER (WHERE dimension = 'added') AS added
    FROM analytics_eventcount
    WHERE dimension IN ('viewed', 'selected', 'added') AND hour >= %(begin)s AND hour < %(end)s AND key ~ '^[0-9]+$'
    GROUP BY key
), sold AS (
    SELECT l.product_id, sum(l.quantity - coalesce(back.bottles, 0)) AS bottles
    FROM orders_order o JOIN orders_orderline l ON l.order_id = o.id
    LEFT JOIN LATERAL (
        SELECT sum(r.quantity) AS bottles FROM orders_refundline r
        JOIN orders_refund f ON f.id = r.refund_id AND f.state = 'done' WHERE r.line_id = l.id) back ON true
    WHERE o.paid_at >= %(begin)s AND o.paid_at < %(end)s GROUP BY l.product_id
)
SELECT p.name, coalesce(c.viewed, 0)::bigint, coalesce(c.selected, 0)::bigint, coalesce(c.added, 0)::bigint,
    coalesce(s.bottles, 0)::bigint
FROM counted c FULL JOIN sold s USING (product_id) JOIN catalogue_product p ON p.id = product_id
ORDER BY 5 DESC, 2 DESC, 4 DESC, p.name LIMIT %(most)s
"""


def product_rows(period: ReportPeriod, most: int) -> list[tuple[str, int, int, int, int]]:
    """Return (wine, views, presses in lists, bottles into carts, bottles sold), the best sold first. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, {"begin": period.begin, "end": period.end, "most": most})
        return [(row[0], row[1], row[2], row[3], row[4]) for row in cursor.fetchall()]
