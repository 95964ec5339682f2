"""Timers: automatic endings. `timekeeper.py` fires them."""

import sqlite3
from typing import TypeAlias

from sandbox_pay.call import Call
from sandbox_pay.objects.ids import new_id
from sandbox_pay.objects.records import IntentRecord, IntentRecordStatus, RefundRecord, Timer
from sandbox_pay.objects.setup_records import SetupIntentRecord
from sandbox_pay.payments.types.table import Ending
from sandbox_pay.storage.table import INTENTS, REFUNDS, SETUP_INTENTS, TIMERS

Subject: TypeAlias = IntentRecord | SetupIntentRecord | RefundRecord


def waits_for(intent: Subject) -> str:
    """Return what the subject waits for: the token of its action, its pending charge, or ''."""
    if isinstance(intent, RefundRecord):
        return "" if intent.status == "failed" else intent.status
    if intent.status is IntentRecordStatus.REQUIRES_ACTION and intent.action:
        return intent.action.token
    if isinstance(intent, SetupIntentRecord):
        return ""
    if intent.status in {IntentRecordStatus.PROCESSING, IntentRecordStatus.REQUIRES_CAPTURE} and intent.latest_charge:
        return intent.latest_charge
    return ""


def plan(call: Call, intent: Subject, ending: Ending, seconds: int) -> None:
    """Plan the ending of a payment, setup or refund. It is dropped if the subject has moved on by then."""
    timer = Timer(
        id=new_id("tmr"),
        created=call.now,
        due_at=call.now + seconds,
        subject=intent.id,
        token=waits_for(intent),
        ending=ending.value,
    )
    TIMERS.save(call.connection, timer)


def subject(connection: sqlite3.Connection, timer: Timer) -> Subject | None:
    """Return the timer's subject if it still waits for it."""
    found: Subject | None = None
    for table in (INTENTS, SETUP_INTENTS, REFUNDS):
        found = found or table.find(connection, timer.subject)
    return found if found is not None and waits_for(found) == timer.token else None


def waiting(connection: sqlite3.Connection) -> list[tuple[Timer, Subject]]:
    """Return the planned timers with their subjects, the next one first."""
    planned = TIMERS.search(connection, {}, order="due_at, place")
    return [(timer, about) for timer in planned if (about := subject(connection, timer)) is not None]
