"""The sandbox's time: real time plus what tests have skipped."""

import sqlite3
import time

OFFSET = "clock_offset"


def now(connection: sqlite3.Connection) -> int:
    """Return the sandbox's time in seconds since 1970."""
    return int(time.time()) + offset(connection)


def offset(connection: sqlite3.Connection) -> int:
    """Return how many seconds the sandbox is ahead of real time."""
    row = connection.execute("SELECT value FROM settings WHERE name = ?", [OFFSET]).fetchone()
    return int(row[0]) if row else 0


def advance(connection: sqlite3.Connection, seconds: int) -> None:
    """Move the clock forward."""
    connection.execute(
        "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [OFFSET, str(offset(connection) + seconds)],
    )
