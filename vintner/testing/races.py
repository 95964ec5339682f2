"""Several actions at the same moment, for tests of locks and constraints."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from vintner.refusal import Refusal

LONGEST_WAIT = 10.0
"""Seconds until all threads have started."""


def run_together(actions: Sequence[Callable[[], object]]) -> list[str]:
    """Run all actions at the same time, each on a connection of its own; return the codes of those refused."""
    start = Barrier(len(actions))

    def run(action: Callable[[], object]) -> str:
        try:
            start.wait(timeout=LONGEST_WAIT)
            action()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(actions)) as pool:
        return [code for code in pool.map(run, actions) if code]
