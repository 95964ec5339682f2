"""A circuit breaker: a service that has left several calls in a row without an answer is not asked for a while."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from vintner import clock

log = logging.getLogger(__name__)


class BreakerOpen(Exception):
    """The service did not answer lately, so it was not asked."""


class Breaker:
    """Counts the calls in a row that ended without an answer after `slow_seconds` or more.

    After `failures` of them, calls are refused for `pause_seconds`; then one is let through, and while it waits the
    others are refused for as long again. An answer of any kind, also a quick error, ends the pause.
    """

    def __init__(self, name: str, *, failures: int, pause_seconds: float, slow_seconds: float) -> None:
        self._name = name
        self._failures, self._pause, self._slow = failures, pause_seconds, slow_seconds
        self._lock = threading.Lock()
        self._slow_calls = 0
        self._paused_at = 0.0

    @contextmanager
    def calling(self) -> Iterator[None]:
        """Watch a call. Raises BreakerOpen instead of letting it begin."""
        self._admit()
        begun = clock.monotonic()
        try:
            yield
        except Exception:
            self._note(slow=clock.monotonic() - begun >= self._slow)
            raise
        self._note(slow=False)

    def _admit(self) -> None:
        with self._lock:
            if self._slow_calls < self._failures:
                return
            now = clock.monotonic()
            if now - self._paused_at < self._pause:
                raise BreakerOpen(self._name)
            self._paused_at = now

    def _note(self, *, slow: bool) -> None:
        with self._lock:
            self._slow_calls = self._slow_calls + 1 if slow else 0
            if not slow or self._slow_calls < self._failures:
                return
            self._paused_at = clock.monotonic()
        log.warning("%s does not answer: it is not asked for %g s", self._name, self._pause)
