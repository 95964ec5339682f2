"""Which addresses content pages may not have: those that begin like one of the store's own."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from django.urls import URLPattern, URLResolver, get_resolver

from vintner.web.edge.exposure import HEALTH_PATH

SERVED_BESIDE: Final = frozenset({"static", "media", HEALTH_PATH.strip("/")})
"""What is served before any address of the store is looked for: files, and the store's health."""
_FIRST_PART: Final = re.compile(r"\^?([-\w]+)")


@cache
def list_taken() -> frozenset[str]:
    """Return the first parts of the store's own addresses."""
    return SERVED_BESIDE | frozenset(_first_parts(get_resolver().url_patterns))


def _first_parts(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for each in patterns:
        text = str(each.pattern)
        if isinstance(each, URLResolver) and not text:
            yield from _first_parts(each.url_patterns)
        elif found := _FIRST_PART.match(text):
            yield found[1]
