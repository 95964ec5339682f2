"""The days that a report is about, and those that it is compared with."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.utils import timezone

CHOICES: Final = (7, 30, 90)
MOST_DAYS: Final = 366
"""A year: reports are drawn by the day."""


@dataclass(frozen=True, slots=True)
class ReportPeriod:
    """Days of the store's time zone, both included."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def begin(self) -> datetime:
        return timezone.make_aware(datetime.combine(self.first, time.min))

    @property
    def end(self) -> datetime:
        """The moment after the last day."""
        return timezone.make_aware(datetime.combine(self.last + timedelta(days=1), time.min))

    @property
    def before(self) -> "ReportPeriod":
        """As many days, right before."""
        return ReportPeriod(self.first - timedelta(days=self.days), self.first - timedelta(days=1))

    def list_days(self) -> list[date]:
        """Return each day of it."""
        return [self.first + timedelta(days=number) for number in range(self.days)]


def last_days(days: int, today: date) -> ReportPeriod:
    """Return the period of so many days that ends today."""
    return ReportPeriod(today - timedelta(days=days - 1), today)
