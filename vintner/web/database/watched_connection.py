"""Connections that end when the database's server answers nobody.

A server that is frozen, or that a broken network hides, keeps its connections open and says nothing. The limits of
queries are the server's own and end with it, and a Unix socket has no keepalive. So whoever has waited for a while asks
by a new connection whether the server answers at all; while it does, a long query goes on.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from psycopg import Connection, OperationalError
from psycopg.abc import PQGen
from psycopg.errors import ConnectionTimeout

from vintner.web.outside.breaker import Breaker, BreakerOpen

Result = TypeVar("Result")

CONNECT_SECONDS: Final = 3
SILENT_SECONDS: Final = 2.0
"""After so long without a sign of the server a waiting connection asks for one."""
PAUSE_SECONDS: Final = 2.0
"""After a connection in vain nobody connects for so long: whoever needs the database is refused at once."""
_TICK_SECONDS: Final = 0.1

_breaker = Breaker("The database", failures=1, pause_seconds=PAUSE_SECONDS, slow_seconds=CONNECT_SECONDS * 0.9)


class WatchedConnection(Connection[Any]):
    """A connection that looks after its server while it waits for it."""

    asked: Mapping[str, Any]
    """What it was opened with."""

    def wait(self, gen: PQGen[Result], interval: float = _TICK_SECONDS, timeout: float | None = None) -> Result:
        """Wait for the server, as psycopg does. Raises OperationalError if the server answers nobody."""
        return super().wait(_watched(gen, self._look_after_server), interval, timeout)

    def _look_after_server(self) -> None:
        try:
            open_connection(self.asked).close()
        except (ConnectionTimeout, BreakerOpen):
            self.close()  # or the rollback that follows would wait as long again
            raise OperationalError("the database does not answer") from None
        except OperationalError:
            pass  # it refuses connections, so it is there


def open_connection(asked: Mapping[str, Any]) -> WatchedConnection:
    """Open a connection with psycopg's arguments. Raises BreakerOpen soon after a connection was opened in vain."""
    with _breaker.calling():
        connection = WatchedConnection.connect(**asked)
    connection.asked = asked
    return connection


def _watched(gen: PQGen[Result], look_after_server: Callable[[], None]) -> PQGen[Result]:
    """Pass on what psycopg waits for. None of it within a tick is a falsy state, by psycopg's protocol."""
    try:
        awaited = next(gen)
        heard = time.monotonic()
        while True:
            ready = yield awaited
            if not ready and time.monotonic() - heard >= SILENT_SECONDS:
                look_after_server()
            if ready or time.monotonic() - heard >= SILENT_SECONDS:
                heard = time.monotonic()
            awaited = gen.send(ready)
    except StopIteration as ended:
        result: Result = ended.value
        return result
