"""The catalogue version: a number that changes with everything that shoppers see. Cached pages are valid for one
version.

Database triggers give every commit that changes what shoppers see a new number (storefront's migration; the table is
called `storefront_edition`). Sales, releases and promotions also begin and end by the clock, so a version ends at
the next of these moments as well.

Pages also show stock, and a sale is no new version. Each variation has two numbers of its own, which triggers change:
one with the bottles that the page of its product shows (decision 108), one with the level that cards show (decision
115).
"""

import threading
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import wraps
from typing import Final, Generic, NamedTuple, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from vintner import clock
from vintner.database_outage import is_outage

Result = TypeVar("Result")
Key = TypeVar("Key")

CHECK_SECONDS = 0.5
"""A process reads the number again after so many seconds: pages are never out of date by more than a second."""
MOST_PRODUCTS = 10_000
"""Products whose editions a process remembers."""
SAME_MOMENT: Final = timedelta(seconds=1)
"""What is made for another moment than the present is not cached."""
KEPT_SECONDS = 60.0
"""For how long kept pages are sent on while the database cannot be reached."""

_NUMBER = "SELECT number FROM storefront_edition"
_NEXT_CHANGE = "SELECT storefront_next_change(%s, %s)"
_EDITIONS = """
SELECT ARRAY(SELECT v.stock_edition FROM catalogue_product p JOIN catalogue_variation v ON v.product_id = p.id
    WHERE p.slug = %s ORDER BY v.id)
"""
_LEVELS = "SELECT id, level_edition FROM catalogue_variation WHERE id = ANY(%s)"
_END = "SELECT storefront_end_version()"


class CatalogueVersion(NamedTuple):
    """`until` is when something on the pages changes by the clock, None when nothing is planned."""

    number: int
    until: datetime | None = None

    def is_valid(self, now: datetime) -> bool:
        return self.until is None or now < self.until


class ProductVersion(NamedTuple):
    """What the page of a product is valid for: the catalogue version, and the stock editions of its variations."""

    catalogue: CatalogueVersion
    editions: tuple[int, ...]


class _ReadEditions(NamedTuple):
    """The stock editions of a product, and when this process read them."""

    editions: tuple[int, ...]
    read_at: float


class _ReadLevel(NamedTuple):
    """The level edition of a variation, None if there is none, and when this process read it."""

    edition: int | None
    read_at: float


