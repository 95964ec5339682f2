"""Search in the admin by terms: a row matches if each term is in one of its sources. Every source has an index."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from django.db import connection
from django.db.models import BooleanField, Model, Q, QuerySet
from django.db.models.expressions import RawSQL

from vintner.web.numbers import whole

M = TypeVar("M", bound=Model)
_PHONE: Final = re.compile(r"[\d\s()+./-]+")
_NUMBERED: Final = re.compile(r"\s*(?:order|subscription)\s+#?(\d+)\s*", re.IGNORECASE)
"""A number as pages write it: “Order 58”."""
_SHORTEST_PHONE: Final = 7
_WITHOUT_COUNTRY: Final = 10
"""Digits of a phone number that are compared, so that the country's code may be missing."""
FEW: Final = 3000
"""Up to so many ids from the sources are put into the query as a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A query for ids with one placeholder. `by` says how a term fills it; `number` skips terms that are none."""

    sql: str
    by: Literal["number", "part", "exact"]


def find(rows: QuerySet[M], searched: str, *, text: str, sources: Iterable[Source]) -> QuerySet[M]:
    """Return the rows that each term finds: in `text`, an expression of the row that has an index, or in a source.

    A term that few rows have in the sources is looked up there first, so that the index of `text` can answer all
    terms together. One query for each term.
    """
    for term in terms(searched):
        found = [(source.sql, value) for source in sources if (value := _value(term, source)) is not None]
        sql, values = " UNION ALL ".join(sql for sql, _ in found), [value for _, value in found]
        in_text = RawSQL(f"{text} LIKE %s", [_pattern(term)], output_field=BooleanField())  # noqa: S611 - ours
        ids = _first_ids(sql, values)
        if len(ids) > FEW:
            table = rows.model._meta.db_table
            # EXISTS would be answered by a table of all ids that there are, however few rows are looked at.
            one = f"(SELECT 1 FROM ({sql}) AS found (id) WHERE found.id = {table}.id LIMIT 1) = 1"  # noqa: S608 - ours
            rows = rows.filter(Q(RawSQL(one, values, output_field=BooleanField())) | Q(in_text))  # noqa: S611 - ours
        else:
            rows = rows.filter(Q(pk__in=ids) | Q(in_text) if ids else Q(in_text))
    return rows


def _first_ids(sql: str, values: list[str | int]) -> list[int]:
    if not sql:
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM ({sql}) AS found (id) LIMIT {FEW + 1}", values)  # noqa: S608 - ours
        return [int(row[0]) for row in cursor.fetchall()]


def terms(text: str) -> list[str]:
    """Return the words of `text`; what looks like a phone number is one term, of digits only. “Order 58” is “#58”:
    that number, and no text with a 58 in it.
    """
    if numbered := _NUMBERED.fullmatch(text):
        return [f"#{numbered[1]}"]
    digits = re.sub(r"\D", "", text)
    if len(digits) >= _SHORTEST_PHONE and _PHONE.fullmatch(text):
        return [digits[-_WITHOUT_COUNTRY:]]
    return text.replace("\0", "").split()


def _value(term: str, source: Source) -> str | int | None:
    if source.by == "number":
        return whole(term.removeprefix("#"))
    if source.by == "exact":
        return term
    return _pattern(term)


def _pattern(term: str) -> str:
    escaped = re.sub(r"([%_\\])", r"\\\1", term.lower())
    return f"%{escaped}%"
