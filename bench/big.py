"""Listing and search among 100,000 wines, beside 1,000: what a page costs that no cache holds.

`python -m bench.big` fills two databases and writes docs/figures/big.md. The two catalogues are asked in turn, each by
a process of its own, so that whatever else the machine does weighs on both.
"""

import os
import statistics
import subprocess
import sys
from contextlib import ExitStack

from bench.stack import fresh_database, renderer
from vintner import database_server
from vintner.server.preflight import REPOSITORY

SMALL, LARGE = 1_000, 100_000
RUNS = 15
QUICK_RUNS = 200
"""For what takes less than a millisecond, where any other work of the machine weighs more."""
# How many times the p50 at 1,000 wines it may take.
BARS = {
    "listing": 1.5,
    "search": 1.5,
    "search, first time": 1.5,
    "facet counts": 3.0,
    "listing, kept": 1.1,
    "search, kept": 1.1,
}
LISTINGS = (
    "/shop/",
    "/shop/page/3/?orderby=price",
    "/shop/?colour=red&grape=merlot",
    "/shop/?country=france&vintage=2022&in_stock=1&max_price=30",
    "/product-category/white/?orderby=rating",
)
SEARCHES = (
    "/?s=pinot+nior",
    "/?s=2019+merlot",
    "/?s=chateau+barona",
    "/?s=big-000042",
    "/?s=nebiolo+france",
    "/?s=furmint+spain+rose",
)
ASKED = {
    "listing": LISTINGS,
    "search": SEARCHES,
    "search, first time": SEARCHES,
    "facet counts": LISTINGS,
    "listing, kept": LISTINGS,
    "search, kept": SEARCHES,
}
FIGURES = REPOSITORY / "docs" / "figures" / "big.md"

Times = dict[tuple[str, str], float]
"""(what, address) → median in milliseconds."""


class Catalogue:
    """A catalogue of so many wines, and the process that asks it."""

    def __init__(self, size: int) -> None:
        database = fresh_database(f"vintner_big_{size}")
        environment = {**os.environ, "DATABASE_URL": database, "PAGES_KEPT_SECONDS": "3600"}
        for command in (["manage.py", "migrate", "-v", "0"], ["-m", "bench.big_catalogue", str(size)]):
            subprocess.run([sys.executable, *command], env=environment, cwd=REPOSITORY, check=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.questions"],
            env=environment,
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str, url: str) -> float:
        """Return how many milliseconds the answer took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{what}\t{url}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def main() -> None:
    """Measure both catalogues and write the table."""
    with database_server.lease(), renderer(), ExitStack() as held:
        catalogues = [Catalogue(size) for size in (SMALL, LARGE)]
        for catalogue in catalogues:
            held.callback(catalogue.close)
        small, large = _times(catalogues)
    table = _table(small, large)
    FIGURES.write_text(table)
    print(table)


def _times(catalogues: list[Catalogue]) -> list[Times]:
    found: list[Times] = [{} for _ in catalogues]
    for what, url in ((what, url) for what, urls in ASKED.items() for url in urls):
        taken: list[list[float]] = [[] for _ in catalogues]
        for _ in range(1 + (QUICK_RUNS if what.endswith("kept") else RUNS)):
            for times, catalogue in zip(taken, catalogues, strict=True):
                times.append(catalogue.ask(what, url))
        for medians, times in zip(found, taken, strict=True):
            medians[what, url] = statistics.median(times[1:])  # the first builds what later ones find
    return found


def _table(small: Times, large: Times) -> str:
    rows = ["| What | 1,000 wines | 100,000 wines | Ratio | Bar |", "|---|---|---|---|---|"]
    for what, bar in BARS.items():
        few, many = (statistics.median(times[what, url] for url in ASKED[what]) for times in (small, large))
        rows.append(f"| **{what}, p50** | {few:.2f} | {many:.2f} | {many / few:.2f} | ≤ {bar} |")
        for url in ASKED[what]:
            one, other = small[what, url], large[what, url]
            rows.append(f"| `{url}` | {one:.2f} | {other:.2f} | {other / one:.2f} | |")
    head = [
        f"Milliseconds without any cache: the page's props built and written as JSON. Medians of {RUNS},",
        f"of kept pages of {QUICK_RUNS}.",
        f"{os.getloadavg()[0]:.1f} load at the end, {os.cpu_count()} processors.",
        "A search finds the products of its words in the process's memory, where the commonest are from the start, any",
        "other from the 'first time' that it is asked for. The counts of a whole shelf are kept until a row changes;",
        "those of a filtered one or a search are not. Kept pages are whole answers, as a browser gets them.",
    ]
    return "\n".join(["# A catalogue of 100,000 wines", "", *head, "", *rows, ""])


if __name__ == "__main__":
    main()
