"""Courier and timekeeper go on, whatever one look at the database brings."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sandbox_pay.call import Call
from sandbox_pay.objects.records import IntentRecord, IntentRecordStatus, MethodRecord, Timer
from sandbox_pay.payments.timekeeper import Timekeeper, fire_due
from sandbox_pay.storage.database import Database
from sandbox_pay.storage.table import INTENTS, METHODS, TIMERS
from sandbox_pay.webhooks.chaos import Chaos
from sandbox_pay.webhooks.courier import Courier

PATIENCE = 20.0


class OnceLocked(Database):
    """Can't be read the first time."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.looks = 0
        self.looked_again = threading.Event()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        self.looks += 1
        if self.looks == 1:
            raise sqlite3.OperationalError("database is locked")
        with super().transaction() as connection:
            yield connection
        self.looked_again.set()


@pytest.mark.parametrize("who", ["courier", "timekeeper"])
def test_a_locked_database_is_looked_at_again(tmp_path: Path, who: str) -> None:
    database = OnceLocked(tmp_path / "sandbox.sqlite3")
    thread = Courier(database, Chaos()) if who == "courier" else Timekeeper(database, "", lambda: None)
    thread.start()
    assert database.looked_again.wait(PATIENCE)
    thread.stop()
    database.close()


def test_an_ending_that_its_payment_does_not_allow_holds_up_no_other(tmp_path: Path) -> None:
    database = Database(tmp_path / "sandbox.sqlite3")
    with database.transaction() as connection:
        METHODS.save(connection, MethodRecord(id="pm_1", created=1, billing_details={}))
        for name in ("pi_1", "pi_2"):
            waiting = IntentRecord(
                id=name, created=1, status=IntentRecordStatus.PROCESSING, amount=1, currency="usd", client_secret=""
            )
            held = {"payment_method": "pm_1", "latest_charge": "ch_1"}
            INTENTS.save(connection, waiting.model_copy(update=held))
            timer = Timer(id=f"tmr_{name}", created=1, due_at=1, subject=name, token="ch_1", ending="expire")
            TIMERS.save(connection, timer)
        assert fire_due(Call(connection=connection, now=2, public_url="")) == 0
        assert TIMERS.search(connection, {}) == []
    database.close()
