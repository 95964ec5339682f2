"""How the web server's processes begin."""

import fcntl
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from vintner.server.preflight import REPOSITORY, CannotRun
from vintner.server.run import refuse_wrong_settings
from vintner.server.startup_lock import hold_startup_lock, wait_for_startup_lock

BEGUN = """
import os, sys
from vintner.server import web
web.entrypoint = lambda: print("vintner.wsgi" in sys.modules, len(os.listdir("/proc/self/task")))
web.main()
"""
HOLDING = """
import sys, time
from pathlib import Path
from vintner.server.startup_lock import hold_startup_lock
with hold_startup_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux, where /proc counts threads")
def test_processes_are_forked_from_one_that_has_loaded_the_store_and_has_no_threads() -> None:
    environment = {**os.environ, "DATABASE_URL": "postgres://nobody@localhost/none", "LOG_LEVEL": "CRITICAL"}
    command = [sys.executable, "-c", BEGUN]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "1"]


def test_the_web_server_waits_while_the_store_is_prepared(tmp_path: Path) -> None:
    passed = threading.Event()

    def wait() -> None:
        wait_for_startup_lock(tmp_path / "startup")
        passed.set()

    waiting = threading.Thread(target=wait)
    with hold_startup_lock(tmp_path / "startup"):
        with (tmp_path / "startup").open() as lock, pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        waiting.start()
        assert not passed.is_set()
    waiting.join(20)
    assert passed.is_set()


@pytest.mark.slow
def test_nobody_waits_for_one_that_was_killed_while_it_prepared(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDING, str(tmp_path / "startup")]
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE) as holding:
        assert holding.stdout is not None
        holding.stdout.readline()
        holding.kill()
        holding.wait()
    wait_for_startup_lock(tmp_path / "startup")


@pytest.mark.slow
def test_wrong_settings_are_told_before_anything_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "mysql://somewhere/else")
    with pytest.raises(CannotRun, match="DATABASE_URL is not the address of a PostgreSQL database"):
        refuse_wrong_settings()
