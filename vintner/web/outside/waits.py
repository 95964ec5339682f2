"""How many requests may wait for services outside of the store: the card service, the service that knows addresses.

A web process has few threads. If all of them waited for a service that hangs, nobody could browse, so at most half of
them may (`limit_waits`). Whoever comes beyond that is refused at once. Background jobs are not limited.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from vintner.web.outside.breaker import Breaker, BreakerOpen

FAILURES: Final = 3
PAUSE_SECONDS: Final = 10.0
SLOW_SECONDS: Final = 1.0
"""A call that ends without an answer before that keeps no thread waiting, and is no reason for a pause."""


class ServiceBusy(Exception):
    """A service was not asked: too many requests wait already, or it has not answered lately."""


class _Places:
    """The places in which requests of this process may wait, without a bound until there is a limit."""

    def __init__(self) -> None:
        self._free: threading.Semaphore | None = None

    def limit(self, count: int | None) -> None:
        self._free = None if count is None else threading.Semaphore(count)

    @property
    def limited(self) -> bool:
        return self._free is not None

    @contextmanager
    def one(self) -> Iterator[None]:
        free = self._free
        if free is not None and not free.acquire(blocking=False):
            raise ServiceBusy("too many requests wait")
        try:
            yield
        finally:
            if free is not None:
                free.release()


_places = _Places()
limit_waits = _places.limit


class OutsideService:
    """A service that requests wait for, each with a breaker of its own."""

    def __init__(self, name: str) -> None:
        self._breaker = Breaker(name, failures=FAILURES, pause_seconds=PAUSE_SECONDS, slow_seconds=SLOW_SECONDS)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for the service in the block. Raises ServiceBusy instead in a process with a limit that is reached."""
        if not _places.limited:
            yield
            return
        try:
            with _places.one(), self._breaker.calling():
                yield
        except BreakerOpen as error:
            raise ServiceBusy(str(error)) from error
