"""What the store must never get to know: numbers and codes of cards. Looked for wherever it keeps or says anything."""

import re
from collections.abc import Collection, Iterable, Iterator
from urllib.parse import unquote_plus, urlsplit

import psycopg
from psycopg import sql

LONG_NUMBER = re.compile(r"(?<!\d)(?:\d[ -]?){14,19}(?!\d)")  # thirteen digits are a time in milliseconds
RANDOM = re.compile(r"\b(?=\d*[a-f])[\da-f]{32,64}\b|\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b")
"""A mark drawn or reckoned, in hexadecimal: one in some two hundred happens to hold fourteen digits in a row."""
TYPED: set[str] = set()
"""The numbers that were typed into the provider's fields in this process, without blanks."""
CODE = "9713"
"""A security code of four digits that nothing else of a story is; its first three are a code of other cards."""
_CODE_SENT = re.compile(rf"[=\"]{CODE[:3]}{CODE[3]}?(?:[&\"]|$)")
_TABLES = """SELECT nspname, relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind = 'r' AND nspname NOT IN ('pg_catalog', 'information_schema')"""
"""Rows of a partitioned table are in its partitions, which are tables, too."""


def in_request(url: str, body: str) -> bool:
    """Say whether a request carries a typed number, any other long one that is no mark, or a code as a value alone."""
    sent = f"{unquote_plus(urlsplit(url).query)}&{unquote_plus(body)}"
    long = LONG_NUMBER.search(RANDOM.sub("", sent))
    return bool(long or any(number in sent for number in TYPED) or _CODE_SENT.search(sent))


def traces(texts: Iterable[str], numbers: Collection[str] = TYPED) -> list[str]:
    """Return the texts that hold one of the numbers, however it is grouped, or the code."""
    grouped = [r"[ -]?".join(number) for number in numbers]
    code = rf"(?<![\w.:-]){CODE}(?![\w.:-])"  # not as a part of an amount, a time or a UUID
    known = re.compile("|".join([*(rf"(?<!\d){each}(?!\d)" for each in grouped), code]))
    return [text for text in texts if known.search(text)]


def rows(address: str) -> Iterator[str]:
    """Return every row of every table of a database, each with its table's name."""
    with psycopg.connect(address) as connection:
        for schema, table in connection.execute(_TABLES).fetchall():
            name = sql.Identifier(schema, table)
            with connection.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(name)) as copy:
                yield from (f"{table}: {bytes(line).decode(errors='replace').rstrip()}" for line in copy)
