"""The charts of reports, as the numbers of an SVG. The page has a table of the same beside each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vintner.analytics.reports.figures import DayFigures
from vintner.analytics.reports.tables import ReportTable

WIDTH: Final = 600
HEIGHT: Final = 160
"""Of the picture's own coordinates. The page stretches it; strokes keep their width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChart:
    """Visits by the day, and those of the period before: points of two lines, and the labels around them."""

    now: str
    before: str
    most: int
    first: str
    last: str
    words: str


@dataclass(frozen=True, slots=True)
class BarRow:
    """A row of a table with the length of its bar in percent."""

    cells: tuple[str, ...]
    length: int


def line_chart(days: Sequence[DayFigures], before: Sequence[DayFigures]) -> LineChart:
    """Return the chart of visits."""
    now, earlier = [each.visits for each in days], [each.visits for each in before]
    most = max(*now, *earlier, 1)
    best = max(days, key=lambda each: each.visits)
    return LineChart(
        now=_points(now, most),
        before=_points(earlier, most),
        most=most,
        first=f"{days[0].day:%b %-d}",
        last=f"{days[-1].day:%b %-d}",
        words=f"{sum(now):,} visits in {len(days)} days, most of them on {best.day:%B %-d}: {best.visits:,}. "
        f"The {len(before)} days before had {sum(earlier):,}.",
    )


def _points(values: Sequence[int], most: int) -> str:
    if len(values) == 1:  # a line of one point is not drawn
        values = (*values, *values)
    step = WIDTH / max(len(values) - 1, 1)
    return " ".join(f"{number * step:.1f},{HEIGHT - value * HEIGHT / most:.1f}" for number, value in enumerate(values))


def bar_rows(table: ReportTable) -> list[BarRow]:
    """Return the rows with a bar by their first number."""
    values = [next((cell for cell in row if isinstance(cell, int)), 0) for row in table.rows]
    most = max([*values, 1])
    return [
        BarRow(tuple(f"{cell:,}" if isinstance(cell, int) else cell for cell in row), round(100 * max(value, 0) / most))
        for row, value in zip(table.rows, values, strict=True)
    ]
