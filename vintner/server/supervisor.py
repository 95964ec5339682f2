"""Keeping processes: started in order, restarted when they die, all stopped together."""

import asyncio
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

STOP_SECONDS = 10
FIRST_WAIT, LONGEST_WAIT = 0.5, 10.0
STEADY_SECONDS = 30
LOOK_SECONDS = 0.1
PR_SET_PDEATHSIG = 1
LINE_BYTES = 1 << 20
LIBC = ctypes.CDLL(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """One process to keep: a name for the log, the command, what it finds in its environment."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


class Supervisor:
    """Runs programs in one event loop. A program that dies is started again, ever more slowly."""

    def __init__(self, programs: Sequence[Program], *, quiet: bool = False) -> None:
        self._programs = {program.name: program for program in programs}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = asyncio.Event()
        self._quiet = quiet

    def start(self, name: str) -> None:
        """Start the program called `name` and keep it from now on."""
        self._tasks.append(asyncio.create_task(self._keep(self._programs[name])))

    def is_running(self, name: str) -> bool:
        """Say whether the program has a process at this moment."""
        return name in self._running

    def pids(self) -> dict[str, int]:
        """Return the process number of every program that runs now."""
        return {name: process.pid for name, process in self._running.items()}

    async def stop(self) -> None:
        """Ask every process to end, in reverse order of start, and kill what doesn't within STOP_SECONDS."""
        self._stopping.set()
        for process in reversed(self._running.values()):
            signal_group(process.pid, signal.SIGTERM)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=STOP_SECONDS)
        for process in self._running.values():
            signal_group(process.pid, signal.SIGKILL)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, program: Program) -> None:
        wait = FIRST_WAIT
        while not self._stopping.is_set():
            begun = time.monotonic()
            status = await self._run(program)
            if self._stopping.is_set():
                return
            if time.monotonic() - begun > STEADY_SECONDS:
                wait = FIRST_WAIT
            self._say(program.name, f"ended unexpectedly ({_reason(status)}); starting it again in {wait:g} s")
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _run(self, program: Program) -> int:
        process = subprocess.Popen(
            program.command,
            env={**os.environ, **program.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            # A group of its own: Ctrl-C reaches only us, and what a dead parent leaves behind can be ended.
            start_new_session=True,
            preexec_fn=die_with_parent,  # noqa: PLW1509 - the hook takes no lock: it makes one system call
        )
        self._running[program.name] = process
        relay = asyncio.create_task(self._relay(program.name, process))
        # Asyncio's own wait() ends only when grandchildren have closed the pipe too; they may outlive their parent.
        while process.poll() is None:
            await asyncio.sleep(LOOK_SECONDS)
        signal_group(process.pid, signal.SIGKILL)
        del self._running[program.name]
        await relay
        return process.returncode

    async def _relay(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Pass a program's lines on under its name until it closes them."""
        lines = asyncio.StreamReader(limit=LINE_BYTES)
        protocol = asyncio.StreamReaderProtocol(lines)
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, process.stdout)
        while True:
            try:
                line = await lines.readline()
            except ValueError:  # longer than LINE_BYTES: the reader has dropped it
                continue
            if not line:
                return
            if not self._quiet:
                self._say(name, line.decode(errors="replace").rstrip())

    def _say(self, name: str, text: str) -> None:
        # The terminal may be gone before we are; that must not end the store.
        with contextlib.suppress(OSError):
            print(f"{name:>9} | {text}", flush=True)


def die_with_parent() -> None:
    """Have the kernel end this child when the supervisor is killed outright (Linux only)."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def signal_group(pid: int, number: signal.Signals) -> None:
    """Signal a process that leads its group, and everything it started there."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def _reason(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"
