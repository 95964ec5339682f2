"""Whether everybody can use a page: no axe violation, and nothing wider than the window, however narrow."""

from collections.abc import Callable
from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, ViewportSize

from tests.journeys.conftest import HEIGHTS, Complaints
from tests.journeys.states import State, arrive

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
WIDEST = max(HEIGHTS)
NARROWEST = 320  # WCAG 1.4.10
# Even without motion, a change of colors takes some frames to reach what is inherited. Nothing is waited for for good:
# a window that paints nothing, or an animation without an end, is looked at as it is.
SETTLED = """async () => {
    const atMost = (milliseconds, work) => Promise.race([work, new Promise((end) => setTimeout(end, milliseconds))]);
    const frame = () => atMost(200, new Promise(requestAnimationFrame));
    for (let turn = 0; turn < 20; turn++) {
        const moves = document.getAnimations().map((animation) => animation.finished);
        await atMost(2000, Promise.allSettled(moves));
        await frame();
        await frame();
        if (!document.getAnimations().some((animation) => animation.playState === 'running')) return;
    }
}"""

TOO_WIDE = """() => [...document.querySelectorAll('body *')]
    .map((element) => [element.getBoundingClientRect().right, element.tagName, element.className])
    .filter(([right]) => right > document.documentElement.clientWidth)"""


Open = Callable[[int], Page]


def window(width: int) -> ViewportSize:
    return {"width": width, "height": HEIGHTS[width]}


def check(page: Page, state: str) -> None:
    """Assert that all can use a state, in windows of all sizes."""
    for width in HEIGHTS:
        page.set_viewport_size(window(width))
        check_here(page, f"{state}, {width} px")
    page.set_viewport_size(window(WIDEST))


def check_here(page: Page, state: str) -> None:
    """Assert that all can use a state as it is on screen, by day and by night."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED)
        found = barriers(page)
        assert found.violations_count == 0, f"{state}, {scheme}: {found.generate_report()}"
    page.emulate_media(color_scheme="light")
    assert_fits(page, state)
    if page.viewport_size == window(360):
        _check_narrow_and_large(page, state)


def barriers(page: Page) -> AxeResults:
    """Return what axe finds by all its rules. Only that is brought back: what is in order fills megabytes."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(
        page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))")
    )


def _check_narrow_and_large(page: Page, state: str) -> None:
    """WCAG 1.4.10 and 1.4.4: nor in the narrowest window, nor there with letters twice as large."""
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    assert_fits(page, f"{state}, {NARROWEST} px")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert_fits(page, f"{state}, {NARROWEST} px, large letters")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(window(360))


def assert_fits(page: Page, state: str) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{state} scrolls sideways by {wide} px: {page.evaluate(TOO_WIDE)}"


def check_state(opened: Open, state: State, complaints: Complaints) -> None:
    """Go to a state and assert that all can use it, in windows of all sizes."""
    complaints.expected.append("Failed to execute 'postMessage'")  # axe calls into the provider's frame, in vain
    if state.complaint:
        complaints.expected.append(state.complaint)
    for width in HEIGHTS if state.anew else [WIDEST]:
        page = opened(width)
        arrive(page, state.place)
        state.step(page)
        if state.anew:
            check_here(page, f"{state.name}, {width} px")
        else:
            check(page, state.name)
