"""The slower worlds of `make probes` are as slow as they say."""

import pytest
from playwright.sync_api import Browser

from tests.journeys.live import visit
from tests.journeys.probes import ANSWER_MS, SCRIPT_MS, shuffle, slow_pages
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import let_in

pytestmark = pytest.mark.sweep
SCRIPTS = "performance.getEntriesByType('resource').filter(({ initiatorType }) => initiatorType === 'script')"
SHORTEST_LOOP = """() => Math.min(...Array.from({ length: 10 }, () => {
  const start = performance.now();
  for (let i = 0, sum = 0; i < 1e7; i += 1) sum += i;
  return performance.now() - start;
}))"""
"""Milliseconds that a loop takes at least."""


@pytest.mark.parametrize(
    ("probe", "entries", "least"),
    [("scripts", SCRIPTS, SCRIPT_MS), ("answers", "performance.getEntriesByType('navigation')", ANSWER_MS)],
)
def test_an_answer_takes_its_time(
    browser: Browser, store: RunningStore, monkeypatch: pytest.MonkeyPatch, probe: str, entries: str, least: int
) -> None:
    slow_pages(monkeypatch, probe)
    with browser.new_context(base_url=store.url) as context:
        let_in(context, store)
        page = context.new_page()
        visit(page, "/")
        waits = page.evaluate(f"{entries}.map(({{ startTime, responseEnd }}) => responseEnd - startTime)")
    assert waits
    assert min(waits) >= least


def test_a_slow_processor_takes_longer(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A third as fast at most: less than it says, as another program may have slowed the first page, too."""
    with browser.new_context() as context:
        quick = context.new_page().evaluate(SHORTEST_LOOP)
        slow_pages(monkeypatch, "processor")
        assert context.new_page().evaluate(SHORTEST_LOOP) >= 3 * quick


def test_a_seed_gives_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    orders = []
    for seed in ("1", "1", "2"):
        monkeypatch.setenv("TEST_SEED", seed)
        orders.append(list(range(50)))
        shuffle(orders[-1])
    assert orders[0] == orders[1] != orders[2]
