"""The reports as tables: what the page displays, and what their CSV files hold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vintner.analytics.reports.figures import figures_by_day, figures_by_key, top_keys
from vintner.analytics.reports.period import ReportPeriod
from vintner.analytics.reports.products import product_rows
from vintner.analytics.reports.revenue import revenue_rows
from vintner.analytics.reports.vitals import vital_rows
from vintner.analytics.rules import PURCHASE, EventKind
from vintner.analytics.sources import describe_source

MOST_ROWS: Final = 50
FUNNEL: Final = (
    ("Viewed a wine", EventKind.VIEW_ITEM),
    ("Put one into the cart", EventKind.ADD_TO_CART),
    ("Came to the checkout", EventKind.BEGIN_CHECKOUT),
    ("Bought", PURCHASE),
)
"""The steps of a purchase. Each counts visitors, once a day."""
Cell = str | int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTable:
    """A report. The first column names a row; the others are numbers if they are integers."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""

    @property
    def texts(self) -> list[tuple[str, ...]]:
        """The rows as a CSV file has them."""
        return [tuple(str(cell) for cell in row) for row in self.rows]


def _traffic(period: ReportPeriod) -> ReportTable:
    days = figures_by_day(period)
    return ReportTable(
        name="traffic",
        title="Visits and page views",
        columns=("Day", "Visits", "Page views", "Visitors"),
        rows=[(each.day.isoformat(), each.visits, each.events, each.visitors) for each in days],
    )


def _funnel(period: ReportPeriod) -> ReportTable:
    kinds, before = figures_by_key("kind", period), figures_by_key("kind", period.before)
    rows: list[tuple[Cell, ...]] = []
    first = 0
    for words, kind in FUNNEL:
        key = kind if isinstance(kind, str) else str(int(kind))
        visitors = kinds[key].visitors if key in kinds else 0
        first = first or visitors
        earlier = before[key].visitors if key in before else 0
        rows.append((words, visitors, share(visitors, first), earlier))
    return ReportTable(
        name="funnel",
        title="From viewing to buying",
        columns=("Step", "Visitors", "Of the first step", "Period before"),
        rows=rows,
        note="A visitor counts once a day in each step. Those whose browser runs no script view nothing, but may buy.",
    )


def _sources(period: ReportPeriod) -> ReportTable:
    before = figures_by_key("source", period.before)
    rows = [
        (describe_source(each.key), each.visits, before[each.key].visits if each.key in before else 0)
        for each in top_keys("source", period, MOST_ROWS)
    ]
    return ReportTable(
        name="sources", title="Where visits come from", columns=("Source", "Visits", "Period before"), rows=rows
    )


def _revenue(period: ReportPeriod) -> ReportTable:
    return ReportTable(
        name="revenue",
        title="Revenue by source",
        columns=("Source", "Orders", "Taken", "Refunded", "Net"),
        rows=revenue_rows(period),
        note="Orders that were paid in the period, with all their refunds: the ledger of orders, to the cent.",
    )


def _landing_pages(period: ReportPeriod) -> ReportTable:
    return _keys("landing", "landing-pages", "Landing pages", ("Page", "Visits", "Period before"), period)


def _pages(period: ReportPeriod) -> ReportTable:
    return _keys("page", "pages", "Pages", ("Page", "Views", "Period before"), period)


def _searches(period: ReportPeriod) -> ReportTable:
    return _keys("term", "searches", "Searches", ("Words", "Searches", "Period before"), period)


def _vain_searches(period: ReportPeriod) -> ReportTable:
    columns = ("Words", "Searches", "Period before")
    return _keys("no_result", "searches-without-result", "Searches without a result", columns, period)


def _keys(dimension: str, name: str, title: str, columns: tuple[str, ...], period: ReportPeriod) -> ReportTable:
    top = top_keys(dimension, period, MOST_ROWS)
    before: Mapping[str, int] = {key: each.events for key, each in figures_by_key(dimension, period.before).items()}
    rows = [(each.key, each.events, before.get(each.key, 0)) for each in top]
    return ReportTable(name=name, title=title, columns=columns, rows=rows)


def _products(period: ReportPeriod) -> ReportTable:
    return ReportTable(
        name="products",
        title="Wines",
        columns=("Wine", "Views", "Pressed in lists", "Bottles into carts", "Bottles sold"),
        rows=product_rows(period, MOST_ROWS),
        note="Sold: bottles of orders that were paid in the period, less what was taken back.",
    )


def _vitals(period: ReportPeriod) -> ReportTable:
    return ReportTable(
        name="speed",
        title="Speed for real shoppers",
        columns=("Page", "Device", "Measure", "p75", "Rating", "Page views"),
        rows=vital_rows(period),
        note="Three of four page views were at least so fast. LCP, INP and TTFB are in milliseconds.",
    )


def share(part: int, whole: int) -> str:
    """Return a part of a whole in percent: '12.5 %'. A part that is larger, of visitors not all counted, has none."""
    return f"{100 * part / whole:.1f} %" if part <= whole > 0 else "–"


REPORTS: Final[Mapping[str, Callable[[ReportPeriod], ReportTable]]] = {
    "traffic": _traffic,
    "funnel": _funnel,
    "sources": _sources,
    "revenue": _revenue,
    "landing-pages": _landing_pages,
    "pages": _pages,
    "products": _products,
    "searches": _searches,
    "searches-without-result": _vain_searches,
    "speed": _vitals,
}
"""The name of a report in addresses → what makes it."""
