"""How a run shares its tests among processes: one process plays the journeys, the others run the other tests by files.

It also says which tests are slow, as far as a fixture tells (decision 61).
"""

from collections import Counter
from collections.abc import Sequence

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

JOURNEYS = "tests/journeys/"
WHOLE_FILES = {"tests/journeys/buying/test_methods.py"}
"""Journeys that share what is costly to start: stores with other accounts."""


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
    """Gives journeys to the first process only, and before anything else: a store with its programs and a Chromium run
    beside other tests, never two of each.
    """

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Hand out what comes next in the lane of a process. One without further work ends."""
        unit = self._next_unit(node)
        if unit is None:
            node.shutdown()
            return
        self.workqueue.move_to_end(unit, last=False)
        super()._assign_work_unit(node)

    def _next_unit(self, node: WorkerController) -> str | None:
        """Return the name of the next unit of a process's lane. The first one goes over to other tests at the end."""
        is_first = node is self.nodes[0]
        own = (unit for unit in self.workqueue if is_journey(unit) is is_first)
        return next(own, next(iter(self.workqueue), None) if is_first else None)


def unit_of(nodeid: str) -> str:
    """Return the name of what one process runs in one go: a journey, or a file of tests."""
    file = nodeid.partition("::")[0]
    return nodeid if is_journey(nodeid) and file not in WHOLE_FILES else file


def is_journey(nodeid: str) -> bool:
    return nodeid.startswith(JOURNEYS)


def largest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in the order in which each lane takes them: files with slow tests, which may be few, then the
    others by their number of tests.
    """
    sizes = Counter(unit_of(item.nodeid) for item in items)
    slow = {unit_of(item.nodeid) for item in items if item.get_closest_marker("slow")}

    def place(item: pytest.Item) -> tuple[bool, int]:
        unit = unit_of(item.nodeid)
        return unit not in slow, -sizes[unit]

    return sorted(items, key=place)
