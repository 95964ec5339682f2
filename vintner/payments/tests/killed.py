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

SESSION_NAME = "killed by a test"
"""What the database calls the program's sessions."""
_END_SESSIONS = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = %s
"""
# Forks of a program that has loaded the store, and no connection, start in a hundredth of the time of a new program.
_PROGRAMS = multiprocessing.get_context("forkserver")
_PROGRAMS.set_forkserver_preload(["vintner.wsgi", "vintner.urls"])


def killed(point: str, doing: str, sandbox: Sandbox) -> None:
    """Run lines of Python in a program of its own, and assert that it was killed at the point.

    Its sessions have ended then. The database notices by itself that a client is gone, but a moment later, and until
    then holds the locks of what it did last.
    """
    reader, writer = _PROGRAMS.Pipe(duplex=False)
    database = dict(connection.settings_dict)
    database["OPTIONS"] = {**connection.settings_dict["OPTIONS"], "application_name": SESSION_NAME}
    arguments = (point, doing, sandbox.url, database, writer)
    program = _PROGRAMS.Process(target=_run, args=arguments)
    program.start()
    writer.close()
    program.join()
    assert program.exitcode == -signal.SIGKILL, reader.recv()
    with connection.cursor() as cursor:
        cursor.execute(_END_SESSIONS, [SESSION_NAME])


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
