"""What PostgreSQL's pg_stat_statements has counted of each statement."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import psycopg

EXTENSION: Final = "pg_stat_statements"
_READ: Final = """
SELECT query, sum(calls)::bigint, sum(total_exec_time)
  FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
 WHERE datname = current_database() AND query NOT LIKE '%%pg_stat_statements%%'
 GROUP BY query
"""


@dataclass(frozen=True, slots=True)
class StatementFigures:
    """How often a statement ran, and how many milliseconds it took together."""

    calls: int
    milliseconds: float


Statements = Mapping[str, StatementFigures]
"""By the text of the statement, its values replaced by $1, $2, …"""


def read_statements(address: str) -> Statements:
    """Return what has been counted so far in the database at this address."""
    with psycopg.connect(address) as connection:
        return {query: StatementFigures(calls, took) for query, calls, took in connection.execute(_READ)}


def since(before: Statements, after: Statements) -> Statements:
    """Return what was counted between two readings."""
    nothing = StatementFigures(0, 0)
    counted = {}
    for query, figures in after.items():
        first = before.get(query, nothing)
        if figures.calls > first.calls:
            took = figures.milliseconds - first.milliseconds
            counted[query] = StatementFigures(figures.calls - first.calls, took)
    return counted


def top_statements(
    statements: Statements, number: int, *, by_calls: bool = False
) -> list[tuple[str, StatementFigures]]:
    """Return the statements that took most time together, or were called most often."""

    def weight(item: tuple[str, StatementFigures]) -> tuple[float, float]:
        calls, milliseconds = item[1].calls, item[1].milliseconds
        return (calls, milliseconds) if by_calls else (milliseconds, calls)

    return sorted(statements.items(), key=weight, reverse=True)[:number]
