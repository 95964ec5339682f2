"""A filter of admin lists by a range of days."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.utils import parse_date_str

LONGEST_SHOWN: Final = 60
"""Letters of an invalid date that a message repeats."""
_TITLES: Final = {
    "placed_at": "when it was placed",
    "answered_at": "when it was answered",
    "written_at": "when it was sent",
    "at": "when it happened",
}
"""What is above the two days in the panel of filters, by column."""


class DayFilter(RangeDateFilter):
    """Rows from one day to another, both included. An invalid date is ignored, and the list says so.

    Days are compared as moments, so that an index can be used.
    """

    def __init__(self, *args: Any, **named: Any) -> None:  # noqa: ANN401 - Django's own
        super().__init__(*args, **named)
        self.title = _TITLES.get(str(self.field_path), self.title)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        first, last = (self._day(name) for name in ("from", "to"))
        if first is not None:
            queryset = queryset.filter(**{f"{self.parameter_name}__gte": _begin(first)})
        if last is not None and last < date.max:
            queryset = queryset.filter(**{f"{self.parameter_name}__lt": _begin(last + timedelta(days=1))})
        return queryset

    def problems(self) -> list[str]:
        """Return an error for each date that cannot be read: the field, what was typed, and what to do."""
        typed = {name: self._typed(name) for name in ("from", "to")}
        return [
            f"{str(self.title).capitalize()}, {name}: “{text[:LONGEST_SHOWN]}” is no day of the calendar. Write it like"
            " 2026-11-30. The list is shown without it."
            for name, text in typed.items()
            if text and self._day(name) is None
        ]

    def _typed(self, name: str) -> str:
        return str(self.used_parameters.get(f"{self.parameter_name}_{name}") or "").strip()

    def _day(self, name: str) -> date | None:
        day = parse_date_str(self._typed(name))
        return day.date() if isinstance(day, datetime) else day


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
