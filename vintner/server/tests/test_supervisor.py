"""Processes are kept, and none is left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vintner.server.preflight import REPOSITORY
from vintner.server.supervisor import Program, Supervisor

SECONDS = 20


def sleeper(name: str, pid_file: Path, *, child: str = "") -> Program:
    """A program that notes its number (and its child's) and then waits."""
    return Program(name=name, command=["sh", "-c", f"{child} echo $$ >> '{pid_file}'; exec sleep 600"])


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.02)


def pids(file: Path) -> list[int]:
    return [int(word) for word in file.read_text().split()] if file.exists() else []


def is_alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_program_that_dies_is_started_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    noted = tmp_path / "pids"

    async def story() -> None:
        supervisor = Supervisor([sleeper("cellar", noted)])
        supervisor.start("cellar")
        await until(lambda: len(pids(noted)) == 1)
        os.kill(pids(noted)[0], signal.SIGKILL)
        await until(lambda: len(pids(noted)) == 2)
        await supervisor.stop()

    asyncio.run(story())
    assert "cellar | ended unexpectedly (signal 9); starting it again in 0.5 s" in capsys.readouterr().out
    assert not any(is_alive(pid) for pid in pids(noted))


def test_what_a_dead_program_leaves_behind_is_ended(tmp_path: Path) -> None:
    """A web server's children would keep its port, and its output open."""
    noted = tmp_path / "pids"

    async def story() -> None:
        left_behind = f"sleep 600 & echo $! >> '{noted}';"
        supervisor = Supervisor([sleeper("web", noted, child=left_behind)], quiet=True)
        supervisor.start("web")
        await until(lambda: len(pids(noted)) == 2)
        child, parent = pids(noted)
        os.kill(parent, signal.SIGKILL)
        await until(lambda: len(pids(noted)) == 4)
        assert not is_alive(child)
        await supervisor.stop()

    asyncio.run(story())
    assert not any(is_alive(pid) for pid in pids(noted))


def test_output_is_passed_on_under_the_programs_name(capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        supervisor = Supervisor(
            [Program(name="worker", command=["sh", "-c", "echo one; echo two >&2; exec sleep 600"])]
        )
        supervisor.start("worker")
        await until(lambda: supervisor.is_running("worker"))
        heard = ""

        def complete() -> bool:
            nonlocal heard
            heard += capsys.readouterr().out
            return "two" in heard

        await until(complete)
        await supervisor.stop()
        assert heard == "   worker | one\n   worker | two\n"

    asyncio.run(story())


def test_children_do_not_outlive_a_supervisor_that_is_killed(tmp_path: Path) -> None:
    noted = tmp_path / "pids"
    program = f"Program(name='web', command=['sh', '-c', \"echo $$ >> '{noted}'; exec sleep 600\"])"
    story = (
        "import asyncio; from vintner.server.supervisor import Program, Supervisor\n"
        "async def story():\n"
        f"    supervisor = Supervisor([{program}]); supervisor.start('web')\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(story())\n"
    )
    with subprocess.Popen([sys.executable, "-c", story], cwd=REPOSITORY) as supervisor:
        asyncio.run(until(lambda: len(pids(noted)) == 1))
        supervisor.kill()
    asyncio.run(until(lambda: not is_alive(pids(noted)[0])))
