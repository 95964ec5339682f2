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
    """Counts the calls in a row that ended without an answer after `slow_seconds` or more; `unanswered` are the
    exceptions that say so.

    After `failures` of them, calls are refused for `pause_seconds`; then one is let through as a trial, and while it
    waits the others are refused for as long again, unless they have the patience to wait for how it ends. An answer of
    any kind, also a quick error, ends the pause.
    """

    def __init__(
        self,
        name: str,
        *,
        failures: int,
        pause_seconds: float,
        slow_seconds: float,
        unanswered: tuple[type[Exception], ...] = (Exception,),
    ) -> None:
        self._name, self._unanswered = name, unanswered
        self._failures, self._pause, self._slow = failures, pause_seconds, slow_seconds
        self._ended = threading.Condition()
        self._is_tried = False
        self._slow_calls = 0
        self._paused_at = 0.0

    @contextmanager
    def calling(self, patience: float = 0.0) -> Iterator[None]:
        """Watch a call. Raises BreakerOpen instead of letting it begin. `patience`: seconds to wait for a trial."""
        self._admit(patience)
        begun = clock.monotonic()
        try:
            yield
        except Exception as error:
            self._note(slow=isinstance(error, self._unanswered) and clock.monotonic() - begun >= self._slow)
            raise
        self._note(slow=False)

    def _admit(self, patience: float) -> None:
        with self._ended:
            self._ended.wait_for(lambda: not self._is_tried, patience)
            if self._slow_calls < self._failures:
                return
            now = clock.monotonic()
            if now - self._paused_at < self._pause:
                raise BreakerOpen(self._name)
            self._paused_at, self._is_tried = now, True

    def _note(self, *, slow: bool) -> None:
        with self._ended:
            self._is_tried = False
            self._ended.notify_all()
            self._slow_calls = self._slow_calls + 1 if slow else 0
            if not slow or self._slow_calls < self._failures:
                return
            self._paused_at = clock.monotonic()
        log.warning("%s does not answer: it is not asked for %g s", self._name, self._pause)
