"""Whether everybody can use a page: no axe violation, and nothing wider than the window, however narrow."""

from collections.abc import Callable, Sequence
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page, ViewportSize

from tests.journeys.states.pages import State, arrive
from tests.journeys.visitors import HEIGHTS, Complaints

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

CONTRAST = "color-contrast"
RULES_OF_COLOR = (CONTRAST, "link-in-text-block")
RULES_OF_LAYOUT = ("target-size", "scrollable-region-focusable")
"""Rules whose answer a stylesheet may change: for the night, for a window of another width."""
CHECK_COLORS = Path(__file__).with_name("contrast.js").read_text()
PASSED_COLORS: set[str] = set()
"""Combinations of colors that axe found to be right: a process checks each of them once."""

REMEMBER_VISIBLE = """() => {
    window.visibleElements = () =>
        [...document.querySelectorAll('body *')].filter((it) => it.checkVisibility({ visibilityProperty: true }));
    window.seenElements = new WeakSet(window.visibleElements());
}"""
LOOK = """async ({ rules, onlyAdded }) => {
    const options = { resultTypes: ['violations'], iframes: false, rules: { 'color-contrast': { enabled: false } } };
    if (rules.length > 0) options.runOnly = { type: 'rule', values: rules };
    if (!onlyAdded) return { violations: (await axe.run(document, options)).violations };
    const added = new Set(window.visibleElements().filter((element) => !window.seenElements.has(element)));
    const include = [...added].filter((element) => !added.has(element.parentElement));
    return { violations: include.length > 0 ? (await axe.run({ include }, options)).violations : [] };
}"""
"""What axe finds; among added elements, the outermost bring along those within them."""
LOOK_AT = """async ({ target, rule }) => {
    document.querySelector(target).scrollIntoView({ block: 'center' });
    const options = { iframes: false, runOnly: { type: 'rule', values: [rule] } };
    const { violations } = await axe.run({ include: [target] }, options);
    return { violations };
}"""

TOO_WIDE = """() => [...document.querySelectorAll('body *')]
    .map((element) => [element.getBoundingClientRect().right, element.tagName, element.className])
    .filter(([right]) => right > document.documentElement.clientWidth)"""


Open = Callable[[int], Page]


def window(width: int) -> ViewportSize:
    return {"width": width, "height": HEIGHTS[width]}


def check(page: Page, state: str) -> None:
    """Assert that all can use a state: as it is in the widest window, and what other windows change about it."""
    page.set_viewport_size(window(WIDEST))
    check_here(page, f"{state}, {WIDEST} px")
    page.evaluate(REMEMBER_VISIBLE)
    for width in HEIGHTS.keys() - {WIDEST}:
        page.set_viewport_size(window(width))
        _check_width(page, f"{state}, {width} px")
    page.set_viewport_size(window(WIDEST))


def check_here(page: Page, state: str) -> None:
    """Assert that all can use a state as it is on screen, by day and by night."""
    _assert_no_barriers(page, state)
    _assert_fits_here(page, state)


def _check_width(page: Page, state: str) -> None:
    """Assert what depends on the width: all of axe for elements that are visible only here, sizes for everything."""
    _assert_no_barriers(page, state, only_added=True)
    _assert_targets(page, state)
    _assert_fits_here(page, state)


def _assert_targets(page: Page, state: str) -> None:
    """A bar that stays on screen may lie over a target, which is then looked at again in the middle of the window."""
    for violation in barriers(page, rules=RULES_OF_LAYOUT).response["violations"]:
        for node in violation["nodes"]:
            again = page.evaluate(LOOK_AT, {"target": node["target"][0], "rule": violation["id"]})
            _assert_none(AxeResults(again), state)


def _assert_no_barriers(page: Page, state: str, *, only_added: bool = False) -> None:
    """Day and night differ in nothing but colors."""
    page.evaluate(SETTLED)
    _assert_none(barriers(page, only_added=only_added), f"{state}, light")
    _assert_none(bad_colors(page), f"{state}, light")
    page.emulate_media(color_scheme="dark")
    page.evaluate(SETTLED)
    by_night = RULES_OF_COLOR if not only_added else (CONTRAST,)
    _assert_none(bad_colors(page, by_night), f"{state}, dark")
    page.emulate_media(color_scheme="light")


def _assert_none(found: AxeResults, state: str) -> None:
    assert found.violations_count == 0, f"{state}: {found.generate_report()}"


def _assert_fits_here(page: Page, state: str) -> None:
    assert_fits(page, state)
    if page.viewport_size == window(360):
        _check_narrow_and_large(page, state)


def barriers(page: Page, *, rules: Sequence[str] = (), only_added: bool = False) -> AxeResults:
    """Return what axe finds by all its rules but the one of contrast, unless some are named. Only that is brought back:
    the rest is megabytes.

    `only_added`: among the elements that were not visible when REMEMBER_VISIBLE ran.
    """
    _load_axe(page)
    return AxeResults(page.evaluate(LOOK, {"rules": list(rules), "onlyAdded": only_added}))


def bad_colors(page: Page, rules: Sequence[str] = (CONTRAST,)) -> AxeResults:
    """Return the text that axe finds hard to read, on a page that is looked at by day or by night."""
    _load_axe(page)
    found = page.evaluate(CHECK_COLORS, {"passed": list(PASSED_COLORS), "rules": list(rules)})
    PASSED_COLORS.update(found["passed"])
    return AxeResults(found)


def _load_axe(page: Page) -> None:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)


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
