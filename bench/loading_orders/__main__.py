"""Six orders in which a page's styles, fonts, scripts and first picture can load, beside each other.

`python -m bench.loading_orders` writes docs/figures/loading_orders.md. A proxy in front of the store rewrites the
pages; the orders take turns, so that what else the machine does falls on all of them.
"""

import re
import statistics
import sys
from contextlib import ExitStack
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from bench.loading_orders.rewriting_proxy import Rewrite, rewriting_proxy
from bench.pages import OBSERVE, chromium, slow_down, visitor
from bench.stack import served_again, store
from vintner.server.preflight import REPOSITORY

LOADS: Final = 20
"""Visits of each page in each order."""
SETTLE_MS: Final = 1500
"""After React has begun to take over."""
FIGURES: Final = REPOSITORY / "docs" / "figures" / "loading_orders.md"
INLINE: Final = re.compile(r"<style>(@font-face.*?)</style>", re.DOTALL)
START: Final = re.compile(
    r'<script data-entry="([^"]*)" data-modules="([^"]*)" (data-page="[^"]*").*?</script>', re.DOTALL
)
PICTURE: Final = re.compile(r'<link rel="preload" as="image"[^>]*>')
FONT: Final = re.compile(r"url\((/static/[^)]*figtree-latin[^)]*\.woff2)\)")
OBSERVE_ORDER: Final = (
    OBSERVE
    + """
seen.first = 0; seen.live = 0;
new PerformanceObserver(list => {
  for (const e of list.getEntriesByName('first-contentful-paint')) seen.first = e.startTime;
}).observe({type: 'paint', buffered: true});
addEventListener('live', () => { seen.live = performance.now(); });
"""
)


class FirstVisit(NamedTuple):
    """One visit: milliseconds until the first and the largest paint and until React takes over; blocking ms; shift."""

    first: float
    largest: float
    live: float
    blocking: float
    cls: float


class LoadingOrder(NamedTuple):
    """An order of loading: its words in the table, and how it changes the HTML of a page."""

    says: str
    rewrite: Rewrite


def leave(html: str) -> tuple[str, dict[str, str]]:
    """Return a page as the store sends it."""
    return html, {}


def link_styles(html: str) -> tuple[str, dict[str, str]]:
    """Name the page's stylesheet as a file."""
    inline = _find(INLINE, html)
    path = f"/loading-order/{hash(inline[1])}.css"
    return html.replace(inline[0], f'<link rel="stylesheet" href="{path}">'), {path: inline[1]}


def preload_font(html: str) -> tuple[str, dict[str, str]]:
    """Ask for the font of the text in the head."""
    font = _find(FONT, html)[1]
    return _put_in_head(html, f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{font}">'), {}


def start_at_end(html: str) -> tuple[str, dict[str, str]]:
    """Run the modules as soon as the document is read."""
    start = _find(START, html)
    return html.replace(start[0], f'<script type="module" src="{start[1]}" {start[3]}></script>'), {}


def start_in_head(html: str) -> tuple[str, dict[str, str]]:
    """Ask for all modules in the head, beside styles and picture."""
    start = _find(START, html)
    links = "".join(f'<link rel="modulepreload" href="{module}">' for module in [start[1], *start[2].split()])
    return start_at_end(_put_in_head(html, links))


def leave_picture(html: str) -> tuple[str, dict[str, str]]:
    """Leave it to the browser when to ask for the first picture."""
    return html.replace(_find(PICTURE, html)[0], "").replace(' fetchPriority="high"', ""), {}


ORDERS: Final = (
    LoadingOrder("as it is: styles inside, picture first, no font, modules after the load event", leave),
    LoadingOrder("styles as one file", link_styles),
    LoadingOrder("the text's font preloaded", preload_font),
    LoadingOrder("modules when the document is read", start_at_end),
    LoadingOrder("modules preloaded in the head", start_in_head),
    LoadingOrder("picture without priority", leave_picture),
)


def main() -> int:
    """Measure a listing in every order, and write the table; returns the exit status."""
    with store() as stack, served_again(stack, PAGES_KEPT_SECONDS="3600") as kept:
        pages = {"listing": "/shop/"}
        found = _measure(kept, pages)
    FIGURES.write_text(_written(found))
    print(FIGURES.read_text())
    return 0


def _measure(address: str, pages: dict[str, str]) -> dict[str, list[list[FirstVisit]]]:
    """Return what was seen: for each page, for each order, its visits."""
    found: dict[str, list[list[FirstVisit]]] = {name: [[] for _ in ORDERS] for name in pages}
    with chromium() as browser, ExitStack() as proxies:
        addresses = [proxies.enter_context(rewriting_proxy(address, order.rewrite)) for order in ORDERS]
        for _ in range(LOADS):
            for name, path in pages.items():
                for visits, proxy in zip(found[name], addresses, strict=True):
                    visits.append(_visit(browser, proxy + path))
    return found


def _visit(browser: Browser, url: str) -> FirstVisit:
    context = visitor(browser, url)
    page = context.new_page()
    slow_down(context, page)
    page.add_init_script(OBSERVE_ORDER)
    page.goto(url, wait_until="load", timeout=60_000)
    page.wait_for_function("seen.live")
    page.wait_for_timeout(SETTLE_MS)
    seen = page.evaluate("seen")
    context.close()
    return FirstVisit(*(float(seen[name]) for name in ("first", "lcp", "live", "blocking", "cls")))


def _find(pattern: re.Pattern[str], html: str) -> re.Match[str]:
    found = pattern.search(html)
    if found is None:
        raise LookupError(f"no page has {pattern.pattern} any more")
    return found


def _put_in_head(html: str, tags: str) -> str:
    return html.replace('<meta name="color-scheme"', tags + '<meta name="color-scheme"', 1)


def _written(found: dict[str, list[list[FirstVisit]]]) -> str:
    lines = [
        "# Six orders of loading",
        "",
        f"Medians of {LOADS} first visits each, in turns: 4× slower processor, 1.6 Mb/s, 150 ms. Each order differs",
        "from the first in one thing. Milliseconds; blocking is what tasks take beyond 50 ms.",
    ]
    for name, orders in found.items():
        lines += [
            "",
            f"## {name.capitalize()}",
            "",
            "| Order | First paint | Largest paint | React begins | Blocking | CLS |",
        ]
        lines.append("|---|---|---|---|---|---|")
        for order, visits in zip(ORDERS, orders, strict=True):
            first, largest, live, blocking, cls = (statistics.median(figure) for figure in zip(*visits, strict=True))
            lines.append(f"| {order.says} | {first:.0f} | {largest:.0f} | {live:.0f} | {blocking:.0f} | {cls:.3f} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
