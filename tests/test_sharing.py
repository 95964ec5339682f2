"""What processes share of a run, and when the sandbox provider's tests are left out."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sharing import BESIDE_DEMO, JOURNEYS, largest_first, unit_of
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
    programs = "vintner/a/tests/test_slow_programs.py"
    cart, methods = "tests/journeys/buying/test_cart.py", "tests/journeys/buying/test_methods.py"
    nodeids = [
        f"{small}::1",
        f"{large}::1",
        f"{cart}::1",
        f"{large}::2",
        f"{cart}::2",
        f"{methods}::1",
        f"{methods}::2",
        f"{programs}::1",
        f"{BESIDE_DEMO[0]}::1",
    ]
    found = [item.nodeid for item in largest_first([CollectedItem(nodeid) for nodeid in nodeids])]  # type: ignore[misc]
    assert found == [
        *(f"{methods}::1", f"{methods}::2", f"{BESIDE_DEMO[0]}::1", f"{cart}::1", f"{cart}::2"),
        *(f"{programs}::1", f"{large}::1", f"{large}::2", f"{small}::1"),
    ]
    without_journeys = [nodeid for nodeid in nodeids if not nodeid.startswith(JOURNEYS)]
    assert largest_first([CollectedItem(nodeid) for nodeid in without_journeys])[0].nodeid == f"{programs}::1"  # type: ignore[misc]
    assert largest_first([]) == []


Run = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs pytest with the stamp's plugin in a copy of what it reads, with two tests: one is the sandbox provider's."""
    for name in ("__init__.py", "server/__init__.py", "server/preflight.py", "server/stamps.py"):
        _copy(f"vintner/{name}", tmp_path)
    _copy("tests/sandbox_stamp.py", tmp_path)
    (tmp_path / "sandbox_pay" / "tests").mkdir(parents=True)
    (tmp_path / "sandbox_pay" / "tests" / "test_sandbox.py").write_text("def test_sandbox(): pass\n")
    (tmp_path / "tests" / "test_store.py").write_text("def test_store(): pass\n")
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\ntestpaths = ["tests", "sandbox_pay"]\npythonpath = ["."]\n'
    )

    def run(*options: str, **environment: str) -> str:
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "tests.sandbox_stamp", *options]
        kept = {name: value for name, value in os.environ.items() if name not in {"CI", "DJANGO_SETTINGS_MODULE"}}
        kept |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            command, cwd=tmp_path, env={**kept, **environment}, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    return run


def _copy(name: str, folder: Path) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text((REPOSITORY / name).read_text())


def test_unchanged_tests_of_the_sandbox_are_left_out_and_named(run: Run, tmp_path: Path) -> None:
    option, test = "--unchanged-sandbox", tmp_path / "sandbox_pay" / "tests" / "test_sandbox.py"
    assert "2 passed" in run(option)
    again = run(option)
    assert "1 passed" in again
    assert "LEFT OUT: the tests in sandbox_pay/tests" in again
    assert "2 passed" in run(option, CI="true"), "CI runs all"
    assert "2 passed" in run(), "they are left out only where that is asked for"
    test.write_text("def test_sandbox(): assert False\n")
    assert "1 failed, 1 passed" in run(option)
    assert "1 failed, 1 passed" in run(option), "what failed is run again"
    test.write_text("def test_sandbox(): assert True\n")
    assert "1 passed" in run(option, "-k", "store"), "a choice of tests"
    assert "1 passed" in run(option, "tests")
    assert "2 passed" in run(option), "a choice of tests is not all of them"
