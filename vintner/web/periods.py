"""Checks periods that staff enter."""

from datetime import date, datetime
from typing import Final

from django.core.exceptions import ValidationError

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2199


def check_year(day: date) -> None:
    """Raise ValidationError for a day or a time that no store needs.

    At both ends of what Python counts, a time has no other time zone, and nothing can be added to it.
    """
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(f"Enter a year from {FIRST_YEAR} to {LAST_YEAR}.")


def check_period(starts_at: datetime | None, ends_at: datetime | None, *, field: str = "ends_at") -> None:
    """Raise ValidationError at `field` if a period ends before it starts. Open ends are valid."""
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        raise ValidationError({field: "Ends before it starts."})