class _LastRead:
    """The version that this process read last, when it did, and when it last tried to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = CatalogueVersion(0)
        self._read_at = self._tried_at = float("-inf")
        self._products: dict[str, _ReadEditions] = {}
        self._levels: dict[int, _ReadLevel] = {}

    def current(self, now: datetime) -> CatalogueVersion:
        """Return the version at this moment. At most two queries, none within CHECK_SECONDS of the last try.

        While the database cannot be reached, the last version counts for KEPT_SECONDS: what is not cached for it fails
        by itself. Raises OperationalError or InterfaceError after that.
        """
        # Whoever comes while another thread reads takes the last version: nobody waits for a database that hangs.
        if not self._lock.acquire(blocking=not self._is_recent(now)):
            return self._version
        try:
            if clock.monotonic() - self._tried_at >= CHECK_SECONDS or not self._version.is_valid(now):
                self._try(now)
            return self._version
        finally:
            self._lock.release()

    def _is_recent(self, now: datetime) -> bool:
        return clock.monotonic() - self._read_at < KEPT_SECONDS and self._version.is_valid(now)

    def _try(self, now: datetime) -> None:
        try:
            self._read(now)
        except (OperationalError, InterfaceError) as error:
            if not is_outage(error) or not self._is_recent(now):
                raise
            self._tried_at = clock.monotonic()

    def _read(self, now: datetime) -> None:
        read_at = clock.monotonic()
        with connection.cursor() as cursor:
            cursor.execute(_NUMBER)
            (number,) = cursor.fetchone()
            if number != self._version.number or not self._version.is_valid(now):
                cursor.execute(_NEXT_CHANGE, [now, settings.TIME_ZONE])
                self._version = CatalogueVersion(number, *cursor.fetchone())
        self._read_at = self._tried_at = read_at

    def of_product(self, slug: str, now: datetime) -> ProductVersion:
        """Return the version of a product's page. One query more, none within CHECK_SECONDS of the last for it.

        While the database cannot be reached, what was last read of the product counts as long as the version does.
        """
        version, known = self.current(now), self._products.get(slug)
        if known is None or clock.monotonic() - known.read_at >= CHECK_SECONDS:
            try:
                known = self._read_editions(slug)
            except (OperationalError, InterfaceError) as error:
                if known is None or not is_outage(error):
                    raise
        return ProductVersion(version, known.editions)

    def _read_editions(self, slug: str) -> _ReadEditions:
        read_at = clock.monotonic()
        with connection.cursor() as cursor:
            cursor.execute(_EDITIONS, [slug])
            (editions,) = cursor.fetchone()
        if len(self._products) >= MOST_PRODUCTS:
            self._products = {}
        known = self._products[slug] = _ReadEditions(tuple(editions), read_at)
        return known

    def has_levels(self, shown: Mapping[int, int]) -> bool:
        """Say whether variations (id → level edition) are at these levels. One query, none for those that were read
        within CHECK_SECONDS.

        Editions grow: who shows a later one than this process has read is not out of date. While the database cannot be
        reached, what was last read counts as long as the version does.
        """
        return not self.changed_levels(shown)

    def changed_levels(self, shown: Mapping[int, int]) -> set[int]:
        """Return those of the variations that are at another level than shown, by the same queries."""
        known, now = self._levels, clock.monotonic()
        due = [each for each in shown if each not in known or now - known[each].read_at >= CHECK_SECONDS]
        if due:
            try:
                self._read_levels(due, now)
            except (OperationalError, InterfaceError) as error:
                if not is_outage(error):
                    raise
                self._remember({each: known[each]._replace(read_at=now) for each in due if each in known})
        return {
            each
            for each, edition in shown.items()
            if (level := known.get(each)) is not None and (level.edition is None or level.edition > edition)
        }

    def remember_levels(self, shown: Mapping[int, int], read_at: float) -> None:
        """Take over levels that a page has read since a moment of the monotonic clock.

        Those that are known already stay as old as they are: the page may have them from a cached card.
        """
        self._remember(
            {
                each: _ReadLevel(edition, read_at)
                for each, edition in shown.items()
                if (known := self._levels.get(each)) is None or known.edition is None or known.edition < edition
            }
        )

    def _read_levels(self, due: list[int], read_at: float) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_LEVELS, [due])
            found = dict(cursor.fetchall())
        self._remember({each: _ReadLevel(found.get(each), read_at) for each in due})

    def _remember(self, levels: Mapping[int, _ReadLevel]) -> None:
        if len(self._levels) >= MOST_PRODUCTS:
            self._levels.clear()
        self._levels.update(levels)

    def forget(self) -> None:
        """Let the next calls of `current_version` and the like read the numbers again."""
        with self._lock:
            self._read_at = self._tried_at = float("-inf")
            self._products = {}
            self._levels.clear()


_last_read = _LastRead()
current_version = _last_read.current
current_product_version = _last_read.of_product
has_levels = _last_read.has_levels
changed_levels = _last_read.changed_levels
remember_levels = _last_read.remember_levels
forget_version = _last_read.forget


def end_version() -> None:
    """Give the catalogue a new number, for a change that its triggers leave to the caller.

    Call it last in a transaction, as the triggers do: every other change of the catalogue waits for the row.
    """
    with connection.cursor() as cursor:
        cursor.execute(_END)


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


class VersionedCache(Generic[Key, Result]):
    """A cache in the memory of a process: key → result, of one catalogue version at a time.

    Results must not depend on stock, which is no part of the version.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        # One attribute, so that no thread reads the version of one and the results of another.
        self._cached: tuple[CatalogueVersion, dict[Key, Result]] = (CatalogueVersion(0), {})

    def at(self, now: datetime) -> dict[Key, Result]:
        """Return the results of the present version, to take from and to add to.

        Nothing is cached within a transaction, where what is read may never be committed, nor for another moment than
        the present: what is returned then is empty and used by nobody else. Call it before reading what is added: rows
        may be newer than the version, but never older.
        """
        if connection.in_atomic_block:
            return {}
        version = current_version(timezone.now())
        present = timezone.now()  # after the version was read: not before it began
        if not version.is_valid(present) or abs(present - now) > SAME_MOMENT:
            return {}
        of_version, results = self._cached
        if of_version != version or len(results) > self._most:
            results = {}
            self._cached = (version, results)
        return results
