"""The store's mode, as this process last read it."""

import threading
from datetime import datetime
from types import MappingProxyType

from django.db import connection

from vintner.store_mode.models import PreviewLink, StoreVisibility
from vintner.store_mode.rules import LIVE, StoreMode, Visibility
from vintner.web.catalogue_version import current_version


class _LastMode:
    """The mode, and the number of the catalogue version that it was read at."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number: int | None = None
        self._mode = LIVE

    def current(self, now: datetime) -> StoreMode:
        """Return the mode, at most half a second old.

        Triggers give the catalogue a new version with every change of the mode, so as long as the version is the same
        there is no query. Within a transaction nothing is read: what is found there may never be committed.
        """
        if connection.in_atomic_block:
            return self._mode
        number = current_version(now).number
        if number != self._number:
            with self._lock:
                self._mode, self._number = read_mode(), number
        return self._mode

    def forget(self) -> None:
        """Let the next call read the mode again; until then the store is live."""
        with self._lock:
            self._mode, self._number = LIVE, None

    def refresh(self) -> None:
        """Read the mode at once."""
        with self._lock:
            self._mode, self._number = read_mode(), None


_last_read = _LastMode()
current_mode = _last_read.current
forget_mode = _last_read.forget
refresh_mode = _last_read.refresh


def is_open(now: datetime) -> bool:
    """Return whether nothing is closed to visitors, as the database has it. The setting STORE_IS_OPEN names it."""
    return not read_mode().is_coming_soon(now)


def read_mode() -> StoreMode:
    """Return the mode as the database has it. Two queries, one while the store is live."""
    row = StoreVisibility.objects.first()
    if row is None or row.visibility == Visibility.LIVE:
        return LIVE
    previews = dict(PreviewLink.objects.filter(ended_at=None).values_list("pk", "expires_at"))
    return StoreMode(Visibility(row.visibility), row.heading, row.text, row.opens_at, MappingProxyType(previews))
