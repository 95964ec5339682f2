"""The places in which a web process answers requests, each with a connection to the database.

The web server has many threads, since some of them wait: for bodies, and for services outside of the store. Neither the
work at a time nor the connections grow with them: a thread takes a place before it answers, and Django's connection is
that of the place. While it waits for a service it leaves its place to others (`leave_place`). One place is for requests
that only read, so that pages come soon while many order at once.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from vintner.web.edge.bodies import WsgiApplication

READING: Final = ("GET", "HEAD", "OPTIONS")


class _Places:
    """All places of a process. `writers` lets requests that do not only read have all of them but one."""

    def __init__(self, count: int) -> None:
        self.writers = threading.Semaphore(max(1, count - 1))
        self.free: SimpleQueue[BaseDatabaseWrapper] = SimpleQueue()
        for _ in range(count):
            connection = connections.create_connection(DEFAULT_DB_ALIAS)
            connection.inc_thread_sharing()  # one thread after the other
            self.free.put(connection)


class _HeldPlace:
    """The place of a request: one of those that are free, and after a pause maybe another one."""

    def __init__(self, places: _Places, method: str) -> None:
        self._places = places
        self._writes = method not in READING
        self._connection: BaseDatabaseWrapper | None = None

    @property
    def is_taken(self) -> bool:
        return self._connection is not None

    def take(self) -> None:
        """Wait for a free place and take it."""
        if self._writes:
            self._places.writers.acquire()
        connections[DEFAULT_DB_ALIAS] = self._connection = self._places.free.get()

    def leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        del connections[DEFAULT_DB_ALIAS]
        self._places.free.put(connection)
        if self._writes:
            self._places.writers.release()


_held = threading.local()


@contextmanager
def leave_place() -> Iterator[None]:
    """Leave this thread's place to other requests for as long as the block lasts, and take one again afterwards.

    The block must not use the database. Within a transaction the place is kept, since its connection is needed. Jobs,
    commands and tests have no places.
    """
    place: _HeldPlace | None = getattr(_held, "place", None)
    if place is None or not place.is_taken or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        yield
        return
    place.leave()
    try:
        yield
    finally:
        place.take()
        connections[DEFAULT_DB_ALIAS].close_if_unusable_or_obsolete()  # as between two requests


def in_places(application: WsgiApplication, count: int) -> WsgiApplication:
    """Return the application with so many requests answered at a time. Others wait for their turn."""
    places = _Places(count)

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
        _held.place = place = _HeldPlace(places, environ["REQUEST_METHOD"])
        place.take()
        try:
            response = application(environ, start_response)
            if getattr(response, "streaming", False) and not _is_file(response):
                response = _collect(response)
        except BaseException:
            place.leave()
            raise
        if _is_file(response):
            place.leave()  # however slowly it is fetched
            return response
        return _Answer(response, place.leave)

    return answer


def _is_file(response: Iterable[bytes]) -> bool:
    return getattr(response, "file_to_stream", None) is not None


def _collect(response: Any) -> list[bytes]:  # noqa: ANN401 - of Django, with a `close`
    """Return a response that is made as it is sent. Slow clients would hold places otherwise."""
    try:
        return [b"".join(response)]
    finally:
        response.close()


class _Answer:
    """A response whose place is left once the server has taken it and what is done afterwards is done."""

    def __init__(self, response: Iterable[bytes], leave: Callable[[], None]) -> None:
        self._response = response
        self._leave: Callable[[], None] | None = leave

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._response)

    def close(self) -> None:
        leave, self._leave = self._leave, None
        if leave is None:
            return
        try:
            if close := getattr(self._response, "close", None):
                close()
        finally:
            leave()

    def __del__(self) -> None:
        self.close()
