"""Processor time and memory of running programs, with all that they started."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

import psutil


def family(roots: Sequence[psutil.Process], without: Sequence[str] = ()) -> Iterator[psutil.Process]:
    """Yield programs and all that they started, but for those with one of these words in their command."""
    for root in roots:
        for process in [root, *root.children(recursive=True)]:
            try:
                command = " ".join(process.cmdline())
            except psutil.NoSuchProcess:
                continue
            if not any(word in command for word in without):
                yield process


def find_program(word: str, **environment: str) -> int:
    """Return the id of the program with this word in its command and this environment. Raises LookupError."""
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if word in process.cmdline() and environment.items() <= process.environ().items():
                return process.pid
    raise LookupError(f"no program of {word} runs with {environment}")


def processor_seconds(processes: Iterator[psutil.Process]) -> float:
    """Return what processes and those of their children that have ended have been on a processor."""
    spent = 0.0
    for process in processes:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        spent += times.user + times.system + times.children_user + times.children_system
    return spent


def megabytes(process: psutil.Process) -> float:
    """Return the proportional set size of a process: pages that several share count for a part in each."""
    pss: int = process.memory_full_info().pss
    return pss / 1e6
