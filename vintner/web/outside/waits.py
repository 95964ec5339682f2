"""How requests wait for services outside of the store: the card service, the service that knows addresses, the list of
breached passwords.

A request that waits leaves its place, and the connection to the database with it (`edge/places.py`), so pages are
answered meanwhile. What it keeps is one of the web server's many threads. So each service is asked by so many requests
of a process at a time, and so many more may wait for their turn, each for some seconds. Whoever comes beyond that is
refused at once. Background jobs are not limited.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from vintner.web.edge.places import leave_place
from vintner.web.outside.breaker import Breaker, BreakerOpen

FAILURES: Final = 3
PAUSE_SECONDS: Final = 3.0
SLOW_SECONDS: Final = 1.0
"""A call that ends without an answer before that keeps no thread waiting, and is no reason for a pause."""


class ServiceBusy(Exception):
    """A service was not asked: it has not answered lately."""


class ServiceCrowded(ServiceBusy):
    """A service was not asked: too many requests wait for it."""


_limited = threading.Event()


def limit_waits(*, limited: bool = True) -> None:
    """Let requests of this process wait within the limits of each service."""
    if limited:
        _limited.set()
    else:
        _limited.clear()


class OutsideService:
    """A service that requests wait for, with a breaker of its own. In a process with limits, `calls` of them ask it at
    a time, and `queue` more wait for their turn, for up to `queue_seconds`. While one call tries whether the service
    answers again, the others wait for its end within that time.
    """

    def __init__(self, name: str, *, calls: int, queue: int = 0, queue_seconds: float = 0.0) -> None:
        self._breaker = Breaker(name, failures=FAILURES, pause_seconds=PAUSE_SECONDS, slow_seconds=SLOW_SECONDS)
        self._present, self._turns = threading.Semaphore(calls + queue), threading.Semaphore(calls)
        self._queue_seconds = queue_seconds

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Wait for the service in the block, which must not use the database.

        In a process with limits, raises ServiceBusy or ServiceCrowded instead when they are reached.
        """
        if not _limited.is_set():
            yield
            return
        end = time.monotonic() + self._queue_seconds
        try:
            with (
                _acquire(self._present, 0),
                leave_place(),
                _acquire(self._turns, self._queue_seconds),
                self._breaker.calling(max(0.0, end - time.monotonic())),
            ):
                yield
        except BreakerOpen as error:
            raise ServiceBusy(str(error)) from error


@contextmanager
def _acquire(semaphore: threading.Semaphore, seconds: float) -> Iterator[None]:
    """Hold a semaphore in the block. Raises ServiceCrowded when it is not free within some seconds."""
    if not semaphore.acquire(timeout=seconds):
        raise ServiceCrowded("too many requests wait")
    try:
        yield
    finally:
        semaphore.release()
