"""A run that passed is written down for the commit that it ran on, and only where nothing was changed."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.passed_run import BEGUN, note_passed_run


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one commit."""
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "store.py").write_text("price = 1\n")
    who = ("-c", "user.name=Founder", "-c", "user.email=founder@example.com", "-c", "commit.gpgsign=false")
    for command in (("init", "-q"), ("add", "store.py"), (*who, "commit", "-q", "-m", "store: sell")):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    return folder


def test_it_is_written_down_for_its_commit(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BEGUN, "0")
    figures = tmp_path / "tests.md"
    note_passed_run(1234, tmp_path, figures=figures, repository=repository)
    commit = subprocess.run(
        ["git", "-C", str(repository), "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert re.fullmatch(rf"{commit} \d{{4}}-\d\d-\d\d 1234\n", (tmp_path / "test-passed").read_text())
    assert re.fullmatch(rf"\| \d{{4}}-\d\d-\d\d \| {commit[:8]} \| 1,234 \| \d+ \|\n", figures.read_text())


@pytest.mark.parametrize("name", ["store.py", "new.py"])
def test_nothing_is_written_for_a_tree_with_changes(repository: Path, tmp_path: Path, name: str) -> None:
    (repository / name).write_text("price = 2\n")
    note_passed_run(1234, tmp_path, repository=repository)
    assert not (tmp_path / "test-passed").exists()
