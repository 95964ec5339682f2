"""The courier: a thread that sends due deliveries and retries them on a schedule. Its state is in the database."""

import json
import logging
import random
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException

from sandbox_pay import API_VERSION
from sandbox_pay.objects.records import Delivery, Endpoint, Event
from sandbox_pay.storage import clock
from sandbox_pay.storage.database import Database
from sandbox_pay.storage.table import DELIVERIES, ENDPOINTS, EVENTS
from sandbox_pay.webhooks import signature
from sandbox_pay.webhooks.chaos import Chaos, Fate, Mischief
from sandbox_pay.webhooks.events import wire

logger = logging.getLogger(__name__)
RETRY_AFTER = (10, 60, 600, 3600, 21600)
"""Seconds until the next try after each failed one."""
BATCH = 20
TIMEOUT = 10.0  # seconds a receiver has to answer
TICK = 1.0  # seconds between looks at the clock when nothing new came


@dataclass(frozen=True, slots=True)
class _Due:
    delivery: Delivery
    event: Event
    endpoint: Endpoint | None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Treats a redirect as a failed delivery."""

    def redirect_request(self, *_args: object, **_named: object) -> None:
        return None


class Courier:
    """Sends deliveries one after the other, in the order of their events."""

    def __init__(self, database: Database, chaos: Chaos) -> None:
        self._database = database
        self._chaos = chaos
        self._turn = threading.Lock()
        self._news = threading.Event()
        self._stopped = threading.Event()
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())
        self._thread = threading.Thread(target=self._run, name="courier", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread. One that waits for an answer ends with the program."""
        self._stopped.set()
        self._news.set()
        self._thread.join(timeout=1)

    def wake(self) -> None:
        """Wake the thread, because a delivery may be due."""
        self._news.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._news.clear()
            try:
                idle = not self.deliver_due()
            except sqlite3.Error:
                logger.exception("Events can't be read or written down; trying again.")
                idle = True
            if idle:
                self._news.wait(TICK)

    def deliver_due(self) -> int:
        """Send the due deliveries and return their number."""
        with self._turn:
            due = self._due()
            for item in due:
                if self._stopped.is_set():
                    return 0
                self._note(item.delivery, self._deliver(item))
            return len(due)

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Send nothing during the block. Waits first for the delivery in progress."""
        with self._turn:
            yield

    def overtake(self) -> None:
        """Send due deliveries before the call that caused them is answered, if `early` is on."""
        if self._chaos.take(Mischief.EARLY):
            while self.deliver_due():
                pass

    def _due(self) -> list[_Due]:
        with self._database.transaction() as connection:
            waiting = DELIVERIES.search(
                connection,
                {"done = ?": 0, "due_at <= ?": clock.now(connection)},
                order="due_at, place",
                limit=BATCH,
            )
            found = [
                _Due(delivery, event, ENDPOINTS.find(connection, delivery.endpoint))
                for delivery in waiting
                if (event := EVENTS.find(connection, delivery.event)) is not None
            ]
        if len(found) > 1 and self._chaos.take(Mischief.SHUFFLE):
            random.shuffle(found)
        return found

    def _deliver(self, due: _Due) -> str:
        """Send once (twice when duplicated) and return the answer: a status, or what went wrong."""
        fate = self._chaos.fate()
        if due.endpoint is None:
            return "the endpoint is gone"
        if fate.drop:
            return "dropped"
        answer = self._send(due, due.endpoint, fate)
        return self._send(due, due.endpoint, fate) if fate.duplicate else answer

    def _send(self, due: _Due, endpoint: Endpoint, fate: Fate) -> str:
        body = json.dumps(wire(due.event, 1)).encode()
        when = int(time.time()) - (signature.STALE_SECONDS if fate.stale_timestamp else 0)
        secret = "whsec_wrong" if fate.bad_signature else endpoint.secret
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": signature.header(body, secret, when),
            "User-Agent": f"Vintner-Sandbox/{API_VERSION}",
        }
        try:
            request = urllib.request.Request(endpoint.url, data=body, headers=headers, method="POST")  # noqa: S310
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return str(answer.status)
        except urllib.error.HTTPError as refusal:
            refusal.close()
            return str(refusal.code)
        except (OSError, HTTPException, ValueError) as problem:
            return f"no answer: {problem}"[:200]

    def _note(self, delivery: Delivery, answer: str) -> None:
        """Store the result of a try, and the time of the next one."""
        delivered = answer.startswith("2")
        with self._database.transaction() as connection:
            if DELIVERIES.find(connection, delivery.id) is None:
                return  # a reset forgot it meanwhile
            over = delivered or delivery.attempts >= len(RETRY_AFTER)
            wait = 0 if over else RETRY_AFTER[delivery.attempts]
            changes = {
                "attempts": delivery.attempts + 1,
                "done": over,
                "delivered": delivered,
                "last_answer": answer,
                "due_at": clock.now(connection) + wait,
            }
            DELIVERIES.save(connection, delivery.model_copy(update=changes))
        if not delivered:
            logger.warning("Event %s was not taken (%s).", delivery.event, answer)
