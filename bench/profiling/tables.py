"""The tables that a profile prints."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bench.profiling.samples import FunctionSamples, Stack, count_functions, top_cumulative, top_own
from bench.profiling.statements import StatementFigures, Statements, top_statements

ROWS: Final = 12
LONGEST_STATEMENT: Final = 110


def functions_table(program: str, stacks: Counter[Stack], number: int = ROWS) -> list[str]:
    """Return the functions of a program in which most samples were taken, and in which most time went by."""
    samples = stacks.total()
    if not samples:
        return [f"{program}: no samples"]
    functions = count_functions(stacks)
    own, cumulative = top_own(functions, number), top_cumulative(functions, samples, number)
    return [
        f"{program}, {samples} samples, by own samples",
        *_function_rows(own, samples),
        f"{program}, by cumulative samples",
        *_function_rows(cumulative, samples),
    ]


def statements_table(statements: Statements, requests: int, number: int = ROWS) -> list[str]:
    """Return the statements that took most time, and those that ran most often."""
    together = sum(each.milliseconds for each in statements.values())
    calls = sum(each.calls for each in statements.values())
    head = f"{calls / requests:.1f} statements and {together / requests:.2f} ms for each request"
    return [
        f"database, {head}, by time",
        *_statement_rows(top_statements(statements, number), requests, together),
        "database, by calls",
        *_statement_rows(top_statements(statements, number, by_calls=True), requests, together),
    ]


def _function_rows(functions: Sequence[FunctionSamples], samples: int) -> list[str]:
    rows = ["     own      with calls  function"]
    for each in functions:
        own, together = (f"{count:>5} {count / samples:>4.0%}" for count in (each.own, each.cumulative))
        rows.append(f"{own}  {together}  {each.place.function}  {each.place.file}")
    return [*rows, ""]


def _statement_rows(statements: Sequence[tuple[str, StatementFigures]], requests: int, together: float) -> list[str]:
    rows = ["  of time  ms/request  calls/request  statement"]
    for query, each in statements:
        share = each.milliseconds / together if together else 0
        figures = f"{share:>9.0%}  {each.milliseconds / requests:>10.3f}  {each.calls / requests:>13.2f}"
        rows.append(f"{figures}  {_shortened(query)}")
    return [*rows, ""]


def _shortened(query: str) -> str:
    words = " ".join(query.split())
    return words if len(words) <= LONGEST_STATEMENT else f"{words[: LONGEST_STATEMENT - 1]}…"
