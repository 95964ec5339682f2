"""The dictionary of words in the catalogue, by which searches are corrected.

Triggers add words (catalogue/migrations/sql/product_index.sql).
"""

from typing import Final

from django.db import connection, transaction

_UNUSED: Final = """
SELECT word FROM catalogue_searchword
 WHERE word NOT IN (SELECT word FROM ts_stat('SELECT document FROM catalogue_searchdocument', 'abc'))
"""
_FORGET: Final = """
DELETE FROM catalogue_searchword AS w WHERE w.word = ANY (%s)
   AND NOT EXISTS (SELECT FROM catalogue_searchdocument d WHERE d.document @@ to_tsquery('simple', w.word || ':ABC'))
"""
PATIENCE: Final = "1s"


def delete_unused_words() -> int:
    """Remove the words that no product has outside its descriptions; returns how many.

    A transaction that saves a product may rely on a word that is there. So such transactions are locked out while the
    few unused words are checked once more. Raises OperationalError if that takes longer than PATIENCE.
    """
    with connection.cursor() as cursor:
        unused = [row[0] for row in cursor.execute(_UNUSED).fetchall()]
    if not unused:
        return 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
        cursor.execute("LOCK TABLE catalogue_findable IN SHARE MODE")
        cursor.execute(_FORGET, [unused])
        return int(cursor.rowcount)
