"""Runs lines of Python in a program of its own that is killed at a point (vintner.chaos)."""

import importlib
import multiprocessing
import os
import signal
import traceback
from multiprocessing.connection import Connection

from django.conf import settings
from django.db import connection, connections

from vintner import chaos
from vintner.testing.sandbox import Sandbox

# Forks of a program that has loaded the store, and no connection, start in a hundredth of the time of a new program.
_PROGRAMS = multiprocessing.get_context("forkserver")
_PROGRAMS.set_forkserver_preload(["vintner.wsgi", "vintner.urls"])


def killed(point: str, doing: str, sandbox: Sandbox) -> None:
    """Run lines of Python in a program of its own, and assert that it was killed at the point."""
    reader, writer = _PROGRAMS.Pipe(duplex=False)
    arguments = (point, doing, sandbox.url, dict(connection.settings_dict), writer)
    program = _PROGRAMS.Process(target=_run, args=arguments)
    program.start()
    writer.close()
    program.join()
    assert program.exitcode == -signal.SIGKILL, reader.recv()


def _run(point: str, doing: str, sandbox: str, database: dict[str, object], writer: Connection) -> None:
    os.environ["VINTNER_CHAOS"] = point
    importlib.reload(chaos)
    settings.SANDBOX_URL = sandbox
    connections["default"].settings_dict.update(database)
    try:
        exec(doing, {})  # noqa: S102 - lines of a test
    except BaseException:
        writer.send(traceback.format_exc())
        raise
    writer.send("It came to its end.")
