"""How often products were sold, for listings by popularity, the home page and the admin (decision 107)."""

from typing import Final

from django.db import connection, transaction

from vintner.web.catalogue_version import end_version

_TAKE: Final = """
WITH taken AS (DELETE FROM catalogue_uncountedsale RETURNING product_id, quantity)
SELECT product_id, sum(quantity) FROM taken GROUP BY product_id HAVING sum(quantity) <> 0 ORDER BY product_id
"""
_REORDERS: Final = """
SELECT EXISTS (SELECT FROM (
    SELECT row_number() OVER (ORDER BY p.sales_count DESC, p.id) AS place,
        row_number() OVER (ORDER BY GREATEST(p.sales_count + coalesce(sold.quantity, 0), 0) DESC, p.id) AS new_place
    FROM catalogue_product p LEFT JOIN unnest(%s::bigint[], %s::bigint[]) AS sold (id, quantity) ON sold.id = p.id
    WHERE p.published) AS ranked WHERE place <> new_place)
"""
_LOCK: Final = "SELECT FROM catalogue_product WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"
_ADD: Final = """
UPDATE catalogue_product p SET sales_count = GREATEST(p.sales_count + sold.quantity, 0)
FROM unnest(%s::bigint[], %s::bigint[]) AS sold (id, quantity) WHERE p.id = sold.id
"""


def count_sales() -> int:
    """Add what orders have sold to the counts of products; returns how many products changed.

    Rows are deleted and added up in one transaction, so each counts once: another worker waits for their locks and
    finds them gone, and after a crash they are still there. Cached pages end when a wine overtakes another.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TAKE)
        sold = [(product_id, int(quantity)) for product_id, quantity in cursor.fetchall()]
        if not sold:
            return 0
        products, quantities = (list(column) for column in zip(*sold, strict=True))
        cursor.execute(_LOCK, [products])
        cursor.execute(_REORDERS, [products, quantities])
        (reorders,) = cursor.fetchone()
        cursor.execute(_ADD, [products, quantities])
        changed: int = cursor.rowcount
        if reorders:
            end_version()
    return changed
