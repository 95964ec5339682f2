"""Times between which something holds, as staff type them."""

from datetime import datetime

from django.core.exceptions import ValidationError


def check_period(starts_at: datetime | None, ends_at: datetime | None, *, field: str = "ends_at") -> None:
    """Raise ValidationError at the field of the end for a period that is over before it begins; open ends are fine."""
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        raise ValidationError({field: "Ends before it starts."})
