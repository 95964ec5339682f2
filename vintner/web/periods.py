"""Checks periods that staff enter."""

from datetime import datetime

from django.core.exceptions import ValidationError


def check_period(starts_at: datetime | None, ends_at: datetime | None, *, field: str = "ends_at") -> None:
    """Raise ValidationError at `field` if a period ends before it starts. Open ends are valid."""
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        raise ValidationError({field: "Ends before it starts."})
