"""Which edition of the shop is on show: what is kept of pages is kept for one edition, and so is never out of date.

Database triggers give every commit that changes what shoppers see a new number (migration 0001). Sales, releases and
promotions also begin and end by themselves; the edition knows when the next of them does.
"""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.db import connection
from django.utils import timezone

Found = TypeVar("Found")

LOOKED_AT_EVERY = 0.5
"""Seconds for which a process believes the number it read: pages are never out of date by more than a second."""

_NUMBER = "SELECT number FROM storefront_edition"
_NEXT_CHANGE = "SELECT storefront_next_change(%s, %s)"


class Edition(NamedTuple):
    """`until` is when something on the pages changes by itself, None when nothing is planned."""

    number: int
    until: datetime | None = None

    def holds(self, now: datetime) -> bool:
        return self.until is None or now < self.until


class _Seen:
    """The edition that this process saw last, and when it looked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._edition = Edition(0)
        self._looked_at = float("-inf")

    def current(self, now: datetime) -> Edition:
        with self._lock:
            if time.monotonic() - self._looked_at >= LOOKED_AT_EVERY or not self._edition.holds(now):
                self._look(now)
            return self._edition

    def _look(self, now: datetime) -> None:
        looked_at = time.monotonic()
        with connection.cursor() as cursor:
            cursor.execute(_NUMBER)
            (number,) = cursor.fetchone()
            if number != self._edition.number or not self._edition.holds(now):
                cursor.execute(_NEXT_CHANGE, [now, settings.TIME_ZONE])
                self._edition = Edition(number, *cursor.fetchone())
        self._looked_at = looked_at

    def forget(self) -> None:
        """Look again at the next question."""
        with self._lock:
            self._looked_at = float("-inf")


_seen = _Seen()
current = _seen.current
forget = _seen.forget


def per_edition(find: Callable[[], Found]) -> Callable[[], Found]:
    """Let a function that reads what every page shows read it once for each edition, in each process.

    Within a transaction it reads anew: what it finds there may never be committed.
    """
    found: dict[Edition, Found] = {}

    @wraps(find)
    def remembered() -> Found:
        if connection.in_atomic_block:
            return find()
        shown = current(timezone.now())
        known = found.get(shown)
        if known is None:
            known = find()
            found.clear()
            found[shown] = known
        return known

    return remembered
