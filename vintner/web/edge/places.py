"""The places in which a web process answers requests, each with a connection to the database.

The web server has many threads, since some of them wait for bodies. Neither the work at a time nor the connections grow
with them: a thread takes a place before it answers, and Django's connection is that of the place.
"""

from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from vintner.web.edge.bodies import WsgiApplication


def in_places(application: WsgiApplication, count: int) -> WsgiApplication:
    """Return the application with so many requests answered at a time. Others wait for their turn."""
    free: SimpleQueue[BaseDatabaseWrapper] = SimpleQueue()
    for _ in range(count):
        connection = connections.create_connection(DEFAULT_DB_ALIAS)
        connection.inc_thread_sharing()  # one thread after the other
        free.put(connection)

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # noqa: ANN401 - WSGI's own
        connection = free.get()
        connections[DEFAULT_DB_ALIAS] = connection

        def leave() -> None:
            del connections[DEFAULT_DB_ALIAS]
            free.put(connection)

        try:
            response = application(environ, start_response)
            if getattr(response, "streaming", False) and not _is_file(response):
                response = _collect(response)
        except BaseException:
            leave()
            raise
        if _is_file(response):
            leave()  # however slowly it is fetched
            return response
        return _Answer(response, leave)

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
