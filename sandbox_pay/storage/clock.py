"""The sandbox's time: real time plus what tests have skipped."""

import sqlite3
import time

from sandbox_pay.storage import setting

OFFSET = "clock_offset"


def now(connection: sqlite3.Connection) -> int:
    """Return the sandbox's time in seconds since 1970."""
    return int(time.time()) + offset(connection)


def offset(connection: sqlite3.Connection) -> int:
    """Return how many seconds the sandbox is ahead of real time."""
    return int(setting.read(connection, OFFSET, "0"))


def advance(connection: sqlite3.Connection, seconds: int) -> None:
    """Move the clock forward."""
    setting.write(connection, OFFSET, str(offset(connection) + seconds))
