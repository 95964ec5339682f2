"""Which products have a word, as sets. They are read from the full-text index once and cached in the product index.

Shoppers search for common words again and again, and tens of thousands of products have them. Reading such a word from
the full-text index takes the database ten times as long as the rest of a search. So the commonest words are read when a
process of the web server begins, rarer ones when they are searched for. When texts change, only the changed ones are
read again (`index_refresh.py`).
"""

from collections.abc import Iterable
from typing import Final

from django.db import connection

from vintner.catalogue.finding.product_index import ProductIndex, WordSets

MOST_CACHED: Final = 600
"""Words in the cache: at most 40 KB each among 100,000 products. The ones searched for last stay."""
COMMONEST: Final = 300
"""Words that are read when a process of the web server begins."""
COMMON: Final = 100
"""A word that fewer products have is not read beforehand: reading it takes a millisecond."""
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


def products_with(words: Iterable[str], index: ProductIndex) -> dict[str, WordSets]:
    """Return the products of each word; 'char:*' stands for all words that begin so. One query if one is not cached."""
    wanted = dict.fromkeys(words)
    missing = [word for word in wanted if word not in index.cached_words]
    read = _read_word_sets(_READ_ALL, missing, index) if missing else {}
    found = {word: index.cached_words.pop(word) for word in wanted if word in index.cached_words} | read
    index.cached_words |= found  # last in the dictionary, so dropped last
    for word in list(index.cached_words)[: max(0, len(index.cached_words) - MOST_CACHED)]:
        del index.cached_words[word]
    return found


def commonest_words() -> list[str]:
    """Return the words that most products have. One query."""
    with connection.cursor() as cursor:
        return [row[0] for row in cursor.execute(_COMMONEST, [COMMON, COMMONEST]).fetchall()]


def refresh_words(product_ids: list[int], index: ProductIndex) -> None:
    """Bring the cached words up to date with the texts of these products. One query if any word is cached."""
    if not index.cached_words:
        return
    now = _read_word_sets(_READ_SOME, list(index.cached_words), index, product_ids)
    others = ~index.with_ids(product_ids)
    for word, before in index.cached_words.items():
        index.cached_words[word] = WordSets(*(old & others | new for old, new in zip(before, now[word], strict=True)))


def _read_word_sets(query: str, words: list[str], index: ProductIndex, *more: list[int]) -> dict[str, WordSets]:
    with connection.cursor() as cursor:
        rows = cursor.execute(query, [words, *more]).fetchall()
    return {word: WordSets(*(index.with_ids(ids or ()) for ids in sets)) for word, *sets in rows}
