"""Leaves out the sandbox provider's own tests when nothing they test changed since all of them last passed.

Only with `--unchanged-sandbox`, which `make test` gives, and never in CI.
"""

import os
from pathlib import Path
from typing import Final

import pytest

from vintner.server import stamps
from vintner.server.preflight import REPOSITORY

OPTION: Final = "--unchanged-sandbox"
TESTS: Final = REPOSITORY / "sandbox_pay" / "tests"
SOURCES: Final = (
    REPOSITORY / "sandbox_pay",
    TESTS,
    REPOSITORY / "vintner" / "payments" / "stripe",
    REPOSITORY / "conftest.py",
    REPOSITORY / "pyproject.toml",
    REPOSITORY / "requirements.lock",
    REPOSITORY / "package-lock.json",
)
STAMP: Final = "sandbox-tests"
MARK: Final = pytest.StashKey[str]()
LEFT_OUT: Final = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        OPTION, action="store_true", help="leave out the sandbox provider's tests if nothing they test changed"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Decide once, before any test can change a file."""
    config.stash[MARK] = stamps.fingerprint(SOURCES)
    config.stash[LEFT_OUT] = (
        bool(config.getoption(OPTION)) and "CI" not in os.environ and stamps.is_done(STAMP, config.stash[MARK])
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.stash[LEFT_OUT] and collection_path == TESTS else None


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash[LEFT_OUT]:
        terminalreporter.write_line(
            "LEFT OUT: the tests in sandbox_pay/tests passed before, and nothing they test changed since. "
            "CI=true make test runs them."
        )


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Note that all of them passed, if none could have been deselected."""
    config = session.config
    if hasattr(config, "workerinput") or not config.getoption(OPTION) or config.stash[LEFT_OUT]:
        return
    chosen = config.option.keyword or config.option.markexpr or config.args_source is not config.ArgsSource.TESTPATHS
    if exitstatus == pytest.ExitCode.OK and not chosen:
        stamps.set_done(STAMP, config.stash[MARK])
