"""One SQLite file. Every request is one transaction, and writers take turns."""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

from sandbox_pay.storage.table import TABLES

logger = logging.getLogger(__name__)
BUSY_TIMEOUT = 30.0  # seconds a writer waits for its turn

SETTINGS = """
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL
) WITHOUT ROWID;
"""
SHAPE = crc32("".join([SETTINGS, *(table.schema() + table.needs() for table in TABLES)]).encode()) >> 1
"""Names the tables and what their records must have, as SQLite's `user_version`: another number is another shape."""


class Database:
    """Hands out one connection to one thread at a time: SQLite has one writer, and this program is one process."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._turn = threading.Lock()
        self._connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._forget_other_shape(path)
        self._connection.executescript(SETTINGS + "".join(table.schema() for table in TABLES))

    def _forget_other_shape(self, path: Path) -> None:
        """Start afresh when the file is of a program whose records were others: it holds no real money."""
        if self._connection.execute("PRAGMA user_version").fetchone() == (SHAPE,):
            return
        found = self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        tables = [name for (name,) in found if not name.startswith("sqlite_")]
        for name in tables:
            self._connection.execute(f'DROP TABLE "{name}"')
        if tables:
            logger.warning("%s is of another version of the sandbox: it starts afresh.", path)
        self._connection.execute(f"PRAGMA user_version = {SHAPE}")

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit on the way out, roll back when an exception passes."""
        with self._turn:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def clear(self) -> None:
        """Forget everything but the endpoints that events are sent to."""
        with self.transaction() as connection:
            for table in TABLES:
                if table.name != "endpoints":
                    connection.execute(f"DELETE FROM {table.name}")  # noqa: S608 - a name of our own
            connection.execute("DELETE FROM idempotency")
            connection.execute("DELETE FROM settings")

    def close(self) -> None:
        with self._turn:
            self._connection.close()


@contextmanager
def savepoint(connection: sqlite3.Connection) -> Iterator[None]:
    """Undo what was written inside when an exception passes, and keep the transaction alive."""
    connection.execute("SAVEPOINT work")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK TO work")
        connection.execute("RELEASE work")
        raise
    connection.execute("RELEASE work")
