"""CSV files for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What shoppers wrote and spreadsheets would run."""


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return the rows as CSV, below the names of the columns. Cells that a spreadsheet would run are quoted."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(columns)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return file.getvalue()


def csv_response(name: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> HttpResponse:
    """Return a download of the rows under this file name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(write_csv(columns, rows), content_type="text/csv; charset=utf-8", headers=headers)


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def unquote_cell(cell: str) -> str:
    """Return a cell of a file that `write_csv` made as it was."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell
