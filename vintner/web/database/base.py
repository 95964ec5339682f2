"""The engine that `DATABASES` names. Django finds it by the name of this module."""

import select
from collections.abc import Mapping
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.postgresql.psycopg_any import IsolationLevel
from psycopg import OperationalError

from vintner.web.database.watched_connection import CONNECT_SECONDS, WatchedConnection, open_connection
from vintner.web.outside.breaker import BreakerOpen


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, without its pools and other isolation levels, which the store does not use."""

    def get_connection_params(self) -> dict[str, Any]:
        """Return psycopg's arguments; connecting has an end of its own."""
        return {**super().get_connection_params(), "connect_timeout": CONNECT_SECONDS}

    def get_new_connection(self, conn_params: Mapping[str, Any]) -> WatchedConnection:
        """Open a connection. Raises OperationalError."""
        self.isolation_level = IsolationLevel.READ_COMMITTED
        try:
            return open_connection(conn_params)
        except BreakerOpen:
            raise OperationalError("the database did not answer a moment ago") from None

    def is_usable(self) -> bool:
        """Say whether the connection works, before a request's first query and after an error.

        A server that ends a connection closes it, and then there is something to read. Where there is nothing, and no
        query failed, asking the server would be a round trip of every request, and says nothing about the next moment.
        """
        if self.connection is not None and not self.errors_occurred and _is_quiet(self.connection):
            return True
        usable: bool = super().is_usable()
        return usable


def _is_quiet(connection: WatchedConnection) -> bool:
    """Say whether an open connection has nothing to read: between queries the server speaks only of its own accord."""
    if connection.closed:
        return False
    waiting = select.poll()  # unlike select.select, it takes any number of open files
    waiting.register(connection.fileno(), select.POLLIN)
    return not waiting.poll(0)
