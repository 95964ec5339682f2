"""Tells a database that cannot be reached from errors of queries."""

from typing import Final

from django.db import InterfaceError, OperationalError

_GONE: Final = ("08", "57P", "53300")
"""How the SQLSTATEs of lost connections begin, of a server that stops, starts or was killed, and of one that takes no
more connections."""


def is_outage(error: BaseException | None) -> bool:
    """Return whether an error, or the one that it was raised from, says that the database cannot be reached.

    A query that took too long or was in the way of others is an error of its own.
    """
    while error is not None:
        if isinstance(error, OperationalError | InterfaceError):
            state = getattr(error.__cause__, "sqlstate", None)
            return state is None or state.startswith(_GONE)
        error = error.__cause__
    return False
