"""Dates as shoppers read them."""

from datetime import date
from functools import lru_cache

from django.utils.formats import date_format


@lru_cache(maxsize=4_000)
def day_in_words(day: date) -> str:
    """Return 'March 3, 2027'. Cached, because formatting is slow and pages repeat dates."""
    return date_format(day, "F j, Y")
