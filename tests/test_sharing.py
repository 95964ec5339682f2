"""What processes share of a run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sharing import largest_first, unit_of
from tests.sweeps import swept
from vintner.server.preflight import REPOSITORY


def test_journeys_go_one_by_one_and_other_tests_by_files() -> None:
    assert (
        unit_of("tests/journeys/buying/test_cart.py::test_a[x::y]")
        == "tests/journeys/buying/test_cart.py::test_a[x::y]"
    )
    assert (
        unit_of("tests/journeys/buying/test_methods.py::test_a_payment[blik]")
        == "tests/journeys/buying/test_methods.py"
    )
    assert unit_of("vintner/cart/tests/test_carts.py::test_a") == "vintner/cart/tests/test_carts.py"


class CollectedItem:
    """A test as far as its place in the run depends on it."""

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.nodeid else None


def test_long_pieces_are_handed_out_first() -> None:
    small, large = "vintner/a/tests/test_small.py", "vintner/a/tests/test_large.py"
    programs, methods = "vintner/a/tests/test_slow_programs.py", "tests/journeys/buying/test_methods.py"
    cart = "tests/journeys/buying/test_cart.py"
    nodeids = [f"{small}::1", f"{large}::1", f"{cart}::1", f"{large}::2", f"{methods}::1", f"{methods}::2"]
    nodeids += [f"{programs}::1"]
    found = [item.nodeid for item in largest_first([CollectedItem(nodeid) for nodeid in nodeids])]  # type: ignore[misc]
    assert found == [
        *(f"{programs}::1", f"{large}::1", f"{large}::2", f"{methods}::1", f"{methods}::2"),
        *(f"{small}::1", f"{cart}::1"),
    ]
    assert largest_first([]) == []


SOME_TESTS = """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(6))
def test_something(number):
    with pathlib.Path("seen").open("a") as file:
        file.write(f"{os.environ['PYTEST_XDIST_WORKER']} {pathlib.Path(__file__).parent.name}\\n")
"""


@pytest.mark.slow
@pytest.mark.parametrize("journeys_only", swept([False, True], guards={False}))
def test_one_process_plays_all_journeys_and_the_other_none(tmp_path: Path, journeys_only: bool) -> None:
    files = ["tests/journeys/test_a.py", "tests/journeys/test_b.py"]
    files += [] if journeys_only else [f"vintner/test_{name}.py" for name in "abcdef"]
    for file in files:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(SOME_TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    slow: slow\naddopts = --import-mode=importlib\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.sharing", "-p", "no:django", "-p", "no:cacheprovider"]
    command += ["-n", "2", "--dist", "loadscope", "--no-loadscope-reorder"]
    environment = {"PYTHONPATH": str(REPOSITORY), "PATH": os.environ["PATH"]}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert f"{6 * len(files)} passed" in done.stdout
    seen = [line.split() for line in (tmp_path / "seen").read_text().splitlines()]
    players = [process for process, folder in seen if folder == "journeys"]
    assert len(players) == 12
    assert len(set(players)) == 1
