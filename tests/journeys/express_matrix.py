"""Every wallet, from every page, by every ending, in Chromium: prints a table.

    python -m tests.journeys.express_matrix [--wallets link] [--places cart,block] [--endings paid]

Exits with 1 when a cell is not as it must be.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence

from playwright.sync_api import Browser, Error, expect

from bench.pages import chromium
from tests.journeys.everybody import WIDEST, window
from tests.journeys.express_cells import ENDINGS, PLACES, WALLETS, ExpressCell, endings_of, play
from tests.journeys.store.running_store import RunningStore, running_store
from tests.journeys.visitors import let_in

WAIT_MS = 15_000
SETTINGS = {"LIMIT_EXPRESS_CALLS": "100000"}
Results = dict[ExpressCell, str]
"""Cell → what was wrong, '' for nothing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cells that are asked for, or all; return how the program ends."""
    asked = _asked(arguments)
    cells = [
        ExpressCell(wallet, place, ending)
        for place in asked.places
        for wallet in asked.wallets
        for ending in endings_of(place)
        if ending in asked.endings
    ]
    expect.set_options(timeout=WAIT_MS)
    with chromium() as browser, running_store("express-matrix", SETTINGS, aloud=False) as store:
        results = {cell: _tried(browser, store, cell) for cell in cells}
    print("\n".join(_table(results)))
    return 1 if any(results.values()) else 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, all_of in (("wallets", WALLETS), ("places", PLACES), ("endings", ENDINGS)):
        parser.add_argument(f"--{name}", type=lambda text: text.split(","), default=list(all_of))
    return parser.parse_args(arguments)


def _tried(browser: Browser, store: RunningStore, cell: ExpressCell) -> str:
    begun = time.monotonic()
    context = browser.new_context(base_url=store.url, viewport=window(WIDEST), reduced_motion="reduce")
    context.set_default_timeout(WAIT_MS)
    let_in(context, store)
    try:
        play(context.new_page(), store, cell)
        wrong = ""
    except (AssertionError, Error) as error:
        wrong = str(error).strip() or type(error).__name__
    finally:
        context.close()
    name = f"{cell.wallet}, {cell.place}, {cell.ending}"
    print(f"{name}: {wrong or 'ok'} ({time.monotonic() - begun:.1f} s)", flush=True)
    return wrong


def _table(results: Results) -> Iterable[str]:
    """Return a row for each wallet and ending, a column for each page."""
    yield f"\n{'wallet':<12}{'ending':<20}" + "".join(f"{name:<10}" for name in PLACES)
    marks = {(each.wallet, each.ending, each.place): "WRONG" if wrong else "ok" for each, wrong in results.items()}
    for wallet, ending in dict.fromkeys((each.wallet, each.ending) for each in results):
        columns = "".join(f"{marks.get((wallet, ending, place), '-'):<10}" for place in PLACES)
        yield f"{wallet:<12}{ending:<20}{columns}"
    yield f"{sum(not wrong for wrong in results.values())} of {len(results)} as they must be"


if __name__ == "__main__":
    sys.exit(main())
