"""What a page weighs and how soon it shows, seen by Chromium on a slow phone's terms."""

import gzip
import os
import shutil
import statistics
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Response, sync_playwright

from bench.shopper import of_age

RUNS = 9
# What pages are measured on: a processor 4 times slower, 1.6 Mb/s, 150 ms.
SLOWER, BYTES_PER_SECOND, LATENCY_MS = 4, 1_600_000 / 8, 150
SETTLE_MS = 1500
KINDS = {"text/html": "html", "text/javascript": "js", "application/javascript": "js", "text/css": "css"}
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""What Debian calls Chromium; the first has no windows to draw, and takes a third less time."""
KEEPING_NAMES = NAMES[1:]
"""Those that keep pages for Back. The one without windows does not."""
OBSERVE = """
window.seen = {lcp: 0, cls: 0, blocking: 0};
new PerformanceObserver(list => { for (const e of list.getEntries()) seen.lcp = e.startTime; })
  .observe({type: 'largest-contentful-paint', buffered: true});
new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) seen.cls += e.value; })
  .observe({type: 'layout-shift', buffered: true});
new PerformanceObserver(list => { for (const e of list.getEntries()) seen.blocking += Math.max(0, e.duration - 50); })
  .observe({type: 'longtask', buffered: true});
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFigures:
    """Weights in bytes, gzip; `fonts` counts files; `lcp_ms`, `cls` and `blocking_ms` are medians of RUNS.

    `blocking_ms` adds up what tasks take beyond 50 ms, until the page is at rest (total blocking time).
    """

    html: int
    js: int
    css: int
    fonts: int
    lcp_ms: float
    cls: float
    blocking_ms: float

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


def measure_pages(address: str, paths: dict[str, str], cookies: dict[str, str]) -> dict[str, PageFigures]:
    """Measure each page; `cookies` holds a Cookie header for the pages that need a cart."""
    with chromium() as browser:
        return {name: _measured(browser, address + path, cookies.get(name, "")) for name, path in paths.items()}


def find_chromium(*, keeps_pages: bool = False) -> str | None:
    """Return where the Chromium is that CHROMIUM names, or else Debian's."""
    names = KEEPING_NAMES if keeps_pages else NAMES
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@contextmanager
def chromium(*flags: str, keeps_pages: bool = False) -> Iterator[Browser]:
    """Run Playwright with a Chromium for as long as the block lasts. In a thread, one Playwright runs at a time."""
    with sync_playwright() as playwright, launch_chromium(playwright, *flags, keeps_pages=keeps_pages) as browser:
        yield browser


@contextmanager
def launch_chromium(playwright: Playwright, *flags: str, keeps_pages: bool = False) -> Iterator[Browser]:
    """Run Debian's Chromium, or the one that CHROMIUM names, for as long as the block lasts.

    `keeps_pages` lets it keep pages for Back, as browsers of shoppers do. Playwright turns that off.
    """
    executable = find_chromium(keeps_pages=keeps_pages)
    if executable is None:
        command = "bin/chromium --windows" if keeps_pages else "bin/chromium"
        raise FileNotFoundError(f"There is no Chromium that can do this: `{command}` installs one.")
    browser = playwright.chromium.launch(
        executable_path=executable,
        args=[*FLAGS, *flags],
        ignore_default_args=["--disable-back-forward-cache"] if keeps_pages else None,
    )
    try:
        yield browser
    finally:
        browser.close()


def _measured(browser: Browser, url: str, cookies: str) -> PageFigures:
    weights = _weights(browser, url, cookies)
    seen = [_painted(browser, url, cookies) for _ in range(RUNS)]
    return PageFigures(
        html=weights["html"],
        js=weights["js"],
        css=weights["css"],
        fonts=weights["fonts"],
        lcp_ms=statistics.median(lcp for lcp, _, _ in seen),
        cls=statistics.median(cls for _, cls, _ in seen),
        blocking_ms=statistics.median(blocking for _, _, blocking in seen),
    )


def _weights(browser: Browser, url: str, cookies: str) -> Counter[str]:
    """Return the gzip bytes of each kind that come from the store itself; the provider's script is the provider's."""
    context = visitor(browser, url, cookies)
    page = context.new_page()
    fetched: list[Response] = []
    page.on("response", lambda response: fetched.append(response))  # noqa: PLW0108 - Playwright marks it
    page.goto(url, wait_until="networkidle")
    weights: Counter[str] = Counter()
    for response in fetched:
        weights["fonts"] += response.request.resource_type == "font"
        if urlsplit(response.url).netloc == urlsplit(url).netloc:
            weights[KINDS.get((response.header_value("content-type") or "").split(";")[0], "other")] += _gzipped(
                response
            )
    context.close()
    return weights


def _gzipped(response: Response) -> int:
    return len(gzip.compress(response.body(), 6))


def _painted(browser: Browser, url: str, cookies: str) -> tuple[float, float, float]:
    """Visit a page once; return its largest paint in ms, its layout shift, and its blocking time in ms."""
    context = visitor(browser, url, cookies)
    page = context.new_page()
    slow_down(context, page)
    page.add_init_script(OBSERVE)
    page.goto(url, wait_until="networkidle", timeout=60_000)
    page.wait_for_timeout(SETTLE_MS)
    seen = page.evaluate("seen")
    context.close()
    return float(seen["lcp"]), float(seen["cls"]), float(seen["blocking"])


def slow_down(context: BrowserContext, page: Page) -> None:
    """Give a page the processor and the network of the bars."""
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    network = {"offline": False, "latency": LATENCY_MS}
    speed = {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {**network, **speed})


def visitor(browser: Browser, url: str, cookies: str = "") -> BrowserContext:
    """Return a fresh phone of somebody of age; `cookies` is a Cookie header for the store at `url`."""
    context = browser.new_context(viewport={"width": 360, "height": 640}, device_scale_factor=2)
    address = "{0.scheme}://{0.netloc}".format(urlsplit(url))
    hold(context, address, of_age(address))
    hold(context, address, cookies)
    return context


def hold(context: BrowserContext, address: str, cookies: str) -> None:
    """Give a browser what is in a Cookie header for the store at an address."""
    pairs = [pair.partition("=") for pair in cookies.split("; ") if pair]
    context.add_cookies([{"name": name, "value": value, "url": address} for name, _, value in pairs])
