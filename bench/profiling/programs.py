"""The store's programs, each run by the profiler that fits it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Final

from vintner.server.install import VENV
from vintner.server.supervisor import Program, die_with_parent, signal_group

SAMPLES_A_SECOND: Final = 100
STOP_SECONDS: Final = 20
_MEANWHILE: Final = "import time; end = time.monotonic() + 0.5\nwhile time.monotonic() < end: sum(range(1000))"
CANNOT_READ: Final = """py-spy cannot read the programs that it starts: {reason}
It needs the right to trace its own children (ptrace).
  In a container: start it with --cap-add=SYS_PTRACE.
  On Linux: `sysctl kernel.yama.ptrace_scope` has to say 0 or 1; `sudo sysctl kernel.yama.ptrace_scope=1` sets it.
  On macOS: `sudo make profile`."""
NO_PY_SPY: Final = "py-spy is not installed: `make setup` installs what development needs."


class CannotProfile(Exception):
    """The profiler can't work here; the message says what to do about it."""


def find_py_spy() -> str:
    """Return the path of py-spy. Raises CannotProfile."""
    found = which("py-spy", path=os.pathsep.join([str(VENV / "bin"), os.environ.get("PATH", os.defpath)]))
    if found is None:
        raise CannotProfile(NO_PY_SPY)
    return found


def check_py_spy() -> None:
    """Record a program of half a second. Raises CannotProfile if that is not allowed here."""
    with TemporaryDirectory() as folder:
        command = spied([sys.executable, "-c", _MEANWHILE], Path(folder) / "samples.txt")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or not (Path(folder) / "samples.txt").exists():
            said = done.stderr.strip() or done.stdout.strip() or "it did not say why"
            raise CannotProfile(CANNOT_READ.format(reason=said.splitlines()[0]))


def spied(command: Sequence[str], recording: Path) -> list[str]:
    """Return the command that runs a Python program under py-spy: as its parent, so that it needs no other rights."""
    options = ["--subprocesses", "--rate", str(SAMPLES_A_SECOND), "--format", "raw", "--output", str(recording)]
    return [find_py_spy(), "record", *options, "--", *command]


def profiled_node(command: Sequence[str], recording: Path) -> list[str]:
    """Return the command that runs a Node program which writes a profile when it ends."""
    node, *rest = command
    return [node, "--cpu-prof", "--cpu-prof-dir", str(recording.parent), "--cpu-prof-name", recording.name, *rest]


@contextmanager
def run_program(
    program: Program, command: Sequence[str], environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a program by a command of its own for as long as the block lasts, and let it end in good order."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **program.environment, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent,  # noqa: PLW1509 - the hook takes no lock: it makes one system call
    )
    try:
        yield
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a profiler, which then writes what it has; what is left of the program after that is killed."""
    process.send_signal(signal.SIGINT)
    end = time.monotonic() + STOP_SECONDS
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    signal_group(process.pid, signal.SIGKILL)
    process.wait()
