"""Single values that last until a reset: the skipped time, where the account is, and the like."""

import sqlite3


def read(connection: sqlite3.Connection, name: str, default: str) -> str:
    row = connection.execute("SELECT value FROM settings WHERE name = ?", [name]).fetchone()
    return str(row[0]) if row else default


def write(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute(
        "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", [name, value]
    )
