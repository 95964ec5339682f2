"""Days that people choose, as moments."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.timezone import localtime

from vintner.refusal import Refusal
from vintner.web.dates import day_in_words

NOON = time(12)
DATE_FIELD = "date"
"""The field of subscribers' forms that holds a day."""
BAD_DATE = "Please choose a date."


def day_of(moment: datetime) -> str:
    """Return the day of a moment as subscribers read it."""
    return day_in_words(localtime(moment).date())


def at_store_noon(day: date) -> datetime:
    """Return noon of a day in the store's time zone, in UTC. A box that is due on a day is charged then."""
    return datetime.combine(day, NOON, tzinfo=ZoneInfo(settings.TIME_ZONE)).astimezone(UTC)


def read_day(text: str) -> date:
    """Return the day that a field holds ('2027-03-01'). Raises Refusal."""
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        raise Refusal("date", BAD_DATE, DATE_FIELD) from None


def same_time(day: date, moment: datetime) -> datetime:
    """Return the day at the time of the day of another moment, in the store's time zone."""
    local = localtime(moment)
    return local.replace(year=day.year, month=day.month, day=day.day)


def morning(day: date) -> datetime:
    """Return the moment at which a day begins in the store's time zone."""
    return datetime.combine(day, time.min, ZoneInfo(settings.TIME_ZONE))
