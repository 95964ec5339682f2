"""CSV files that are written for spreadsheets, and by them."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse

_PARTS: Final = r"(^|[;\t\r\n])"
"""Where a cell begins, also for a spreadsheet that parts cells by semicolons or tabs, and ends a row within quotes."""
_FORMULA: Final = re.compile(rf"{_PARTS}(?='*[=+\-@])")
"""What shoppers wrote and spreadsheets would run."""
_QUOTED_FORMULA: Final = re.compile(rf"{_PARTS}'(?='*[=+\-@])")
_BLANK: Final = re.compile(r"'*[\t\r]")
DELIMITERS: Final = (",", ";", "\t")
"""What spreadsheets put between cells."""


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as CSV, below the names of the columns. Cells that a spreadsheet would run are quoted."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows([quote_cell(cell) for cell in row] for row in rows)
    return file.getvalue()


def csv_response(name: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> HttpResponse:
    """Return a download of the rows under this file name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(write_csv(columns, rows), content_type="text/csv; charset=utf-8", headers=headers)


def find_delimiter(header: str, columns: Iterable[str]) -> str:
    """Return what a file puts between its cells: what parts these columns in its first line, else a comma.

    Spreadsheets write semicolons where a comma is the sign of decimals.
    """
    wanted = {column.casefold() for column in columns}
    for delimiter in DELIMITERS:
        try:
            cells = next(csv.reader([header], delimiter=delimiter), [])
        except csv.Error:  # whoever reads the file says what is wrong with it
            break
        if wanted <= {cell.strip().casefold() for cell in cells}:
            return delimiter
    return ","


def quote_cell(cell: str) -> str:
    """Return a cell that no spreadsheet runs: with an apostrophe before what it would run."""
    quoted = _FORMULA.sub(r"\1'", cell)
    return f"'{quoted}" if _BLANK.match(quoted) else quoted


def unquote_cell(cell: str) -> str:
    """Return a cell as it was before `quote_cell`."""
    quoted = cell[1:] if cell.startswith("'") and _BLANK.match(cell, 1) else cell
    return _QUOTED_FORMULA.sub(r"\1", quoted)
