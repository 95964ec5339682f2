"""The cookies that the page of cookies lists."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final

from vintner.consent import cookies

PATTERNS: Final = tuple(
    pattern
    for each in (*cookies.NECESSARY, *cookies.PREFERENCES, *cookies.STATISTICS, *cookies.GOOGLE)
    for pattern in each.names.split(", ")
)


def find_unlisted(names: Iterable[str]) -> list[str]:
    """Return the names that the page does not list."""
    return [name for name in names if not any(fnmatchcase(name, pattern) for pattern in PATTERNS)]
