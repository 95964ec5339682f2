"""The catalogue version: a number that changes with everything that shoppers see. Cached pages are valid for one
version.

Database triggers give every commit that changes what shoppers see a new number (storefront's migration; the table is
called `storefront_edition`). Sales, releases and promotions also begin and end by the clock, so a version ends at
the next of these moments as well.
"""

import threading
import time
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from vintner.database_outage import is_outage

Result = TypeVar("Result")

CHECK_SECONDS = 0.5
"""A process reads the number again after so many seconds: pages are never out of date by more than a second."""
KEPT_SECONDS = 60.0
"""For how long kept pages are sent on while the database cannot be reached."""

_NUMBER = "SELECT number FROM storefront_edition"
_NEXT_CHANGE = "SELECT storefront_next_change(%s, %s)"


class CatalogueVersion(NamedTuple):
    """`until` is when something on the pages changes by the clock, None when nothing is planned."""

    number: int
    until: datetime | None = None

    def is_valid(self, now: datetime) -> bool:
        return self.until is None or now < self.until


class _LastRead:
    """The version that this process read last, when it did, and when it last tried to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = CatalogueVersion(0)
        self._read_at = self._tried_at = float("-inf")

    def current(self, now: datetime) -> CatalogueVersion:
        """Return the version at this moment. At most two queries, none within CHECK_SECONDS of the last try.

        While the database cannot be reached, the last version counts for KEPT_SECONDS: what is not cached for it fails
        by itself. Raises OperationalError or InterfaceError after that.
        """
        # Whoever comes while another thread reads takes the last version: nobody waits for a database that hangs.
        if not self._lock.acquire(blocking=not self._is_recent(now)):
            return self._version
        try:
            if time.monotonic() - self._tried_at >= CHECK_SECONDS or not self._version.is_valid(now):
                self._try(now)
            return self._version
        finally:
            self._lock.release()

    def _is_recent(self, now: datetime) -> bool:
        return time.monotonic() - self._read_at < KEPT_SECONDS and self._version.is_valid(now)

    def _try(self, now: datetime) -> None:
        try:
            self._read(now)
        except (OperationalError, InterfaceError) as error:
            if not is_outage(error) or not self._is_recent(now):
                raise
            self._tried_at = time.monotonic()

    def _read(self, now: datetime) -> None:
        read_at = time.monotonic()
        with connection.cursor() as cursor:
            cursor.execute(_NUMBER)
            (number,) = cursor.fetchone()
            if number != self._version.number or not self._version.is_valid(now):
                cursor.execute(_NEXT_CHANGE, [now, settings.TIME_ZONE])
                self._version = CatalogueVersion(number, *cursor.fetchone())
        self._read_at = self._tried_at = read_at

    def forget(self) -> None:
        """Let the next call of `current_version` read the number again."""
        with self._lock:
            self._read_at = self._tried_at = float("-inf")


_last_read = _LastRead()
current_version = _last_read.current
forget_version = _last_read.forget


def cached_by_version(read: Callable[[], Result]) -> Callable[[], Result]:
    """Let a function that reads what every page shows read it once per catalogue version, in each process.

    Within a transaction it always reads: what it finds there may never be committed.
    """
    cached: dict[CatalogueVersion, Result] = {}

    @wraps(read)
    def read_once() -> Result:
        if connection.in_atomic_block:
            return read()
        version = current_version(timezone.now())
        result = cached.get(version)
        if result is None:
            result = read()
            cached.clear()
            cached[version] = result
        return result

    return read_once
