"""Timers: endings that come by themselves. What lets them run out is `timekeeper.py`."""

import sqlite3
from collections.abc import Sequence

from sandbox_pay.call import Call
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import Intent, Status, Timer
from sandbox_pay.objects.setup_records import SetupIntent, SetupStatus
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.storage.table import INTENTS, SETUP_INTENTS, TIMERS


def waits_for(intent: Intent | SetupIntent) -> str:
    """Return what is waited for: the token of the open action, a payment's pending charge, or nothing."""
    if isinstance(intent, SetupIntent):
        return intent.action.token if intent.status is SetupStatus.REQUIRES_ACTION and intent.action else ""
    if intent.status is Status.REQUIRES_ACTION and intent.action:
        return intent.action.token
    if intent.status is Status.PROCESSING and intent.latest_charge:
        return intent.latest_charge
    return ""


def plan(call: Call, intent: Intent | SetupIntent, ending: Ending, seconds: int) -> None:
    """Let the payment or setup end this way in so many seconds, unless it has moved on by then."""
    timer = Timer(
        id=new_id("tmr"),
        created=call.now,
        due_at=call.now + seconds,
        intent=intent.id,
        token=waits_for(intent),
        ending=ending.value,
    )
    TIMERS.save(call.connection, timer)


def subject(connection: sqlite3.Connection, timer: Timer) -> Intent | SetupIntent | None:
    """Return what the timer is about, while that still waits for it."""
    found = INTENTS.find(connection, timer.intent) or SETUP_INTENTS.find(connection, timer.intent)
    return found if found is not None and waits_for(found) == timer.token else None


def waiting(connection: sqlite3.Connection) -> Sequence[Timer]:
    """Return the timers that have not run out, the next one first."""
    return TIMERS.search(connection, {}, order="due_at, place")
