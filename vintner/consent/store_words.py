"""The words about cookies as this store's visitors read them: whether Google Analytics is used makes a difference."""

from typing import Final

from django.conf import settings

from vintner.consent.words import KINDS, STATISTICS, VERSION, KindWords

WITH_GOOGLE: Final = 1000
"""Is added to the version in stores that use Google Analytics: a yes to the other words is none to Google."""
STATISTICS_WITH_GOOGLE: Final = STATISTICS._replace(
    text="They tell us which link, search or site led you here, how many pages you open and what is bought after that. "
    "Google Analytics counts for us which wines are looked at, put into carts and bought. We sell this to nobody."
)


def words_version() -> int:
    """Return the version of the words."""
    return VERSION + (WITH_GOOGLE if settings.GA4_ID else 0)


def list_kinds() -> tuple[KindWords, ...]:
    """Return the kinds of cookies."""
    return tuple(STATISTICS_WITH_GOOGLE if settings.GA4_ID and each is STATISTICS else each for each in KINDS)
