"""Of a table, `make test` plays the rows that are named."""

import pytest

from tests.sweeps import swept


def test_all_rows_but_the_guards_are_marked() -> None:
    rows = [("ideal", 1), ("eps", 2)]
    guard, marked = swept(rows, guards={"ideal"}, key=lambda row: row[0])
    assert guard == ("ideal", 1)
    assert marked == pytest.param("eps", 2, marks=pytest.mark.sweep)
    assert swept([360, 768], guards={360}) == [360, pytest.param(768, marks=pytest.mark.sweep)]


def test_a_guard_that_is_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match=r"No row is \['giropay'\]"):
        swept(["ideal"], guards={"ideal", "giropay"})
