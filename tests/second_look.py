"""Runs the tests, and then each test that failed again: alone, one process and nothing beside it, twice.

A test that fails again is red. One that passes both times was disturbed by the run, not by the store: the run is green,
prints it under FLAKY with what it saw and how busy the machine was, and adds a row to `var/flaky.jsonl`. More than
MOST_FLAKY such tests are red at once: a run like that says nothing (decision 119).
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from tests.passed_run import FIGURES, note_passed_run
from tests.run_record import OPTION, FailedTest, RunRecord
from vintner.server.preflight import REPOSITORY, VAR

MOST_FLAKY: Final = 12
"""Tests of one run that are looked at again."""
LOOKS: Final = 2
WHOLE_RUN: Final = "whole-run.json"
"""The record of the last whole run, in the folder of the store's own files."""
ALONE: Final = ("-n", "0", "-q", "-p", "no:cacheprovider")

RunTests = Callable[[Sequence[str]], int]
"""Runs pytest with arguments and returns its exit code."""


def main(arguments: Sequence[str], *, run_tests: RunTests, folder: Path = VAR) -> int:
    """Run the tests that pytest's arguments name, and look again at what failed. Returns the exit code.

    With `--note=guards` or `--note=all` before them it is a whole run: its record is kept, for the quick tests of daily
    work, and that it passed is written down (tests/passed_run.py).
    """
    own = argparse.ArgumentParser(allow_abbrev=False)
    own.add_argument("--note", choices=["guards", "all"])
    options, arguments = own.parse_known_args(arguments)
    path = folder / "last-run.json"
    path.unlink(missing_ok=True)
    code = run_tests([*arguments, f"{OPTION}={path}"])
    record = RunRecord.read(path) if path.exists() else RunRecord(0, [], {})
    if options.note and path.exists():
        shutil.copy(path, folder / WHOLE_RUN)
    passed = record.passed
    if code == pytest.ExitCode.TESTS_FAILED and record.failed:
        if len(record.failed) > MOST_FLAKY:
            _say(f"{len(record.failed)} tests failed: too many to look at again (at most {MOST_FLAKY}).")
            return code
        flaky = _look_again(record.failed, run_tests, folder)
        passed, red = passed + len(flaky), len(record.failed) - len(flaky)
        _say(f"{passed} passed, {red} failed")
        code = code if red else 0
    if code == 0 and options.note:
        note_passed_run(passed, folder, figures=FIGURES if options.note == "all" else None)
    return code


def _look_again(failed: Sequence[FailedTest], run_tests: RunTests, folder: Path) -> Sequence[FailedTest]:
    """Run each failed test again alone, and print what that says of it. Returns the flaky ones."""
    flaky = [each for each in failed if _passes_alone(each, run_tests)]
    _tell("RED: failed in the run, and again alone", [each for each in failed if each not in flaky])
    _tell(f"FLAKY: failed in the run, and passed {LOOKS} times alone", flaky)
    _note(flaky, folder / "flaky.jsonl")
    return flaky


def _passes_alone(failed: FailedTest, run_tests: RunTests) -> bool:
    _say(f"\nA second look at {failed.test}")
    return all(run_tests([*ALONE, failed.test]) == 0 for _ in range(LOOKS))


def _tell(heading: str, rows: Sequence[FailedTest]) -> None:
    if not rows:
        return
    _say(f"\n{heading}")
    for row in rows:
        saw = row.saw.replace("\n", "\n      ")
        _say(f"  {row.test}\n    load {row.load}, {row.ids}, saw:\n      {saw}")


def _note(rows: Sequence[FailedTest], path: Path) -> None:
    if not rows:
        return
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    about = {"commit": commit.stdout.strip(), "at": datetime.now(UTC).isoformat(timespec="seconds")}
    with path.open("a") as file:
        file.writelines(json.dumps(about | asdict(row)) + "\n" for row in rows)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def run_pytest(arguments: Sequence[str]) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=REPOSITORY, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], run_tests=run_pytest))
