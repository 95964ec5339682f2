"""Daily work leaves out the tests that took long in the last whole run."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.run_record import QUICK, QUICK_SECONDS, RunRecord
from vintner.server.preflight import REPOSITORY

TESTS = "def test_a():\n    pass\n\ndef test_b():\n    pass\n\ndef test_new():\n    pass\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def run_tests(folder: Path, *options: str) -> str:
    environment = {"PYTHONPATH": str(REPOSITORY), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "tests.run_record", "-p", "no:cacheprovider", "-v", *options]
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


def test_what_took_long_is_left_out_and_what_is_new_is_not(folder: Path) -> None:
    seconds = {"test_some.py::test_a": QUICK_SECONDS - 0.01, "test_some.py::test_b": QUICK_SECONDS}
    (folder / "whole-run.json").write_text(json.dumps(asdict(RunRecord(2, [], seconds))))
    assert "2 passed, 1 deselected" in (told := run_tests(folder, f"{QUICK}=whole-run.json"))
    assert "test_b" not in told
    assert "3 passed" in run_tests(folder)


def test_without_a_whole_run_nothing_is_left_out(folder: Path) -> None:
    assert "3 passed" in run_tests(folder, f"{QUICK}=whole-run.json")
