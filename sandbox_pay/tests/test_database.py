"""The one file: it lasts from run to run, until a newer program has other records."""

import sqlite3
from pathlib import Path

import pytest

from sandbox_pay.objects.records import Customer
from sandbox_pay.storage.database import Database
from sandbox_pay.storage.table import CUSTOMERS


def test_what_was_written_is_there_in_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.sqlite3"
    first = Database(path)
    with first.transaction() as connection:
        CUSTOMERS.save(connection, Customer(id="cus_1", created=1))
    first.close()
    second = Database(path)
    with second.transaction() as connection:
        assert CUSTOMERS.find(connection, "cus_1") is not None
    second.close()


def test_a_file_of_an_older_program_starts_afresh(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "sandbox.sqlite3"
    old = sqlite3.connect(path)
    old.execute("CREATE TABLE customers (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT, created INTEGER, body TEXT)")
    old.execute("INSERT INTO customers (id, created, body) VALUES ('cus_old', 1, '{}')")
    old.commit()
    old.close()
    database = Database(path)
    with database.transaction() as connection:
        assert CUSTOMERS.search(connection, {"email = ?": None}) == []
        CUSTOMERS.save(connection, Customer(id="cus_1", created=1))
    database.close()
    assert "another version of the sandbox" in caplog.text
