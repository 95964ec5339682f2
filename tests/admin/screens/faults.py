"""What keeps somebody from using a page of the admin."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.journeys.everybody import (
    RULES_OF_COLOR,
    RULES_OF_LAYOUT,
    SETTLED,
    TOO_WIDE,
    WIDEST,
    bad_colors,
    barriers,
    window,
)
from tests.journeys.visitors import HEIGHTS

TABLET: Final = 768
CUT_OFF: Final = Path(__file__).with_name("cut_off.js").read_text()


def find_faults(page: Page) -> Iterator[str]:
    """Yield what keeps somebody from using a page: all of axe at a desk, sizes in all windows, targets on a phone."""
    for width in sorted(HEIGHTS, reverse=True):
        page.set_viewport_size(window(width))
        page.evaluate(SETTLED)
        if width != TABLET:
            rules = () if width == WIDEST else RULES_OF_LAYOUT
            yield from describe(barriers(page, rules=rules).response["violations"], f"{width} px")
            yield from describe(bad_colors(page).response["violations"], f"{width} px")
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            yield f"{width} px: scrolls sideways: {page.evaluate(TOO_WIDE)[:5]}"
        yield from (f"{width} px: {part}" for part in page.evaluate(CUT_OFF))
    page.set_viewport_size(window(WIDEST))


def find_faults_by_night(page: Page) -> Iterator[str]:
    """Yield what cannot be read in the dark look, which differs in nothing but colors."""
    page.evaluate("document.documentElement.classList.add('dark')")
    page.evaluate(SETTLED)
    yield from describe(bad_colors(page, RULES_OF_COLOR).response["violations"], "dark")


def describe(violations: list[dict[str, object]], where: str) -> Iterator[str]:
    for violation in violations:
        nodes = violation["nodes"]
        assert isinstance(nodes, list)
        yield f"{where}: {violation['id']} × {len(nodes)}: {[node['html'][:160] for node in nodes[:3]]}"
