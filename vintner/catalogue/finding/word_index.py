"""Which products have a word, as sets: read from the full text once, and kept up to date from then on.

Common words are asked for again and again, and tens of thousands of products have them: to read these from the full
text takes the database ten times as long as all else that a search does. So the commonest are read before the first
visitor asks, rarer ones when they are asked for. When texts change, only the changed ones are read again
(`index_refresh.py`).
"""

from collections.abc import Iterable
from typing import Final

from django.db import connection

from vintner.catalogue.finding.product_index import Findables, Said

KEPT: Final = 600
"""So many words are kept: at most 40 KB each among 100,000 products."""
COMMONEST: Final = 300
"""So many are read ahead."""
COMMON: Final = 100
"""A word that fewer products have takes a millisecond to read: not worth reading ahead."""
_COMMONEST: Final = """
SELECT word FROM ts_stat('SELECT document FROM catalogue_searchdocument') WHERE ndoc >= %s
 ORDER BY ndoc DESC, word LIMIT %s
"""
_READ: Final = """
WITH asked AS MATERIALIZED (
    SELECT word, to_tsquery('simple', word) AS anywhere, to_tsquery('simple', word || colon || 'ABC') AS stated,
           to_tsquery('simple', word || colon || 'A') AS named
      FROM unnest(%s::text[]) AS word, LATERAL (SELECT CASE WHEN word LIKE '%%:*' THEN '' ELSE ':' END) AS c (colon)
)
SELECT word, array_agg(d.product_id) FILTER (WHERE d.document @@ named),
       array_agg(d.product_id) FILTER (WHERE d.document @@ stated), array_agg(d.product_id)
  FROM asked LEFT JOIN catalogue_searchdocument d ON d.document @@ asked.anywhere {among}
 GROUP BY word
"""
_READ_ALL: Final = _READ.format(among="")
_READ_SOME: Final = _READ.format(among="AND d.product_id = ANY (%s)")


def products_with(words: Iterable[str], findables: Findables) -> dict[str, Said]:
    """Return the products of each word; 'char:*' stands for all words that begin so. One query if one is not kept."""
    asked = dict.fromkeys(words)
    missing = [word for word in asked if word not in findables.said]
    read = _read(_READ_ALL, missing, findables) if missing else {}
    found = {word: findables.said.pop(word) for word in asked if word in findables.said} | read
    findables.said |= found  # those asked for last stand last
    for word in list(findables.said)[: max(0, len(findables.said) - KEPT)]:
        del findables.said[word]
    return found


def read_commonest(findables: Findables) -> None:
    """Keep the words that most products have. Two queries."""
    with connection.cursor() as cursor:
        words = [row[0] for row in cursor.execute(_COMMONEST, [COMMON, COMMONEST]).fetchall()]
    if words:
        findables.said |= _read(_READ_ALL, words, findables)


def read_again(product_ids: list[int], findables: Findables) -> None:
    """Take over the texts of some products into the words that are kept. One query if there are any."""
    if not findables.said:
        return
    now = _read(_READ_SOME, list(findables.said), findables, product_ids)
    others = ~findables.these(product_ids)
    for word, before in findables.said.items():
        findables.said[word] = Said(*(old & others | new for old, new in zip(before, now[word], strict=True)))


def _read(query: str, words: list[str], findables: Findables, *more: list[int]) -> dict[str, Said]:
    with connection.cursor() as cursor:
        rows = cursor.execute(query, [words, *more]).fetchall()
    return {word: Said(*(findables.these(ids or ()) for ids in sets)) for word, *sets in rows}
