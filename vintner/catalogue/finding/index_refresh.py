"""Keeping the findable rows of this process up to date with the database."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from threading import Lock
from typing import Final

from django.db import DatabaseError, connection

from vintner.catalogue.finding.product_index import Findables, Row
from vintner.catalogue.finding.word_index import read_again, read_commonest

_UNSEEN: Final = """changed >= pg_snapshot_xmin(seen) AND changed < pg_snapshot_xmax(pg_current_snapshot())
       AND NOT pg_visible_in_snapshot(changed, seen)"""
"""Written by a transaction that ended since. The upper bound keeps out numbers that a restored database brought along
from where it lay before.
"""
_READ: Final = """
SELECT pg_current_snapshot()::text, pg_relation_filenode('catalogue_findable')::bigint,
       ARRAY(SELECT product_id FROM catalogue_searchdocument WHERE {texts}),
       f.product_id, f.keys, f.name, f.price, f.featured, extract(epoch FROM f.created_at)::float8,
       f.sales, (f.rating * 100)::int, f.ratings
  FROM (SELECT %s::pg_snapshot) AS last (seen)
  LEFT JOIN LATERAL (SELECT * FROM catalogue_findable WHERE {unseen}) AS f ON true
"""
_ALL: Final = _READ.format(unseen="true", texts="false")
_CHANGED: Final = _READ.format(unseen=_UNSEEN, texts=_UNSEEN)
_NOTHING: Final = "1:1:"


class _Kept:
    """The rows, and what was seen of the database when they were read."""

    def __init__(self) -> None:
        self.findables = Findables()
        self.seen = _NOTHING
        self.table: tuple[str, int] = ("", 0)

    def catch_up(self) -> None:
        """Read what changed. A table that was emptied or restored is another table: everything is read again."""
        with connection.cursor() as cursor:
            cursor.execute(_ALL if self.seen == _NOTHING else _CHANGED, [self.seen])
            first = cursor.fetchone()
            seen, number, rewritten, *_ = first
            table = (str(connection.settings_dict["NAME"]), number)
            if self.table not in (table, ("", 0)):
                self.__init__()  # type: ignore[misc]
                self.catch_up()
                return
            known: dict[str, str] = {}
            rows = (row[3:] for row in chain([first], cursor) if row[3] is not None)
            self.findables.put([_row(row, known) for row in rows])
        if rewritten:
            read_again(rewritten, self.findables)
        self.table, self.seen = table, seen


def _row(columns: tuple[object, ...], known: dict[str, str]) -> Row:
    product_id, keys, *rest = columns
    assert isinstance(keys, list)  # noqa: S101 - for the types
    return Row(product_id, tuple(known.setdefault(key, key) for key in keys), *rest)  # type: ignore[arg-type]


_lock = Lock()
_kept = _Kept()


@contextmanager
def up_to_date() -> Iterator[Findables]:
    """Yield all products as they are now. One query. Other threads of the process wait."""
    if connection.in_atomic_block:  # what a transaction of one's own reads may be rolled back: not for keeping
        own = _Kept()
        own.catch_up()
        yield own.findables
        return
    with _lock:
        _kept.catch_up()
        yield _kept.findables


def read_ahead() -> None:
    """Read all products and the commonest words before the first visitor asks. Without a database, the first visit
    after it is back reads.
    """
    with suppress(DatabaseError), up_to_date() as findables:
        read_commonest(findables)
        findables.prepare()
    connection.close()
