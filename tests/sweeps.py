"""Tables of which `make test` plays some rows, and `make test-all` plays all (decision 120)."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Row = TypeVar("Row")


def swept(rows: Iterable[Row], *, guards: Callable[[Row], bool]) -> list[object]:
    """Return the rows for `parametrize`; those that are no guards are marked as part of a sweep."""
    return [row if guards(row) else _marked(row) for row in rows]


def _marked(row: object) -> object:
    values = row if type(row) is tuple else (row,)  # a plain tuple is the values of several arguments
    return pytest.param(*values, marks=pytest.mark.sweep)
