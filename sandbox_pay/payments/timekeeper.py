"""Fires the timers that are due by the sandbox's clock."""

import logging
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import replace

from sandbox_pay.call import Call
from sandbox_pay.objects.records import Timer
from sandbox_pay.payments import endings, timers
from sandbox_pay.payments.machine import IllegalStep
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.storage import clock
from sandbox_pay.storage.database import Database, savepoint
from sandbox_pay.storage.table import TIMERS

logger = logging.getLogger(__name__)
TICK = 1.0  # seconds between looks at the clock


def fire_due(call: Call) -> int:
    """Fire all due timers in order. Returns how many payments ended."""
    found = TIMERS.search(call.connection, {"due_at <= ?": call.now}, order="due_at, place")
    return sum([fire(call, timer) for timer in found])


def advance(call: Call, seconds: int) -> int:
    """Move the clock forward and fire the timers that are due by then. Returns how many payments ended."""
    clock.advance(call.connection, seconds)
    return fire_due(replace(call, now=clock.now(call.connection)))


def fire(call: Call, timer: Timer) -> bool:
    """Fire one timer. It does nothing when the payment does not wait for its action any more.

    An ending that the payment's status does not allow is logged.
    """
    TIMERS.remove(call.connection, timer.id)
    about = timers.subject(call.connection, timer)
    if about is None:
        return False
    try:
        with savepoint(call.connection):
            endings.end(call, about, Ending(timer.ending))
    except (ProviderError, IllegalStep) as problem:
        logger.error("%s could not %s: %s", about.id, timer.ending, problem)
        return False
    return True


class Timekeeper:
    """A thread that looks at the clock every second. What it has to do is in the database."""

    def __init__(self, database: Database, public_url: str, wake_courier: Callable[[], None]) -> None:
        self._database = database
        self._public_url = public_url
        self._wake_courier = wake_courier
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timekeeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=1)

    def _run(self) -> None:
        while not self._stopped.wait(TICK):
            try:
                ended = self.tick()
            except sqlite3.Error:
                logger.exception("Timers can't be read or written down; trying again.")
                continue
            if ended:
                self._wake_courier()

    def tick(self) -> int:
        """Fire the timers that are due now. Returns how many payments ended."""
        with self._database.transaction() as connection:
            return fire_due(Call(connection=connection, now=clock.now(connection), public_url=self._public_url))
