"""Several actions at the same moment, for tests of locks and constraints."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection

from vintner.refusal import Refusal

LONGEST_WAIT = 10.0
"""Seconds until all threads are where they meet."""


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


_BLOCKS = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
_MOST_LOOKS = 20_000
"""Each is a query; the other connection waits after a few dozen of them."""


def run_while_blocked(other: Callable[[], object], then: Callable[[], object]) -> None:
    """Start `other` on a connection of its own, do `then` once it waits for a lock of this one, and commit.

    The caller has locked something in an open transaction, `then` ends it. What `other` raises is raised.
    """

    def run() -> None:
        try:
            other()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run)
        try:
            if not any(running.done() or _blocks_another() for _ in range(_MOST_LOOKS)):
                raise AssertionError("nobody waits for a lock of this connection")
        finally:
            then()
        running.result(timeout=LONGEST_WAIT)


def _blocks_another() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_BLOCKS)
        return bool((cursor.fetchone() or (False,))[0])
