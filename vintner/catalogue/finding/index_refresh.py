"""Refreshes the product index of this process from the database before it is used."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from threading import Lock
from typing import Final

from django.db import DatabaseError, connection

from vintner.catalogue.finding.product_index import IndexRow, ProductIndex
from vintner.catalogue.finding.variation_table import VariationRow
from vintner.catalogue.finding.word_index import commonest_words, products_with, refresh_words

_UNSEEN: Final = """changed >= pg_snapshot_xmin(seen) AND changed < pg_snapshot_xmax(pg_current_snapshot())
       AND NOT pg_visible_in_snapshot(changed, seen)"""
"""Rows written by a transaction that ended since the last refresh.

A restored database brings along transaction numbers of the server that it was dumped from. The upper bound excludes
them.
"""
_READ: Final = """
SELECT pg_current_snapshot()::text, pg_relation_filenode('catalogue_findable')::bigint,
       ARRAY(SELECT product_id FROM catalogue_searchdocument WHERE {texts}),
       f.product_id, f.keys, f.name, f.price, f.featured, extract(epoch FROM f.created_at)::float8,
       f.sales, (f.rating * 100)::int, f.ratings, nullif(f.variations, '[]')::json
  FROM (SELECT %s::pg_snapshot) AS last (seen)
  LEFT JOIN LATERAL (SELECT * FROM catalogue_findable WHERE {unseen}) AS f ON true
"""
_ALL: Final = _READ.format(unseen="true", texts="false")
_CHANGED: Final = _READ.format(unseen=_UNSEEN, texts=_UNSEEN)
_NOTHING: Final = "1:1:"
WORDS_AT_ONCE: Final = 10
"""Of 100,000 products they are read in a tenth of a second."""


class _IndexCopy:
    """A product index, and what was seen of the database when it was last refreshed."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.index = ProductIndex()
        self._snapshot = _NOTHING
        self._table: tuple[str, int] = ("", 0)

    def refresh(self) -> None:
        """Read the rows that changed. One query, and one more if texts changed.

        A table that was emptied or restored has another file number: then everything is read again.
        """
        with connection.cursor() as cursor:
            cursor.execute(_ALL if self._snapshot == _NOTHING else _CHANGED, [self._snapshot])
            first = cursor.fetchone()
            snapshot, number, changed_texts, *_ = first
            table = (str(connection.settings_dict["NAME"]), number)
            if self._table not in (table, ("", 0)):
                self._clear()
                self.refresh()
                return
            known_keys: dict[str, str] = {}
            rows = (row[3:] for row in chain([first], cursor) if row[3] is not None)
            self.index.put([_row(row, known_keys) for row in rows])
        if changed_texts:
            refresh_words(changed_texts, self.index)
        self._table, self._snapshot = table, snapshot


def _row(columns: tuple[object, ...], known_keys: dict[str, str]) -> IndexRow:
    """Return the columns as a row. Equal keys become one string in memory, by `known_keys`."""
    product_id, keys, *rest, variations = columns
    assert isinstance(keys, list)  # noqa: S101 - for the types
    assert isinstance(variations, list | None)  # noqa: S101 - for the types
    row = IndexRow(product_id, _one_string_each(keys, known_keys), *rest)  # type: ignore[arg-type]
    if not variations:
        return row
    return row._replace(
        variations=tuple(
            VariationRow(variation_id, price, _one_string_each(own, known_keys))
            for variation_id, price, own in variations
        )
    )


def _one_string_each(keys: Iterable[str], known_keys: dict[str, str]) -> tuple[str, ...]:
    return tuple(known_keys.setdefault(key, key) for key in keys)


_lock = Lock()
_shared_copy = _IndexCopy()


@contextmanager
def current_index() -> Iterator[ProductIndex]:
    """Yield the index of all products as they are now. One query. Other threads of the process wait meanwhile."""
    if connection.in_atomic_block:  # it may be rolled back: what it reads stays out of the shared copy
        own = _IndexCopy()
        own.refresh()
        yield own.index
        return
    with _lock:
        _shared_copy.refresh()
        yield _shared_copy.index


def preload_index() -> None:
    """Read all products and sort them in all orders, before the web server forks: its processes share what it makes.

    Without a database nothing is read; the first visit after it is back reads instead.
    """
    with suppress(DatabaseError), current_index() as index:
        index.prepare()
    connection.close()


def cache_commonest_words() -> None:
    """Read the words that most products have into the cache, in short steps: requests wait for each step alone."""
    with suppress(DatabaseError):
        words = commonest_words()
        for start in range(0, len(words), WORDS_AT_ONCE):
            with current_index() as index:
                products_with(words[start : start + WORDS_AT_ONCE], index)
    connection.close()
