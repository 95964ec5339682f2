"""Signals to the store's programs: they are found among the children of this process, which keeps them."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from bench.invariants.cluster import Cluster

Pids = Callable[[], list[int]]
STOPPED, GOES_ON = 0.09, 0.01
"""Seconds in turn: a program that is slow has a tenth of its time."""
_WORDS: Final = {"renderer": b"server.js", "workers": b"run_workers", "provider": b"sandbox_pay"}


def pids_of(program: str) -> list[int]:
    """Return the processes of a program that the supervisor keeps."""
    leaders = [pid for pid in _children(os.getpid()) if _WORDS[program] in _command(pid)]
    return [pid for leader in leaders for pid in (leader, *_children(leader))]


def pids_of_database(server: Cluster) -> list[int]:
    """Return the server's first process and all that it has forked."""
    master = _master(server)
    return [master, *_children(master)]


def kill_database(server: Cluster) -> None:
    """End the server's first process. The others end when they notice."""
    send(lambda: [_master(server)], signal.SIGKILL)


def send(pids: Pids, number: signal.Signals) -> None:
    for pid in pids():
        with suppress(ProcessLookupError):
            os.kill(pid, number)


@contextmanager
def frozen(pids: Pids) -> Iterator[None]:
    """Stop the processes for as long as the block lasts."""
    send(pids, signal.SIGSTOP)
    try:
        yield
    finally:
        send(pids, signal.SIGCONT)


@contextmanager
def slowed(pids: Pids) -> Iterator[None]:
    """Stop the processes for nine tenths of the time that the block lasts."""
    over = threading.Event()

    def stop_and_go() -> None:
        while not over.is_set():
            send(pids, signal.SIGSTOP)
            over.wait(STOPPED)
            send(pids, signal.SIGCONT)
            over.wait(GOES_ON)

    thread = threading.Thread(target=stop_and_go)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        send(pids, signal.SIGCONT)


def _master(server: Cluster) -> int:
    return int((server.place.data / "postmaster.pid").read_text().partition("\n")[0])


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            found += [int(child) for child in thread.read_text().split()]
    return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
