"""What failed in a run of tests is run again alone: what fails again is red, what passes twice is flaky."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests import second_look
from tests.passed_run import FIGURES
from tests.run_record import RunRecord
from tests.second_look import WHOLE_RUN
from tests.sweeps import swept
from vintner.server.preflight import REPOSITORY

pytestmark = pytest.mark.slow
RUNS = """
from pathlib import Path

def test_that_passes():
    pass

def count(name):
    runs = Path(__file__).with_name(name)
    runs.write_text(runs.read_text() + "." if runs.exists() else ".")
    return len(runs.read_text())
"""
FAILS_IN_RUNS = """
def test_{name}():
    seen = count("{name}")
    assert seen not in {runs}, "the machine was busy"
"""
FAILS_AT_ITS_END = """
import pytest

@pytest.fixture
def ends_badly():
    yield
    assert False

def test_with_a_bad_end(ends_badly):
    pass
"""
ALWAYS = list(range(1, 9))


@pytest.fixture
def look(tmp_path: Path) -> Callable[..., int]:
    """Run tests that fail in the given runs of theirs, name → runs, and return the exit code of the whole."""

    def look(arguments: Sequence[str] = (), **tests: Sequence[int]) -> int:
        file = tmp_path / "test_some.py"
        file.write_text(RUNS + "".join(FAILS_IN_RUNS.format(name=name, runs=runs) for name, runs in tests.items()))
        (tmp_path / "pytest.ini").write_text("[pytest]\n")
        own = ["-c", str(tmp_path / "pytest.ini"), f"--rootdir={tmp_path}", "-p", "no:cacheprovider"]
        own += ["-p", "tests.run_record", "-p", "xdist"]
        environment = {"PYTHONPATH": str(REPOSITORY), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

        def run_tests(given: Sequence[str]) -> int:
            command = [sys.executable, "-m", "pytest", *own, *given]
            done = subprocess.run(command, cwd=tmp_path, env=environment, check=False)
            return done.returncode

        return second_look.main([str(file), *arguments], run_tests=run_tests, folder=tmp_path)

    return look


def read_rows(folder: Path) -> list[dict[str, object]]:
    file = folder / "flaky.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_nothing_is_run_again_where_all_passed(look: Callable[..., int], tmp_path: Path) -> None:
    assert look(a=[]) == 0
    assert (tmp_path / "a").read_text() == "."
    assert read_rows(tmp_path) == []


def test_what_passes_twice_alone_is_flaky_and_the_run_is_green(
    look: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert look(a=[1], b=[]) == 0
    assert (tmp_path / "a").read_text() == "...", "once in the run, twice alone"
    assert (tmp_path / "b").read_text() == ".", "it passed in the run"
    told = capsys.readouterr().out
    assert "FLAKY: failed in the run, and passed 2 times alone\n  test_some.py::test_a\n" in told
    assert "the machine was busy" in told
    assert told.endswith("3 passed, 0 failed\n")
    [row] = read_rows(tmp_path)
    assert row["test"] == "test_some.py::test_a"
    assert "the machine was busy" in str(row["saw"])
    assert isinstance(row["load"], float)
    assert row["ids"] == "TEST_SEED="


LOOK_THAT_FAILS = {"the first": [1, 2], "the second": [1, 3], "both": ALWAYS}


@pytest.mark.parametrize("fails", swept(LOOK_THAT_FAILS, guards={"the second"}))
def test_what_fails_again_is_red(
    look: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str], fails: str
) -> None:
    assert look(a=LOOK_THAT_FAILS[fails], b=[1]) == 1
    told = capsys.readouterr().out
    assert "RED: failed in the run, and again alone\n  test_some.py::test_a\n" in told
    assert told.endswith("2 passed, 1 failed\n")
    assert [row["test"] for row in read_rows(tmp_path)] == ["test_some.py::test_b"]


@pytest.mark.sweep
def test_what_fails_only_at_its_end_has_not_passed(
    look: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "test_end.py"
    file.write_text(FAILS_AT_ITS_END)
    assert look([str(file)], a=[]) == 1
    assert capsys.readouterr().out.endswith("2 passed, 1 failed\n")


def test_too_many_are_red_at_once(
    look: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(second_look, "MOST_FLAKY", 1)
    assert look(a=[1], b=[1]) == 1
    assert [(tmp_path / name).read_text() for name in ("a", "b")] == [".", "."], "nothing was run again"
    assert capsys.readouterr().out.endswith("2 tests failed: too many to look at again (at most 1).\n")
    assert read_rows(tmp_path) == []


@pytest.mark.sweep
def test_tests_that_cannot_be_collected_are_red(look: Callable[..., int], tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text("import nothing_of_that_name\n")
    assert look([str(tmp_path / "test_broken.py")], a=[]) == pytest.ExitCode.INTERRUPTED
    assert look(["--no-such-option"], a=[]) == pytest.ExitCode.USAGE_ERROR


@pytest.mark.sweep
def test_the_processes_of_a_run_write_one_record(look: Callable[..., int], tmp_path: Path) -> None:
    assert look(["-n", "2"], a=[1], b=[]) == 0
    assert (tmp_path / "a").read_text() == "..."
    [row] = read_rows(tmp_path)
    assert re.fullmatch(r"TEST_SEED= gw[01]", str(row["ids"]))
    record = RunRecord.read(tmp_path / "last-run.json")
    assert record.seconds.keys() == {f"test_some.py::test_{name}" for name in ("a", "b", "that_passes")}


@pytest.mark.parametrize(
    ("choice", "figures"), swept([("guards", None), ("all", FIGURES)], guards={"all"}, key=lambda row: row[0])
)
def test_a_green_run_is_written_down_and_a_red_one_is_not(
    look: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choice: str, figures: Path | None
) -> None:
    noted: list[tuple[int, Path, Path | None]] = []
    monkeypatch.setattr(
        second_look, "note_passed_run", lambda passed, folder, *, figures: noted.append((passed, folder, figures))
    )
    assert look([f"--note={choice}"], a=ALWAYS, b=[]) == 1
    assert noted == []
    assert len(RunRecord.read(tmp_path / WHOLE_RUN).failed) == 1, "quick tests are chosen by it"
    assert look([f"--note={choice}"], c=[1], b=[]) == 0
    assert noted == [(3, tmp_path, figures)], "a flaky test passed"
    (tmp_path / WHOLE_RUN).unlink()
    assert look(b=[]) == 0
    assert len(noted) == 1, "nothing is written unless it is asked for"
    assert not (tmp_path / WHOLE_RUN).exists(), "nor is a part of the tests a whole run"
