"""What attacks start with, and the table of them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.invariants.serving import threads
from tests.attack.attack import FULL
from tests.attack.table import Table


@pytest.fixture
def served(transactional_db: None) -> Iterator[str]:
    """The store over HTTP, in threads of this process, so that a guard can be taken away; its address."""
    with threads() as address:
        yield address


_TABLE = Table()
_WANTED = "ATTACKS" in os.environ
_FIGURES = Path(__file__).resolve().parents[2] / "docs" / "figures" / "attacks.md"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _TABLE.read(report)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """End in failure if a class of attacks is missing; write the figures after a run of all of them."""
    if not _WANTED or hasattr(session.config, "workerinput"):
        return
    if not _TABLE.is_held():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
    if _TABLE.is_complete():
        _FIGURES.write_text(_TABLE.document(full=FULL))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _WANTED:
        terminalreporter.write_line("")
        for line in _TABLE.lines():
            terminalreporter.write_line(line)
