"""What a request asks of the database and which tables it writes to, and which addresses the store has."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver

_WRITES = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?([a-z_]+)', re.IGNORECASE)
IGNORED = {"web_tries", "django_session", "analytics_event"}
"""What any request may write: counts of rate limits, its own session, statistics."""


@contextmanager
def written_tables() -> Iterator[set[str]]:
    """Collect the tables that are written to."""
    tables: set[str] = set()

    def watch(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> object:  # noqa: ANN401 - Django's own
        found = _WRITES.match(str(sql))
        if found and found[1] not in IGNORED:
            tables.add(found[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield tables


@contextmanager
def asked_of_database() -> Iterator[tuple[list[str], list[str]]]:
    """Collect the text of all SQL, and apart from it the texts among its parameters."""
    texts: list[str] = []
    parameters: list[str] = []

    def watch(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> object:  # noqa: ANN401 - Django's own
        texts.append(str(sql))
        given = params.values() if isinstance(params, dict) else params or ()
        parameters.extend(each for each in given if isinstance(each, str))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield texts, parameters


def addresses() -> Iterator[tuple[str, URLPattern]]:
    """Yield every address of the store, as it is written in urls.py, with its pattern."""
    yield from _below(get_resolver().url_patterns, "/")


def _below(patterns: list[URLPattern | URLResolver], path: str) -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from _below(each.url_patterns, path + str(each.pattern))
        else:
            yield path + str(each.pattern).replace("^", "").replace("$", ""), each
