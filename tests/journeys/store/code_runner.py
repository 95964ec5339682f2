"""Runs Python code for journeys in one program of the store that stays: to start one takes seconds."""

import contextlib
import io
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Mapping

from vintner.server.install import VENV_PYTHON
from vintner.server.preflight import REPOSITORY


class CodeRunner:
    """A program with the store's settings, started when it is first needed. Its end of the talk is `_serve`."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = {**environment, "DJANGO_SETTINGS_MODULE": "vintner.settings"}
        self._program: subprocess.Popen[str] | None = None

    def run(self, code: str) -> str:
        """Run code in a namespace of its own, and return what it prints. Raises RuntimeError with what it raised."""
        program = self._program = self._program or self._start()
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(f"{json.dumps(code)}\n")
        program.stdin.flush()
        answer = program.stdout.readline()
        if not answer:
            self.stop()
            raise RuntimeError("The program that runs code has ended.")
        printed, fault = json.loads(answer)
        if fault:
            raise RuntimeError(fault)
        return str(printed)

    def _start(self) -> "subprocess.Popen[str]":
        command = [str(VENV_PYTHON), "-m", "tests.journeys.store.code_runner"]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=self._environment, cwd=REPOSITORY, stdin=pipe, stdout=pipe, text=True)

    def stop(self) -> None:
        if self._program is not None:
            self._program.communicate()
            self._program = None


def _serve() -> None:
    """Run each line of stdin, JSON of the code; write a line of JSON for it: what it printed, and what it raised."""
    import django  # noqa: PLC0415 - needed only in the program

    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the store logs is no answer
    django.setup()
    for line in sys.stdin:
        printed, fault = io.StringIO(), ""
        try:
            with contextlib.redirect_stdout(printed):
                exec(json.loads(line), {})  # noqa: S102 - the code is the tests' own
        except Exception:  # noqa: BLE001 - the test is told
            fault = traceback.format_exc()
        answers.write(f"{json.dumps([printed.getvalue(), fault])}\n")
        answers.flush()


if __name__ == "__main__":
    _serve()
