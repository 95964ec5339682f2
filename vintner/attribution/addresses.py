"""Which addresses may be written into cookies that scripts can read, and into orders. The rest may hold a secret."""

import re
from functools import lru_cache
from typing import Final

from django.urls import Resolver404, resolve

BROWSED: Final = frozenset(
    {"home", "search", "shop", "category", "tag", "producers", "producer", "product", "product_reviews", "reviews"}
)
"""Names of the pages that are the same for everybody: their paths hold no more than slugs and numbers of pages."""
_PLAIN: Final = re.compile(r"[a-z0-9-]+")


@lru_cache(maxsize=500)
def public_path(path: str) -> str:
    """Return as much of a path of the store as anybody may know.

    That is all of it for pages that shoppers browse, else the first folder, and '/' of an address that leads nowhere.
    New pages are not written down until they stand in BROWSED.
    """
    try:
        match = resolve(path)
    except (Resolver404, ValueError):
        return "/"
    if match.url_name in BROWSED:
        return path
    folder = match.route.partition("/")[0]
    return f"/{folder}" if _PLAIN.fullmatch(folder) else "/"
