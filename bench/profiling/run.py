"""One run: the shop is prepared by the store as it is, then each act is played with every program under a profiler."""

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Final

import psycopg

from bench.load import measure
from bench.profiling.acts import CLIENTS, WARM_UP, ProfiledAct, prepare_acts
from bench.profiling.programs import profiled_node, run_program, spied
from bench.profiling.samples import CodePlace, read_node, read_py_spy, within, write_speedscope
from bench.profiling.statements import read_statements, since
from bench.profiling.tables import functions_table, statements_table
from bench.stack import wait_for
from vintner.server.install import VENV_PYTHON
from vintner.server.preflight import REPOSITORY
from vintner.server.programs import Stack, describe_stack
from vintner.server.supervisor import Program

WORK: Final = {
    "web": CodePlace("reading_bodies.<locals>.answer", "vintner/web/edge/bodies.py"),
    "workers": CodePlace("Task.__call__", "procrastinate/tasks.py"),
    "renderer": CodePlace("answer", "server.js"),
}
"""Program → what all of its requests or jobs are within. Anything else belongs to its start, or to waiting."""
JOBS_SECONDS: Final = 20
"""For the jobs that an act leaves behind."""
_OPEN_JOBS: Final = """
SELECT count(*) FROM procrastinate_jobs
 WHERE status = 'doing' OR status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now())
"""


def run(database: str, folder: Path, words: Sequence[str]) -> None:
    """Profile the acts whose name has one of the words; all without any."""
    store = describe_stack(os.environ, folder=folder)
    print("Making the demo world …", flush=True)
    subprocess.run(
        [VENV_PYTHON, "-m", "vintner.server.prepare"],
        env={**os.environ, **store.environment},
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    with ExitStack() as held:
        held.enter_context(_plain(store, "sandbox"))
        with _plain(store, "renderer"), _plain(store, "web"):
            _wait(store)
            acts = prepare_acts(store.address)
        for act in acts:
            if not words or any(word in act.name for word in words):
                print("\n".join(_profile(act, store, database, folder)), flush=True)
    print(
        f"The stacks of each act are in {folder}: open *.speedscope.json and *.cpuprofile at https://www.speedscope.app"
    )


def _profile(act: ProfiledAct, store: Stack, database: str, folder: Path) -> list[str]:
    """Play an act and return what it prints."""
    samples = {name: folder / f"{act.file_name}-{name}.txt" for name in ("web", "workers")}
    node = folder / f"{act.file_name}-renderer.cpuprofile"
    for left in (*samples.values(), node):
        left.unlink(missing_ok=True)
    renderer = _program(store, "renderer")
    with ExitStack() as held:
        held.enter_context(run_program(renderer, profiled_node(renderer.command, node)))
        for name, recording in samples.items():
            program = _program(store, name)
            held.enter_context(run_program(program, spied(program.command, recording)))
        _wait(store)
        measure(store.address, act.requests[:WARM_UP], CLIENTS, amount=WARM_UP)
        before = read_statements(database)
        measured = act.requests[WARM_UP:] if act.amount else act.requests
        load = measure(store.address, measured, CLIENTS, amount=act.amount)
        _wait_for_jobs(database)
        statements = since(before, read_statements(database))
    stacks = {name: read_py_spy(recording.read_text()) for name, recording in samples.items()}
    for name, recording in samples.items():
        write_speedscope(recording.with_suffix(".speedscope.json"), f"{act.name}, {name}", stacks[name])
        recording.unlink()
    stacks["renderer"] = read_node(node.read_text())
    tables = [line for name, taken in stacks.items() for line in functions_table(name, within(taken, WORK[name]))]
    head = f"{load.requests} requests, {load.per_second:.0f} a second under the profiler, {load.failed} failed"
    return [f"\n== {act.name}: {head} ==\n", *tables, *statements_table(statements, load.requests)]


def _program(store: Stack, name: str) -> Program:
    return next(program for program in store.programs() if program.name == name)


def _plain(store: Stack, name: str) -> AbstractContextManager[None]:
    program = _program(store, name)
    return run_program(program, program.command)


def _wait(store: Stack) -> None:
    wait_for(str(store.renderer_socket))
    wait_for((store.host, store.port))


def _wait_for_jobs(database: str) -> None:
    """Wait until the workers have done what the act left to them."""
    end = time.monotonic() + JOBS_SECONDS
    with psycopg.connect(database, autocommit=True) as connection:
        while time.monotonic() < end:
            [[count]] = connection.execute(_OPEN_JOBS).fetchall()
            if not count:
                return
            time.sleep(0.2)
