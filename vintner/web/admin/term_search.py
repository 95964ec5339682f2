"""Search in the admin by terms: a row matches if each term is in one of its sources.

The sources of large tables have an index each. Parts of texts are compared in their plain form: small letters, no
accents, no apostrophes (plain_text.sql).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from django.db import connection
from django.db.models import BooleanField, Model, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.text import smart_split, unescape_string_literal

from vintner.web.numbers import whole

M = TypeVar("M", bound=Model)
_PHONE: Final = re.compile(r"[\d\s()+./-]+")
_NAMED: Final = re.compile(r"\s*(order|subscription)\s+#?((?:[A-Z][A-Z0-9-]*)?\d+)\s*", re.IGNORECASE)
"""A number as pages write it: “Order 58”, “Order V10058”."""
_PLAIN: Final = re.compile(r"\s*[1-9][0-9]*\s*")
"""A number that may be one of an order. A ZIP code with a zero in front is none."""
_SHORTEST_PHONE: Final = 7
_WITHOUT_COUNTRY: Final = 10
"""Digits of a phone number that are compared, so that the country's code may be missing."""
_SHORTEST_LOCAL: Final = 3
LONGEST: Final = 300
"""Letters of a search that count."""
MOST_TERMS: Final = 10
"""Different terms of a search that count. Each is a query, which may take as long as a query may."""
FEW: Final = 3000
"""Up to so many ids from the sources are put into the query as a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A query for ids with one placeholder. `by` says how a term fills it; `number` skips terms that are none, `name`
    all but “order 58”, and `code` is in capitals, without its “#”. `of` says what a number is of: “order 58” fills
    sources of an order alone.
    """

    sql: str
    by: Literal["number", "name", "code", "part", "exact"]
    of: Literal["", "order", "subscription"] = ""


def order_sources(table: str) -> tuple[Source, Source]:
    """Return what finds the rows of an order by its id or its number, in a table with a column `order_id`."""
    by_number = f"SELECT t.id FROM {table} t JOIN orders_order o ON o.id = t.order_id WHERE o.number = %s"  # noqa: S608 - ours
    return (
        Source(sql=f"SELECT id FROM {table} WHERE order_id = %s", by="number", of="order"),  # noqa: S608 - ours
        Source(sql=by_number, by="code", of="order"),
    )


def find(
    rows: QuerySet[M],
    searched: str,
    *,
    text: str | None,
    sources: Iterable[Source],
    number_of: Literal["", "order"] = "",
    has_phone: bool = False,
) -> QuerySet[M]:
    """Return the rows that each term finds: in `text`, an expression of the row that has an index, or in a source.
    Without a text the sources alone are asked. `has_phone` says that the text has phone numbers, as digits alone.

    A plain number finds the rows of what has exactly that number alone, if `number_of` says what it is of and there are
    some. A term that few rows have in the sources is looked up there first, so that the index of `text` can answer all
    terms together. One query for each term.
    """
    sources = tuple(sources)
    if number_of and _PLAIN.fullmatch(searched):
        numbered = _found_by(rows, f"{number_of}#{searched.strip()}", None, sources)
        if numbered.exists():
            return numbered
    for each in terms(searched, named=any(source.of for source in sources), phone=has_phone):
        rows = _found_by(rows, each, text, sources)
    return rows


def _found_by(rows: QuerySet[M], term: str, text: str | None, sources: Iterable[Source]) -> QuerySet[M]:
    matching = [(source.sql, value) for source in sources if (value := _value(term, source)) is not None]
    sql, values = " UNION ALL ".join(sql for sql, _ in matching), [value for _, value in matching]
    ids = _first_ids(sql, values)
    if len(ids) > FEW:
        table = rows.model._meta.db_table
        # EXISTS would be answered by a table of all ids that there are, however few rows are looked at.
        one = f"(SELECT 1 FROM ({sql}) AS found (id) WHERE found.id = {table}.id LIMIT 1) = 1"  # noqa: S608 - ours
        found_by_sources = Q(RawSQL(one, values, output_field=BooleanField()))  # noqa: S611 - ours
    else:
        found_by_sources = Q(pk__in=ids)
    if text is None:
        return rows.filter(found_by_sources)
    in_text = Q(_in_text(text, term))
    return rows.filter(found_by_sources | in_text if ids else in_text)


def _in_text(text: str, term: str) -> RawSQL:
    """Return the condition that a text has a term.

    Of an address the index is asked for the part before the “@” alone: nearly all rows have “@example.com”, and reading
    that they do takes ten times as long.
    """
    local, at, _ = term.partition("@")
    if at and len(local) >= _SHORTEST_LOCAL:
        sql = f"({text} LIKE plain_text(%s) AND position(plain_text(%s) IN {text}) > 0)"
        values = [_pattern(f"{local}@"), term.lower()]
    else:
        sql, values = f"{text} LIKE plain_text(%s)", [_pattern(term)]
    return RawSQL(sql, values, output_field=BooleanField())  # noqa: S611 - ours


def _first_ids(sql: str, values: list[str | int]) -> list[int]:
    if not sql:
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM ({sql}) AS found (id) LIMIT {FEW + 1}", values)  # noqa: S608 - ours
        return [int(row[0]) for row in cursor.fetchall()]


def terms(text: str, *, named: bool = False, phone: bool = False) -> list[str]:
    """Return the first words of `text`, each once. Words between quotation marks are one term, as in other lists.

    With `phone`, what looks like a phone number is one term, of digits only. With `named`, “Order 58” is “order#58”:
    that number, and no text with a 58 in it.
    """
    text = text[:LONGEST]
    if named and (number := _NAMED.fullmatch(text)):
        return [f"{number[1].lower()}#{number[2]}"]
    digits = re.sub(r"\D", "", text)
    if phone and len(digits) >= _SHORTEST_PHONE and _PHONE.fullmatch(text):
        return [digits[-_WITHOUT_COUNTRY:]]
    words = map(_without_quotes, smart_split(text.replace("\0", "")))
    return list(dict.fromkeys(filter(None, words)))[:MOST_TERMS]


def shorten(searched: str) -> str:
    """Return what counts of a search: Django adds a condition for each word, however many there are."""
    return " ".join(searched[:LONGEST].split()[:MOST_TERMS])


def _without_quotes(word: str) -> str:
    is_quoted = len(word) > 1 and word[0] in "\"'" and word[-1] == word[0]
    return unescape_string_literal(word).strip() if is_quoted else word


def _value(term: str, source: Source) -> str | int | None:
    of, _, number = term.partition("#")
    if of in ("order", "subscription") and number:
        if of != source.of:
            return None
        return number.upper() if source.by == "code" else whole(number)
    if source.by == "code":
        return term.removeprefix("#").upper()
    if source.by in ("number", "name"):
        return whole(term.removeprefix("#")) if source.by == "number" else None
    if source.by == "exact":
        return term
    return _pattern(term)


def _pattern(term: str) -> str:
    escaped = re.sub(r"([%_\\])", r"\\\1", term.lower())
    return f"%{escaped}%"
