"""Many buyers of one wine at the same moment, beside as many buyers of different wines.

`python -m bench.one_wine` runs a store and writes docs/figures/one_wine.md. Orders of one wine change the same row of
its stock, one after the other; the measurement says how much that costs. Each order is placed up to the provider's
call, from a cart of its own.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from bench.bars import Bar, table
from bench.load import LoadFigures, Request, checkout_request, measure
from bench.shopper import prepare
from bench.stack import store, waiting_store
from vintner.server.preflight import REPOSITORY
from vintner.server.programs import Stack

BUYERS: Final = 100
ROUNDS: Final = 7
"""Both ways in turn, so that whatever else the machine does weighs on both. The first is a warm-up."""
BAR: Final = 0.7
WAITS: Final = "#wc-stripe-confirm-pi"
"""What an answer contains whose payment waits for the shopper's bank, as all do here."""
FIGURES: Final = REPOSITORY / "docs" / "figures" / "one_wine.md"


class Round(NamedTuple):
    """The orders of one round, of one wine and of different ones."""

    same: LoadFigures
    different: LoadFigures

    @property
    def ratio(self) -> float:
        """Orders a second of one wine as a share of those of different ones."""
        return self.same.per_second / self.different.per_second

    @property
    def failed(self) -> int:
        return self.same.failed + self.different.failed


def main() -> int:
    """Run a store, measure it and write the table; returns the exit status."""
    with store() as stack:
        return measure_store(stack)


def measure_store(stack: Stack) -> int:
    """Measure a store that runs, and write the table; returns the exit status."""
    with waiting_store(stack) as address:
        rounds = measure_rounds(address, stocked_wines())
    bar = bar_of(rounds)
    FIGURES.write_text(document(rounds, bar))
    print(FIGURES.read_text())
    return 0 if bar.is_met else 1


def measure_rounds(address: str, wines: Sequence[int]) -> list[Round]:
    """Place all orders of a round at once, of the first wine and of all."""
    rounds = []
    for _ in range(ROUNDS):
        different = _place(address, wines)
        rounds.append(Round(same=_place(address, [wines[0]] * len(wines)), different=different))
    return rounds[1:]


def stocked_wines() -> list[int]:
    """Fill the cellar, by a process that knows Django; return BUYERS different variations of the store."""
    command = [sys.executable, "-m", "bench.one_wine", "stock"]
    done = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    wines: list[int] = json.loads(done.stdout)
    return wines


def bar_of(rounds: Sequence[Round]) -> Bar:
    """Return the bar, and how many orders were not charged at once."""
    ratio, failed = statistics.median(each.ratio for each in rounds), sum(each.failed for each in rounds)
    return Bar(
        says=f"Orders a second of one wine, of those of {BUYERS} wines (median of {len(rounds)} rounds)",
        measured=f"{ratio:.2f}; {failed} not charged at once",
        asked=f"≥ {BAR}",
        is_met=ratio >= BAR,
    )


def document(rounds: Sequence[Round], bar: Bar) -> str:
    """Return the figures as Markdown."""
    rows = [
        f"| {each.same.per_second:.0f} | {each.different.per_second:.0f} | {each.ratio:.2f} | {each.same.p95_ms:.0f} | "
        f"{each.different.p95_ms:.0f} |"
        for each in rounds
    ]
    return "\n".join(
        [
            "# Orders of one wine at once",
            "",
            f"{BUYERS} shoppers press the button at the same moment: each for a bottle of another wine, then all",
            "for one of the same. Orders are placed up to the provider's call, which answers at once.",
            "",
            table([bar]),
            "",
            "| Of one wine, orders/s | Of different ones | Ratio | p95 ms, one wine | p95 ms, different |",
            "|---|---|---|---|---|",
            *rows,
            "",
        ]
    )


def _place(address: str, wines: Sequence[int]) -> LoadFigures:
    loads: list[Request] = [checkout_request(prepare(address, wine), WAITS) for wine in wines]
    return measure(address, loads, len(loads), amount=len(loads))


def _stock() -> None:
    import django  # noqa: PLC0415 - only this process needs it

    os.environ["DJANGO_SETTINGS_MODULE"] = "vintner.settings"
    django.setup()
    from vintner.catalogue.models import Variation  # noqa: PLC0415 - needs Django's settings
    from vintner.catalogue.stock import stock_movements  # noqa: PLC0415 - needs Django's settings

    sold = Variation.objects.filter(
        enabled=True, manage_stock=True, regular_price__isnull=False, product__published=True, product__plan=None
    )
    sold = sold.filter(product__available_from=None, product__sold_individually=False, product__set_bottles=0)
    ids = list(sold.order_by("pk").values_list("pk", flat=True)[:BUYERS])
    if len(ids) < BUYERS:
        raise SystemExit(f"There are only {len(ids)} different wines to sell.")
    stock_movements.move(stock_movements.Reason.RECEIVED, dict.fromkeys(ids, 2 * BUYERS * ROUNDS))
    print(json.dumps(ids))


if __name__ == "__main__":
    if sys.argv[1:] == ["stock"]:
        _stock()
    else:
        sys.exit(main())
