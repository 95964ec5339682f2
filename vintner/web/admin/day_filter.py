"""A filter of admin lists by a range of days."""

from datetime import date, datetime, time, timedelta

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.contrib.filters.admin import RangeDateFilter
from unfold.utils import parse_date_str


class DayFilter(RangeDateFilter):
    """Rows from one day to another, both included. An invalid date is ignored.

    Days are compared as moments, so that an index can be used.
    """

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        first, last = (self._day(name) for name in ("from", "to"))
        if first is not None:
            queryset = queryset.filter(**{f"{self.parameter_name}__gte": _begin(first)})
        if last is not None and last < date.max:
            queryset = queryset.filter(**{f"{self.parameter_name}__lt": _begin(last + timedelta(days=1))})
        return queryset

    def _day(self, name: str) -> date | None:
        day = parse_date_str(str(self.used_parameters.get(f"{self.parameter_name}_{name}") or ""))
        return day.date() if isinstance(day, datetime) else day


def _begin(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
