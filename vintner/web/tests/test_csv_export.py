"""Cells of a file for spreadsheets are never run, however a spreadsheet parts them, and are read back as they were."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vintner.web.admin.csv_export import quote_cell, unquote_cell, write_csv

CELLS = st.text(st.sampled_from("=+-@;\t\r\n',\"ab "), max_size=12)


@pytest.mark.parametrize(
    ("cell", "quoted"),
    [
        ("=1+1", "'=1+1"),
        ("Jane;=1+1", "Jane;'=1+1"),
        ("Jane\t@SUM(A1)", "Jane\t'@SUM(A1)"),
        ("Jane\n=1+1", "Jane\n'=1+1"),
        ("'=1", "''=1"),
        ("Jane=1; -5", "Jane=1; -5"),
        ("a,=b", "a,=b"),
        ("Châteauneuf-du-Pape", "Châteauneuf-du-Pape"),
    ],
)
def test_a_cell_is_quoted_where_a_spreadsheet_would_run_it(cell: str, quoted: str) -> None:
    assert quote_cell(cell) == quoted


@given(CELLS)
def test_no_part_of_a_file_is_run_by_a_spreadsheet_that_parts_cells_by_semicolons(cell: str) -> None:
    written = write_csv(("Name", "Note"), [("x", cell)])
    parts = re.split(r"[;\t\r\n]", written)
    assert not [part for part in parts if part.startswith(("=", "+", "-", "@"))]


@given(CELLS)
def test_a_cell_is_read_as_it_was_written(cell: str) -> None:
    assert unquote_cell(quote_cell(cell)) == cell
