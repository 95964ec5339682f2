"""Every type of payment method, by every ending, through every checkout, in Chromium: prints a table.

    python -m tests.journeys.matrix [--types ideal,blik] [--checkouts classic,block] [--endings succeed]

Exits with 1 when a cell is not as it must be.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence

from playwright.sync_api import Browser, Error

from bench.pages import chromium
from tests.journeys import methods
from tests.journeys.accounts import ACCOUNTS, ProviderAccount, store_of
from tests.journeys.cells import CHECKOUTS, Cell, play
from tests.journeys.everybody import WIDEST, window
from tests.journeys.methods import PaymentEnding
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import let_in

WAIT_MS = 30_000
Results = dict[Cell, str]
"""Cell → what was wrong, '' for nothing."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the cells that are asked for, or all; return how the program ends."""
    asked = _asked(arguments)
    results: Results = {}
    with chromium() as browser:
        for account in ACCOUNTS:
            cells = [cell for cell in _cells(account) if _is_asked(cell, asked)]
            if cells:
                with store_of(account, aloud=False) as store:
                    results |= {cell: _tried(browser, store, cell) for cell in cells}
    print("\n".join(_table(results)))
    return 1 if any(results.values()) else 0


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, all_of in (("types", methods.WAYS), ("endings", PaymentEnding), ("checkouts", CHECKOUTS)):
        parser.add_argument(f"--{name}", type=lambda text: text.split(","), default=[str(each) for each in all_of])
    return parser.parse_args(arguments)


def _cells(account: ProviderAccount) -> Iterator[Cell]:
    """Cards are tried once, with the first account."""
    types = (["card"] if account is ACCOUNTS[0] else []) + list(account.types)
    for name in types:
        way = methods.WAYS[name]
        for ending in way.endings:
            for checkout in CHECKOUTS:
                yield Cell(way, ending, checkout, account.country)


def _is_asked(cell: Cell, asked: argparse.Namespace) -> bool:
    return cell.way.type in asked.types and cell.ending in asked.endings and cell.checkout in asked.checkouts


def _tried(browser: Browser, store: RunningStore, cell: Cell) -> str:
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
    name = f"{cell.way.type}, {cell.ending}, {cell.checkout}"
    print(f"{name}: {wrong or 'ok'} ({time.monotonic() - begun:.1f} s)", flush=True)
    return wrong


def _table(results: Results) -> Iterable[str]:
    """Return a row for each type and ending, a column for each checkout."""
    yield f"\n{'type':<20}{'ending':<10}" + "".join(f"{name:<11}" for name in CHECKOUTS)
    rows = dict.fromkeys((cell.way.type, cell.ending) for cell in results)
    marks = {(cell.way.type, cell.ending, cell.checkout): "WRONG" if wrong else "ok" for cell, wrong in results.items()}
    for name, ending in rows:
        columns = "".join(f"{marks.get((name, ending, checkout), '-'):<11}" for checkout in CHECKOUTS)
        yield f"{name:<20}{ending:<10}{columns}"
    yield f"{sum(not wrong for wrong in results.values())} of {len(results)} as they must be"


if __name__ == "__main__":
    sys.exit(main())
