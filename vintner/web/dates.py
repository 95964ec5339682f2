"""Dates as shoppers read them."""

from datetime import date, datetime
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import localtime


@lru_cache(maxsize=4_000)
def day_in_words(day: date) -> str:
    """Return 'March 3, 2027'. Cached, because formatting is slow and pages repeat dates."""
    return date_format(day, "F j, Y")


@lru_cache(maxsize=4_000)
def days_in_words(first: date, last: date) -> str:
    """Return 'Tue, Dec 1', or for several days 'Tue–Thu, Dec 1–3' and 'Wed–Mon, Dec 30 – Jan 4'.

    The weekdays are left out where they could be of another week.
    """
    begins = date_format(first, "M j")
    if first == last:
        return f"{date_format(first, 'D')}, {begins}"
    same_month = (first.year, first.month) == (last.year, last.month)
    days = f"{begins}–{last.day}" if same_month else f"{begins} – {date_format(last, 'M j')}"
    return days if (last - first).days > 6 else f"{date_format(first, 'D')}–{date_format(last, 'D')}, {days}"


def moment_in_words(moment: datetime) -> str:
    """Return 'March 3, 2027, 10:15 a.m. PST', in the store's time zone."""
    return date_format(localtime(moment), "F j, Y, g:i a T")
