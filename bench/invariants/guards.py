"""Taking a guard away for a while: a constraint, an index, a trigger, a function of the store."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from django.db import connection

from bench.invariants.database import wipe

Away = Callable[[], AbstractContextManager[None]]


def constraint(table: str, name: str) -> Away:
    """Return how to be without a constraint of a table."""
    return partial(_without_constraint, table, name)


def index(name: str) -> Away:
    """Return how to be without a unique index."""
    return partial(_without_index, name)


def triggers(*tables: str) -> Away:
    """Return how to be without what the database checks by itself on these tables."""
    return partial(_without_triggers, tables)


def function(owner: object, name: str, other: object) -> Away:
    """Return how to have another function in the place of one, in this process."""
    return partial(_replaced, owner, name, other)


@contextmanager
def _without_constraint(table: str, name: str) -> Iterator[None]:
    definition = _read("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = %s", name)
    _run(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    try:
        yield
    finally:
        wipe()  # what came about without it could not stay with it
        _run(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')


@contextmanager
def _without_index(name: str) -> Iterator[None]:
    definition = _read("SELECT indexdef FROM pg_indexes WHERE indexname = %s", name)
    _run(f'DROP INDEX "{name}"')
    try:
        yield
    finally:
        wipe()
        _run(definition)


@contextmanager
def _without_triggers(tables: tuple[str, ...]) -> Iterator[None]:
    for table in tables:
        _run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    try:
        yield
    finally:
        for table in tables:
            _run(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@contextmanager
def _replaced(owner: object, name: str, other: object) -> Iterator[None]:
    kept = getattr(owner, name)
    setattr(owner, name, other)
    try:
        yield
    finally:
        setattr(owner, name, kept)


def _read(query: str, name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(query, [name])
        row = cursor.fetchone()
    if row is None:
        raise LookupError(f"the database has no {name}")
    return str(row[0])


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
