"""Parses the column `Contents` of a gift set: 'CHIANTI-2022 × 2 | ROSE × 1'."""

import re
from typing import Final

from vintner.catalogue.importing.tables import CsvRow, RowProblem
from vintner.catalogue.sets.set_item import MOST_OF_ONE
from vintner.web.text_input import read_code

CONTENTS: Final = "Contents"
_PART: Final = re.compile(r"(.+?)(?:\s+[×x]\s*(\d{1,3}))?", re.ASCII)

SetCells = tuple[tuple[str, int], ...]
"""SKUs and numbers of bottles, in order."""


def read_contents(row: CsvRow) -> SetCells | None:
    """Return what is in a set, nothing for an empty cell, None where the file has no such column."""
    if not row.has(CONTENTS):
        return None
    found: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in row.text(CONTENTS).split("|"))):
        read = _PART.fullmatch(part)
        sku, number = (read[1], int(read[2] or 1)) if read else (part, 0)
        if not 1 <= number <= MOST_OF_ONE:
            raise RowProblem(
                CONTENTS, f"{part!r} is not an SKU with a number from 1 to {MOST_OF_ONE}, such as 'RED × 2'"
            )
        sku = read_code(sku)
        if sku in found:
            raise RowProblem(CONTENTS, f"{sku} stands there twice")
        found[sku] = number
    return tuple(found.items())


def contents_cell(contents: SetCells) -> str:
    """Return the same as the cell of a file."""
    return " | ".join(f"{sku} × {number}" for sku, number in contents)
