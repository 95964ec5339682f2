"""Holds the web server back until the schema is there, while it loads the store.

The lock is the kernel's: it is open as soon as the process that prepares lets go of it or dies, and stays open.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def hold_startup_lock(path: Path) -> Iterator[None]:
    """Hold back those who wait at this file for as long as the block lasts."""
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def wait_for_startup_lock(path: Path) -> None:
    """Wait while somebody prepares."""
    with path.open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
