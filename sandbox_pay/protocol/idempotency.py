"""Idempotency keys: the response of the first request is stored and returned again.

It is stored in the transaction of the work itself, so that both are there or neither. Requests that are refused before
any work (unknown parameter, wrong key) are not stored.
"""

import hashlib
import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Form, Json

MAX_KEY = 255


@dataclass(frozen=True, slots=True)
class StoredResponse:
    status: int
    body: Json


class KeysInFlight:
    """The keys of requests that are in progress in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keys: set[str] = set()

    @contextmanager
    def claimed(self, key: str) -> Iterator[None]:
        """Hold the key, or refuse with 409 when another request holds it."""
        if len(key) > MAX_KEY:
            raise ProviderError(400, f"Idempotency keys can have up to {MAX_KEY} characters.", type="idempotency_error")
        with self._lock:
            if key in self._keys:
                raise _in_use(key)
            self._keys.add(key)
        try:
            yield
        finally:
            with self._lock:
                self._keys.discard(key)


def _in_use(key: str) -> ProviderError:
    message = (
        f"There is currently another in-progress request using this Idempotency Key ({key}). Please try again later."
    )
    return ProviderError(409, message, type="idempotency_error", code="idempotency_key_in_use")


def fingerprint(method: str, path: str, form: Form) -> str:
    """Return a hash that two equal requests share."""
    return hashlib.sha256(json.dumps([method, path, form], sort_keys=True).encode()).hexdigest()


def find_response(connection: sqlite3.Connection, key: str, request: str) -> StoredResponse | None:
    """Return the response that is stored under the key. Raises `ProviderError` (400) when it belongs to another
    request.
    """
    row = connection.execute("SELECT request, status, body FROM idempotency WHERE key = ?", [key]).fetchone()
    if row is None:
        return None
    if row[0] != request:
        raise ProviderError(
            400,
            "Keys for idempotent requests can only be used with the same parameters they were first used with. "
            f"Try using a key other than '{key}' if you meant to execute a different request.",
            type="idempotency_error",
        )
    return StoredResponse(int(row[1]), json.loads(row[2]))


def store_response(connection: sqlite3.Connection, key: str, request: str, answer: StoredResponse, now: int) -> None:
    connection.execute(
        "INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)", [key, request, answer.status, json.dumps(answer.body), now]
    )
