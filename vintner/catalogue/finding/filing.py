"""Filing products under what listings and searches look up, once for many changes.

Triggers file a product after each statement that changes it (migrations/sql/product_index.sql). A transaction that
writes many products table by table would have each of them filed several times.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from django.db import connection

_LATER: Final = "SELECT set_config('vintner.file_later', %s, true)"
_FILE: Final = """
SELECT catalogue_file_products(ids) FROM (
    SELECT array_agg(DISTINCT id) AS ids FROM (
        SELECT unnest(%s::bigint[]) AS id
        UNION ALL SELECT i.product_id FROM catalogue_setitem i JOIN catalogue_variation v ON v.id = i.variation_id
         WHERE v.product_id = ANY (%s)
    ) AS wanted
) AS wanted WHERE ids IS NOT NULL
"""


@contextmanager
def filing_later() -> Iterator[None]:
    """Let triggers file nothing within a transaction; who asks for it calls `file_products` in the end."""
    with connection.cursor() as cursor:
        cursor.execute(_LATER, ["on"])
    yield
    with connection.cursor() as cursor:  # a transaction that fails takes the setting back by itself
        cursor.execute(_LATER, [""])


def file_products(product_ids: Iterable[int]) -> None:
    """File these products, and the gift sets that they are in, whose words have theirs."""
    ids = sorted(set(product_ids))
    if ids:
        with connection.cursor() as cursor:
            cursor.execute(_FILE, [ids, ids])
