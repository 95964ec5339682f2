"""Writes down what a run of tests came to, for the second look (tests/second_look.py): `--record=FILE`.

`--quick=FILE` leaves out what took long by such a file, if it is there. What it does not know is not left out.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

import pytest

OPTION: Final = "--record"
QUICK: Final = "--quick"
QUICK_SECONDS: Final = 0.15
LONGEST: Final = 600
"""Characters of what a test saw."""


@dataclass(frozen=True)
class FailedTest:
    """A test that failed: its name for pytest, what it saw, the machine's load at that moment, and what its ids came
    from: the seed and the process (tests/sequences.py).
    """

    test: str
    saw: str
    load: float
    ids: str


@dataclass(frozen=True)
class RunRecord:
    """What a run came to: how many tests passed, each that failed, and the seconds that each took with its fixtures."""

    passed: int
    failed: list[FailedTest]
    seconds: dict[str, float]

    @classmethod
    def read(cls, path: Path) -> Self:
        record = json.loads(path.read_text())
        return cls(record["passed"], [FailedTest(**row) for row in record["failed"]], record["seconds"])


class Recorder:
    """The pytest plugin of the process that hands out the tests."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._passed: set[str] = set()
        self._failed: dict[str, FailedTest] = {}
        self._seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] = self._seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            row = FailedTest(report.nodeid, _what_it_saw(report), round(os.getloadavg()[0], 1), _ids_of(report))
            self._failed.setdefault(report.nodeid, row)
        elif report.when == "call" and report.passed:
            self._passed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        failed = list(self._failed.values())
        self._path.parent.mkdir(parents=True, exist_ok=True)
        passed = len(self._passed - self._failed.keys())  # some fail only when their fixtures end
        slowest_first = sorted(self._seconds.items(), key=lambda row: -row[1])
        self._path.write_text(json.dumps(asdict(RunRecord(passed, failed, dict(slowest_first))), indent=1))


def _what_it_saw(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    text: str = crash.message if crash is not None else report.longreprtext
    return text.strip()[:LONGEST]


def _ids_of(report: pytest.TestReport) -> str:
    """Return what the ids of a test came from: "TEST_SEED=123 gw1"."""
    node = getattr(report, "node", None)  # of xdist
    process = node.gateway.id if node else ""
    return f"TEST_SEED={os.environ.get('TEST_SEED', '')} {process}".strip()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, metavar="FILE", help="write down how many tests passed, and which failed by what")
    words = f"leave out tests that took {QUICK_SECONDS} s or more by such a file, if it is there"
    parser.addoption(QUICK, metavar="FILE", type=Path, help=words)


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption(OPTION)
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(Path(path)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    path = config.getoption(QUICK)
    if path is None or not path.exists():
        return
    seconds = RunRecord.read(path).seconds
    left_out = [item for item in items if seconds.get(item.nodeid, 0) >= QUICK_SECONDS]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if seconds.get(item.nodeid, 0) < QUICK_SECONDS]
