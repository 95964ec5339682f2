"""Tables of which `make test` plays some rows, and `make test-all` plays all (decision 120)."""

from collections.abc import Callable, Hashable, Iterable, Set
from typing import TypeVar

import pytest

Row = TypeVar("Row")


def swept(
    rows: Iterable[Row], *, guards: Set[Hashable], key: Callable[[Row], Hashable] = lambda row: row
) -> list[object]:
    """Return the rows for `parametrize`; those whose key is none of the guards are marked as part of a sweep.

    Raises ValueError for a guard that is no row's: `make test` would lose it in silence.
    """
    rows = list(rows)
    if lost := guards - {key(row) for row in rows}:
        raise ValueError(f"No row is {sorted(map(str, lost))}.")
    return [row if key(row) in guards else _marked(row) for row in rows]


def _marked(row: object) -> object:
    values = row if type(row) is tuple else (row,)  # a plain tuple is the values of several arguments
    return pytest.param(*values, marks=pytest.mark.sweep)
