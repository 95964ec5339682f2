"""Keeps an item of a job from stopping the others: by a fault, or by the time that it takes."""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from django.core.cache import cache

from vintner import clock

ROUND_LIMIT: Final = timedelta(seconds=50)
"""How long a round takes up new items. Most rounds begin every minute, and none keeps its worker for longer."""
MEMORY: Final = timedelta(days=1)
"""How long it is remembered which items had their turn, in a cache: without it, a round begins at the first item."""

log = logging.getLogger(__name__)


@contextmanager
def isolated(item: str) -> Iterator[None]:
    """Log any exception of an item and go on: the next run of the job tries the item again."""
    try:
        yield
    except Exception:
        log.exception("%s stays open", item)


def take_turns(name: str, items: Iterable[int]) -> Iterator[int]:
    """Yield the ids of a round's items until its time is over, one at least. What is left comes first next time, also
    before items that fail each time.
    """
    key, ends = f"round:{name}", clock.monotonic() + ROUND_LIMIT.total_seconds()
    before: frozenset[int] = cache.get(key, frozenset())
    waiting = sorted(items, key=lambda item: item in before)
    for count, item in enumerate(waiting):
        if count and clock.monotonic() >= ends:
            new_turn = item in before
            cache.set(key, frozenset(waiting[:count]) | (frozenset() if new_turn else before), MEMORY.total_seconds())
            log.warning("%s: the time is over, and %s items wait for the next round", name, len(waiting) - count)
            return
        yield item
    cache.delete(key)
