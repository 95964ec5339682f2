"""Dates as shoppers read them."""

from datetime import date, datetime
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import localtime


@lru_cache(maxsize=4_000)
def day_in_words(day: date) -> str:
    """Return 'March 3, 2027'. Cached, because formatting is slow and pages repeat dates."""
    return date_format(day, "F j, Y")


def moment_in_words(moment: datetime) -> str:
    """Return 'March 3, 2027, 10:15 a.m. PST', in the store's time zone."""
    return date_format(localtime(moment), "F j, Y, g:i a T")
