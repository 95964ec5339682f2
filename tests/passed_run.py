"""Writes down a run of all tests that passed for a clean tree: what passed is known of that commit, and of no other."""

import os
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from vintner.server.preflight import REPOSITORY

STAMP: Final = "test-passed"
"""`<commit> <date> <passed>` of the last such run, in the folder of the store's own files."""
FIGURES: Final = REPOSITORY / "docs" / "figures" / "tests.md"
BEGUN: Final = "BEGUN"
"""The variable in which `make` says when it began, in seconds since 1970."""


def note_passed_run(passed: int, folder: Path, *, figures: Path | None = None, repository: Path = REPOSITORY) -> None:
    """Write the stamp, and add a row to the figures if they are given. Writes nothing for a tree with changes."""
    if _read_git(repository, "status", "--porcelain"):
        return
    commit, date = _read_git(repository, "rev-parse", "HEAD"), datetime.now(UTC).date().isoformat()
    (folder / STAMP).write_text(f"{commit} {date} {passed}\n")
    if figures is not None:
        minutes = (time.time() - float(os.environ[BEGUN])) / 60
        with figures.open("a") as file:
            file.write(f"| {date} | {commit[:8]} | {passed:,} | {minutes:.0f} |\n")


def _read_git(repository: Path, *arguments: str) -> str:
    """Return what git prints. Raises CalledProcessError outside of a repository."""
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
