"""Customer search: Stripe's query language, as far as it speaks of customers."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox_pay.call import Call
from sandbox_pay.objects import wire
from sandbox_pay.objects.records import Customer
from sandbox_pay.paging import limit_of
from sandbox_pay.protocol.errors import ProviderError, invalid
from sandbox_pay.protocol.json import Json
from sandbox_pay.storage.table import CUSTOMERS

MAX_CLAUSES = 10  # Stripe's own
TEXT_FIELDS = frozenset({"email", "name", "phone"})
CLAUSE = re.compile(
    r"""(?P<minus>-?)(?P<field>[a-z_]+)(?:\[(?P<key>"[^"]*"|'[^']*')\])?"""
    r"""(?P<operator>:|~|>=|<=|>|<)(?P<value>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|null|\d+)"""
)
JOIN = re.compile(r"\s+(?P<word>AND|OR)?\s*")
COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    ":": int.__eq__,
    ">": int.__gt__,
    ">=": int.__ge__,
    "<": int.__lt__,
    "<=": int.__le__,
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition. `value` is None for `null`; `~` looks for a part of a text, `:` for all of it, case aside."""

    field: str
    operator: str
    value: str | None
    key: str = ""
    negated: bool = False

    def holds(self, customer: Customer) -> bool:
        return self._holds(customer) is not self.negated

    def _holds(self, customer: Customer) -> bool:
        if self.field == "created":
            return COMPARE[self.operator](customer.created, int(self.value or 0))
        found = customer.metadata.get(self.key) if self.field == "metadata" else getattr(customer, self.field)
        if self.value is None or found is None:
            return self.value is None and found is None
        wanted, there = self.value.casefold(), str(found).casefold()
        return wanted in there if self.operator == "~" else wanted == there


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions of which all hold, or (`any_of`) at least one."""

    clauses: tuple[Clause, ...]
    any_of: bool = False

    def finds(self, customer: Customer) -> bool:
        held = (clause.holds(customer) for clause in self.clauses)
        return any(held) if self.any_of else all(held)


def search(call: Call) -> Json:
    """Return a page of the living customers that the query finds, newest first."""
    query, limit = parse(call.text("query") or ""), limit_of(call)
    found = [customer for customer in CUSTOMERS.search(call.connection, {"deleted = ?": 0}) if query.finds(customer)]
    start = _start(call)
    rest = len(found) - start - limit
    return {
        "object": "search_result",
        "data": [wire.customer(customer) for customer in found[start : start + limit]],
        "has_more": rest > 0,
        "next_page": str(start + limit) if rest > 0 else None,
        "url": "/v1/customers/search",
    }


def _start(call: Call) -> int:
    page = call.text("page") or "0"
    if not (page.isascii() and page.isdigit()) or len(page) > 9:
        raise invalid("Invalid page: use the next_page of an earlier answer.", "page")
    return int(page)


def parse(query: str) -> Query:
    """Return the conditions of a query such as `email:"a@b.c" AND metadata["user"]:"7"`. Raises `ProviderError`
    (400).
    """
    clauses: list[Clause] = []
    words: set[str] = set()
    place, text = 0, query.strip()
    while True:
        match = CLAUSE.match(text, place)
        if match is None:
            raise _query_error(query)
        clauses.append(_clause(match, query))
        place = match.end()
        if place == len(text):
            break
        joined = JOIN.match(text, place)
        if joined is None:
            raise _query_error(query)
        words.add(joined["word"] or "AND")
        place = joined.end()
    if len(words) > 1 or len(clauses) > MAX_CLAUSES:
        raise invalid(f"A query takes up to {MAX_CLAUSES} clauses, joined by AND or by OR but not by both.", "query")
    return Query(tuple(clauses), any_of=words == {"OR"})


def _clause(match: re.Match[str], query: str) -> Clause:
    field, operator, raw, key = match["field"], match["operator"], match["value"], match["key"]
    if (field == "metadata") is (key is None):
        raise _query_error(query)
    if field in TEXT_FIELDS or field == "metadata":
        fits = operator in {":", "~"} and not raw.isdigit() and not (raw == "null" and operator == "~")
        fits = fits and not (field == "metadata" and operator == "~")
    else:
        fits = field == "created" and operator in COMPARE and raw.isdigit()
    if not fits:
        raise _query_error(query)
    return Clause(field, operator, _unquote(raw), (key or "")[1:-1], match["minus"] == "-")


def _unquote(raw: str) -> str | None:
    if raw == "null":
        return None
    return re.sub(r"\\(.)", r"\1", raw[1:-1]) if raw[0] in "\"'" else raw


def _query_error(query: str) -> ProviderError:
    return invalid(
        "We were unable to parse your search query. Customers are found by created, email, metadata, name and phone, "
        f'as in email:"ada@example.com" AND metadata["user"]:"7". The query was: {query[:200]}',
        "query",
    )
