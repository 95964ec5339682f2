"""Writes down what a run of tests came to, for the second look (tests/second_look.py): `--record=FILE`."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

import pytest

OPTION: Final = "--record"
LONGEST: Final = 600
"""Characters of what a test saw."""


@dataclass(frozen=True)
class FailedTest:
    """A test that failed: its name for pytest, what it saw, and the machine's load at that moment."""

    test: str
    saw: str
    load: float


@dataclass(frozen=True)
class RunRecord:
    """What a run came to: how many tests passed, and each that failed."""

    passed: int
    failed: list[FailedTest]

    @classmethod
    def read(cls, path: Path) -> Self:
        record = json.loads(path.read_text())
        return cls(record["passed"], [FailedTest(**row) for row in record["failed"]])


class Recorder:
    """The pytest plugin of the process that hands out the tests."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._passed: set[str] = set()
        self._failed: dict[str, FailedTest] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            row = FailedTest(report.nodeid, _what_it_saw(report), round(os.getloadavg()[0], 1))
            self._failed.setdefault(report.nodeid, row)
        elif report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        failed = list(self._failed.values())
        self._path.parent.mkdir(parents=True, exist_ok=True)
        passed = len(self._passed - self._failed.keys())  # some fail only when their fixtures end
        self._path.write_text(json.dumps(asdict(RunRecord(passed, failed))))


def _what_it_saw(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    text: str = crash.message if crash is not None else report.longreprtext
    return text.strip()[:LONGEST]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, metavar="FILE", help="write down how many tests passed, and which failed by what")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption(OPTION)
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(path)))
