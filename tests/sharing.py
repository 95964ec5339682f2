"""How a run shares its tests among processes: each journey on its own, all other tests file by file.

It also says which tests are slow, as far as a fixture tells.
"""

from collections import Counter
from collections.abc import Sequence

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

JOURNEYS = "tests/journeys/"
WHOLE_FILES = {"tests/journeys/buying/test_methods.py"}
"""Journeys that share what is costly to start: stores with other accounts."""
BESIDE_DEMO = ("tests/invariants/test_with_fifty.py", "tests/admin/test_access.py")
"""Long files that other processes begin with while the first one makes the demo world, which all journeys wait for."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    return Sharing(config, log) if config.getvalue("dist") == "loadscope" else None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Tests that talk to the sandbox provider's program wait for it, and for the store's programs that they start."""
    if "sandbox_program" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items[:] = largest_first(items)


class Sharing(LoadScopeScheduling):
    """Hands out journeys one by one, so that no process is left alone with a long file at the end."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)


def unit_of(nodeid: str) -> str:
    """Return the name of what one process runs in one go: a journey, or a file of tests."""
    file = nodeid.partition("::")[0]
    return nodeid if file.startswith(JOURNEYS) and file not in WHOLE_FILES else file


def largest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in the order in which they are handed out: journeys, then files with slow tests, which may be
    few, then the others by their number of tests. Two long files come after the first journey.
    """
    sizes = Counter(unit_of(item.nodeid) for item in items)
    slow = {unit_of(item.nodeid) for item in items if item.get_closest_marker("slow")}

    def place(item: pytest.Item) -> tuple[bool, bool, int]:
        unit = unit_of(item.nodeid)
        return not item.nodeid.startswith(JOURNEYS), unit not in slow, -sizes[unit]

    ordered = sorted(items, key=place)
    first = unit_of(ordered[0].nodeid) if ordered else ""
    turn = {first: 0} | {file: 1 for file in BESIDE_DEMO if first.startswith(JOURNEYS)}
    return sorted(ordered, key=lambda item: turn.get(unit_of(item.nodeid), 2))
