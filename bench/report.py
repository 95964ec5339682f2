"""The figures beside their bars, for eyes and for files."""

import json
import os
import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.carts import CartFigures
from bench.load import LoadFigures, Table
from bench.next_page import NextPageFigures
from bench.pages import RUNS, PageFigures
from vintner.server.preflight import REPOSITORY

FOLDER = REPOSITORY / "docs" / "figures"
# The least share of the bare view's requests per second, 8 clients.
RATIO_BARS = {
    "listing": 0.15,
    "product page": 0.25,
    "listing, kept": 0.5,
    "product page, kept": 0.5,
    "add to cart": 0.15,
    "order review": 0.25,
    "checkout page": 0.12,
    "order review, 50 lines": 0.05,
    "place order": 0.04,
}
SCRIPT_BARS = {"listing": 55_000, "product page": 65_000, "checkout": 85_000}
QUOTE_BAR_MS, LARGE_CART_BAR = 5, 2  # of a cart of 50 lines; times an empty one
LOADING_BAR_MS, CONFIRMED_BAR_MS = 100, 200  # press to next frame, answer to confirmation
RETURN_BAR_MS = 1000
NEXT_PAGE_BAR_MS, BACK_BAR_MS = 300, 100
LCP_BARS_MS = {"home": 900, "listing": 900, "product page": 900, "cart": 1200, "checkout": 1200}
BLOCKING_BAR_MS, CLS_BAR, INP_BAR_MS, CSS_BAR, FONTS_BAR = 100, 0.01, 100, 25_000, 2
COMPARED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """All that was measured; times are milliseconds."""

    loads: Table
    pages: dict[str, PageFigures]
    interactions: dict[str, float]
    confirmed: float
    returned: float
    next_page: NextPageFigures
    carts: CartFigures


def write(found: Found) -> str:
    """Write docs/figures/bench.json and bench.md; return the text of the latter."""
    loads = found.loads
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = "\n".join(
        [
            *_head(),
            *_load_table(loads),
            "",
            *_page_table(found.pages),
            "",
            *_interaction_table(found.interactions),
            "",
            f"Back to the place in a listing that is loaded anew: {found.returned:.0f} ms (bar ≤ {RETURN_BAR_MS}).",
            "",
            *_next_page_table(found.next_page),
            "",
            *_cart_table(found.carts, found.interactions["add"], found.confirmed),
            "",
        ]
    )
    (FOLDER / "bench.md").write_text(text)
    data = {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "processors": os.cpu_count(),
        "loads": {name: {str(clients): asdict(one) for clients, one in each.items()} for name, each in loads.items()},
        "ratios_at_8_clients": {name: round(loads[name][COMPARED].ratio, 4) for name in RATIO_BARS},
        "interactions_ms": found.interactions,
        "confirmed_ms": found.confirmed,
        "returned_ms": found.returned,
        "next_page": asdict(found.next_page),
        "carts": asdict(found.carts),
        "pages": {name: figures.as_dict() for name, figures in found.pages.items()},
    }
    _path("bench.json").write_text(json.dumps(data, indent=2) + "\n")
    return text


def _path(name: str) -> Path:
    return FOLDER / name


def _head() -> list[str]:
    machine = (
        f"{os.cpu_count()} processors, Python {platform.python_version()}, {os.getloadavg()[0]:.1f} load at the end"
    )
    return ["# Figures of `make bench`", "", f"Measured {datetime.now(UTC):%Y-%m-%d %H:%M} UTC on {machine}.", ""]


def _load_table(loads: Table) -> list[str]:
    rows = [
        "| Load | Clients | Requests/s | p50 ms | p95 ms | Failed | Of bare view | Bar |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, found in loads.items():
        for clients, one in found.items():
            rows.append(_load_row("bare view, just before", clients, one.bare, " | "))
            bar = f"≥ {RATIO_BARS[name]}" if clients == COMPARED and name in RATIO_BARS else ""
            rows.append(_load_row(name, clients, one.load, f"{one.ratio:.3f} | {bar}"))
    return rows


def _load_row(name: str, clients: int, one: LoadFigures, end: str) -> str:
    return f"| {name} | {clients} | {one.per_second:.0f} | {one.p50_ms:.1f} | {one.p95_ms:.1f} | {one.failed} | {end} |"


def _page_table(pages: dict[str, PageFigures]) -> list[str]:
    rows = [
        "| Page | HTML KB | JS KB | Bar | CSS KB | Fonts | LCP s | Bar | Blocking ms | CLS |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, page in pages.items():
        bar = f"≤ {SCRIPT_BARS[name] // 1000}" if name in SCRIPT_BARS else ""
        paint = f"{page.lcp_ms / 1000:.2f} | ≤ {LCP_BARS_MS[name] / 1000} | {page.blocking_ms:.0f} | {page.cls:.3f}"
        weights = f"{page.html / 1000:.1f} | {page.js / 1000:.1f} | {bar} | {page.css / 1000:.1f} | {page.fonts}"
        rows.append(f"| {name} | {weights} | {paint} |")
    slow = "4× slower processor, 1.6 Mb/s, 150 ms"
    return [
        *rows,
        "",
        f"Weights are gzip; bars ≤ {CSS_BAR // 1000} KB of CSS and ≤ {FONTS_BAR} fonts.",
        f"LCP, blocking (bar ≤ {BLOCKING_BAR_MS} ms) and CLS (bar ≤ {CLS_BAR}): {slow}, medians of {RUNS}.",
    ]


def _interaction_table(interactions: dict[str, float]) -> list[str]:
    rows = ["| Interaction | Slowest event, ms | Bar |", "|---|---|---|"]
    return rows + [f"| {name} | {milliseconds:.0f} | ≤ {INP_BAR_MS} |" for name, milliseconds in interactions.items()]


def _next_page_table(found: NextPageFigures) -> list[str]:
    return [
        "| From a listing to a wine, and back | Median ms | Bar |",
        "|---|---|---|",
        f"| from the press to the largest paint | {found.pressed_ms:.0f} | |",
        f"| after a hover | {found.hovered_ms:.0f} | ≤ {NEXT_PAGE_BAR_MS} |",
        f"| Back; kept at its place {found.restored} of {RUNS} times | {found.back_ms:.0f} | ≤ {BACK_BAR_MS} |",
        "",
        f"Layout shift of the wine's page after a hover: {found.cls:.3f} (bar ≤ {CLS_BAR}).",
    ]


def _cart_table(carts: CartFigures, loading: float, confirmed: float) -> list[str]:
    return [
        "| Adding, 4× slower processor | Median ms | Bar |",
        "|---|---|---|",
        f"| from the press to the next frame | {loading:.0f} | ≤ {LOADING_BAR_MS} |",
        f"| from the answer to the confirmation | {confirmed:.0f} | ≤ {CONFIRMED_BAR_MS} |",
        "",
        "| 50 lines, 20 promotions | Median ms | Bar |",
        "|---|---|---|",
        f"| quote | {carts.quote_ms:.1f} | ≤ {QUOTE_BAR_MS} |",
        f"| add to an empty cart | {carts.add_to_empty_ms:.1f} | |",
        f"| add to the cart of 50 lines | {carts.add_to_large_ms:.1f} | ≤ {LARGE_CART_BAR} × ({carts.ratio:.2f}) |",
    ]
