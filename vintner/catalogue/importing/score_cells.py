"""Parses the critics' scores of a row: `Score 1 source`, `Score 1 points`, `Score 1 out of`, `Score 1 date` and on."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from vintner.catalogue.importing import cells
from vintner.catalogue.importing.tables import CsvRow, RowProblem

SCORE: Final = re.compile(r"score (\d{1,2}) (source|points|out of|date)", re.ASCII)
SCALES: Final = {"100": 100, "20": 20, "5": 5}
LONGEST_SOURCE: Final = 80
_POINTS: Final = re.compile(r"\d{1,3}(\.\d)?", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class ScoreCells:
    """A score of a row. `given_on` is an ISO date, or empty."""

    source: str
    given_on: str
    points: Decimal
    out_of: int


def read_scores(row: CsvRow) -> tuple[ScoreCells, ...] | None:
    """Return the scores of a row, None where the file has no column of them."""
    numbers = sorted({int(found[1]) for name in row.cells if (found := SCORE.fullmatch(name))})
    if not numbers:
        return None
    read: dict[tuple[str, str], ScoreCells] = {}
    for number in numbers:
        score = _read(row, f"Score {number}")
        if score is None:
            continue
        if (score.source, score.given_on) in read:
            raise RowProblem(f"Score {number} source", f"{score.source!r} stands there twice with this date")
        read[score.source, score.given_on] = score
    return tuple(read.values())


def _read(row: CsvRow, column: str) -> ScoreCells | None:
    if not any(row.text(f"{column} {part}") for part in ("source", "points", "out of", "date")):
        return None
    out_of = cells.one_of(row, f"{column} out of", {text: text for text in SCALES}, "100")
    return ScoreCells(
        source=cells.required(row, f"{column} source", LONGEST_SOURCE),
        given_on=_day(row, f"{column} date"),
        points=_points(row, f"{column} points", most=SCALES[out_of]),
        out_of=SCALES[out_of],
    )


def _points(row: CsvRow, column: str, *, most: int) -> Decimal:
    text = cells.required(row, column, 20)
    if not _POINTS.fullmatch(text):
        raise RowProblem(column, f"{text!r} is not a number of points such as 94 or 17.5")
    if Decimal(text) > most:
        raise RowProblem(column, f"{text} is more than {most}")
    return Decimal(text)


def _day(row: CsvRow, column: str) -> str:
    text = row.text(column)
    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise RowProblem(column, f"{text!r} is not a date such as 2026-03-31") from None
