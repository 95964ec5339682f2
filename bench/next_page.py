"""How soon the next page shows after a press, and the one before after Back, seen by Chromium."""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from bench.pages import OBSERVE, RUNS, SETTLE_MS, chromium, find_chromium, slow_down, visitor

MAIN_PICTURE = "-960."
"""The size of the main picture that a phone chooses."""
PREFETCHED = "Ready"
"""What Chromium says of a page that it has fetched in advance."""
WINE_NUMBER = 4
"""It lies below the first screen, so that there is a place to come back to."""
WINE = "h3 a[href^='/product/']"
# Of the clock of the machine, which all pages share.
OBSERVE_PRESS = """
addEventListener('pointerdown', () => {
  sessionStorage.pressed = performance.timeOrigin + performance.now();
  sessionStorage.place = scrollY;
}, true);
"""
LCP_SINCE_PRESS = "performance.timeOrigin + seen.lcp - sessionStorage.pressed"
# For every page: one that the browser's back/forward cache does not hold is loaded anew on Back.
OBSERVE_BACK = """
addEventListener('pageshow', ({persisted}) => requestAnimationFrame(() => setTimeout(() => {
  if (!location.protocol.startsWith('http') || !sessionStorage.left) return;
  const isInPlace = scrollY === Number(sessionStorage.place);
  window.returned = {isKept: persisted && isInPlace, at: performance.timeOrigin + performance.now()};
})));
"""
GO_BACK = """() => {
  sessionStorage.left = performance.timeOrigin + performance.now();
  setTimeout(() => history.back());
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPageFigures:
    """Milliseconds, medians of RUNS: on a slow phone's terms from the press to the largest paint, with and without a
    hover before it; on the machine's own terms from Back to the first frame of the page before.

    `cls` is the layout shift of the next page, `restored` how often Back found the page in memory and at its place.
    """

    pressed_ms: float
    hovered_ms: float
    cls: float
    back_ms: float
    restored: int


def measure_next_page(address: str) -> NextPageFigures:
    """Open a wine of the listing, and go back to it. A Chromium without windows keeps nothing for Back."""
    with chromium(keeps_pages=find_chromium(keeps_pages=True) is not None) as browser:
        pressed = [_opened(browser, address, hovers=False) for _ in range(RUNS)]
        hovered = [_opened(browser, address, hovers=True) for _ in range(RUNS)]
        back = [_returned(browser, address) for _ in range(RUNS)]
    return NextPageFigures(
        pressed_ms=statistics.median(lcp for lcp, _ in pressed),
        hovered_ms=statistics.median(lcp for lcp, _ in hovered),
        cls=statistics.median(cls for _, cls in hovered),
        back_ms=statistics.median(took for took, _ in back),
        restored=sum(is_kept for _, is_kept in back),
    )


def _opened(browser: Browser, address: str, *, hovers: bool) -> tuple[float, float]:
    """Open a wine as slowly as on a phone; return the ms from the press to the largest paint, and the layout shift."""
    with _listing(browser, address, slow=True) as page:
        if hovers:
            with _fetched_early(page):
                page.locator(WINE).nth(WINE_NUMBER).hover()
        _open(page)
        page.wait_for_timeout(SETTLE_MS)
        return float(page.evaluate(LCP_SINCE_PRESS)), float(page.evaluate("seen.cls"))


def _returned(browser: Browser, address: str) -> tuple[float, bool]:
    """Open a wine and go back; return the ms until the first frame, and whether the page was kept, and at its place."""
    with _listing(browser, address, slow=False) as page:
        _open(page)
        page.wait_for_timeout(SETTLE_MS)
        page.evaluate(GO_BACK)
        page.wait_for_url("**/shop/", wait_until="commit")
        returned = page.wait_for_function("() => window.returned", timeout=60_000).json_value()
        return float(returned["at"]) - float(page.evaluate("Number(sessionStorage.left)")), bool(returned["isKept"])


@contextmanager
def _listing(browser: Browser, address: str, *, slow: bool) -> Iterator[Page]:
    context = visitor(browser, address)
    page = context.new_page()
    if slow:
        slow_down(context, page)
    page.add_init_script(OBSERVE + OBSERVE_PRESS + OBSERVE_BACK)
    page.goto(f"{address}/shop/", wait_until="networkidle", timeout=60_000)
    yield page
    context.close()


def _open(page: Page) -> None:
    with page.expect_navigation(wait_until="networkidle"):
        page.locator(WINE).nth(WINE_NUMBER).click()


@contextmanager
def _fetched_early(page: Page) -> Iterator[None]:
    """Wait until Chromium has the page of a wine, and our script its picture, after what is done in the block."""
    devtools = page.context.new_cdp_session(page)
    ready: list[str] = []
    devtools.on("Preload.prefetchStatusUpdated", lambda event: ready.append(event["status"]))
    devtools.send("Preload.enable")
    with page.expect_event("requestfinished", lambda request: MAIN_PICTURE in request.url):
        yield
    while PREFETCHED not in ready:
        page.wait_for_timeout(20)
    devtools.detach()
