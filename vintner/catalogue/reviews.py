"""What shoppers' reviews add up to."""

from collections.abc import Iterable

from django.db import connection

_REFRESH = """
UPDATE catalogue_product AS product
   SET rating_average = coalesce(found.average, 0), rating_count = coalesce(found.number, 0)
  FROM unnest(%s::bigint[]) AS asked (id)
  LEFT JOIN (
       SELECT product_id, round(avg(rating), 2) AS average, count(rating) AS number
         FROM catalogue_review
        WHERE status = 'approved' AND rating IS NOT NULL AND product_id = ANY (%s::bigint[])
        GROUP BY product_id
       ) AS found ON found.product_id = asked.id
 WHERE product.id = asked.id
   AND (product.rating_average, product.rating_count)
       IS DISTINCT FROM (coalesce(found.average, 0), coalesce(found.number, 0))
"""


def refresh_ratings(product_ids: Iterable[int]) -> int:
    """Recompute average (two decimals) and number of the approved ratings; returns how many products changed."""
    ids = sorted(set(product_ids))
    with connection.cursor() as cursor:
        cursor.execute(_REFRESH, [ids, ids])
        return int(cursor.rowcount)
