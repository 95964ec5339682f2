"""The speed of pages as shoppers had it: the 75th percentile of each web vital."""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from vintner.analytics.reports.figures import figures_by_key
from vintner.analytics.reports.period import ReportPeriod
from vintner.analytics.rules import METRICS, Device, PageType

_SHARE: Final = 0.75
_WIDTH: Final = 12 / 120
"""The width of a range in the logarithm of the value, as roll_up.py counts."""
BOUNDS: Final = {"LCP": (2500, 4000), "INP": (200, 500), "CLS": (100, 250), "TTFB": (800, 1800)}
"""Up to the first a value is good, above the second poor: Google's thresholds of web vitals. CLS in thousandths."""


def percentile(ranges: Mapping[int, int]) -> int:
    """Return the value that three quarters do not exceed, at most 5 % off: the middle of its range."""
    rank, seen = _SHARE * sum(ranges.values()), 0
    for number, count in sorted(ranges.items()):
        seen += count
        if seen >= rank:
            return round(math.exp((number - 0.5) * _WIDTH))
    return 0


def vital_rows(period: ReportPeriod) -> list[tuple[str, str, str, str, str, int]]:
    """Return (page, device, measure, p75, rating, how many) of what was measured. One query."""
    ranges: dict[tuple[int, int, int], dict[int, int]] = defaultdict(dict)
    for key, each in figures_by_key("vital", period).items():
        parts = key.split("|")
        if len(parts) == 4 and parts[0] in METRICS:
            metric, page_type, device, number = parts
            ranges[int(page_type), int(device), METRICS.index(metric)][int(number)] = each.events
    return [_row(*names, counts) for names, counts in sorted(ranges.items())]


def _row(page_type: int, device: int, metric: int, counts: Mapping[int, int]) -> tuple[str, str, str, str, str, int]:
    name, value = METRICS[metric], percentile(counts)
    good, fair = BOUNDS[name]
    rating = "good" if value <= good else "fair" if value <= fair else "poor"
    text = f"{value / 1000:.2f}" if name == "CLS" else f"{value:,}"
    page = PageType(page_type).name.capitalize()
    return page, Device(device).name.capitalize(), name, text, rating, sum(counts.values())
