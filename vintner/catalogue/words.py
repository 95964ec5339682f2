"""Which products have a word, as sets: read from the full text when a word is first asked for, and kept from then on.

Common words are asked for again and again, and tens of thousands of products have them: to read these from the full
text takes the database ten times as long as all else that a search does. Kept words are forgotten as soon as any text
changes (`looking_up.py`), which is rare beside changes of prices and stock.
"""

from collections.abc import Iterable
from typing import Final

from django.db import connection

from vintner.catalogue.findables import Findables, Said

KEPT: Final = 300
"""So many words are kept: some 40 KB each among 100,000 products."""
_READ: Final = """
WITH asked AS MATERIALIZED (
    SELECT word, to_tsquery('simple', word) AS anywhere, to_tsquery('simple', word || colon || 'ABC') AS stated,
           to_tsquery('simple', word || colon || 'A') AS named
      FROM unnest(%s::text[]) AS word, LATERAL (SELECT CASE WHEN word LIKE '%%:*' THEN '' ELSE ':' END) AS c (colon)
)
SELECT word, array_agg(d.product_id) FILTER (WHERE d.document @@ named),
       array_agg(d.product_id) FILTER (WHERE d.document @@ stated), array_agg(d.product_id)
  FROM asked LEFT JOIN catalogue_searchdocument d ON d.document @@ asked.anywhere
 GROUP BY word
"""


def products_with(words: Iterable[str], findables: Findables) -> dict[str, Said]:
    """Return the products of each word; 'char:*' stands for all words that begin so. One query if one is not kept."""
    asked = dict.fromkeys(words)
    missing = [word for word in asked if word not in findables.said]
    found = {word: findables.said.pop(word) for word in asked if word in findables.said} | _read(missing, findables)
    findables.said |= found  # those asked for last stand last
    for word in list(findables.said)[: max(0, len(findables.said) - KEPT)]:
        del findables.said[word]
    return found


def _read(words: list[str], findables: Findables) -> dict[str, Said]:
    if not words:
        return {}
    with connection.cursor() as cursor:
        rows = cursor.execute(_READ, [words]).fetchall()
    return {word: Said(*(findables.these(ids or ()) for ids in sets)) for word, *sets in rows}
