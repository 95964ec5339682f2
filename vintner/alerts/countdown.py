"""How long it is until wines go on sale, and how far apart the pages that wait for it are loaded anew."""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from vintner.catalogue.models import Product

LONGEST_SPREAD: Final = 3000
SPREAD_PER_WATCHER: Final = 5
"""Milliseconds. Five hundred shoppers who wait load the page over two and a half seconds."""
WATCHED: Final = timedelta(minutes=15)
"""How long a shopper who asked counts as one who waits."""


def find_time_left(product_ids: Collection[int], now: datetime) -> tuple[dict[str, int], int]:
    """Return product id → milliseconds until it is on sale, and over how many milliseconds pages are to be reloaded.

    A product that is on sale has 0; one that there is none of is left out.
    """
    rows = Product.objects.published().filter(pk__in=product_ids).values_list("pk", "available_from")
    left = {str(pk): max(0, round((at - now) / timedelta(milliseconds=1))) if at else 0 for pk, at in rows}
    return left, min(LONGEST_SPREAD, SPREAD_PER_WATCHER * count_watchers(left, now))


def count_watchers(left: dict[str, int], now: datetime) -> int:
    """Count this request as a watcher of what is about to be launched, and return how many there are.

    Each process counts for itself unless they share a cache, so this is an estimate.
    """
    soon = [pk for pk, time in left.items() if 0 < time <= WATCHED / timedelta(milliseconds=1)]
    most = 0
    for pk in soon:
        key = f"watchers:{pk}:{int(now.timestamp() // WATCHED.total_seconds())}"
        cache.add(key, 0, WATCHED.total_seconds())
        with suppress(ValueError):  # a cache that keeps nothing for lack of room or of a server
            most = max(most, cache.incr(key))
    return most
