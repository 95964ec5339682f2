"""What a large cart costs: its quote, and adding to it.

The quote is timed by itself, in this process. Adding goes through the whole store: to a cart of many lines and to an
empty one in turn, so that whatever else the machine does weighs on both, with many promotions active for either.
"""

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from bench.shopper import BenchVisitor
from vintner.pricing.quote import quote
from vintner.pricing.tests.crowded import LINES, NOON, PLACE, crowded_book, crowded_cart
from vintner.server.preflight import REPOSITORY

RUNS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class CartFigures:
    """Medians in milliseconds."""

    quote_ms: float
    add_to_empty_ms: float
    add_to_large_ms: float

    @property
    def ratio(self) -> float:
        """How many times longer adding to the large cart takes."""
        return self.add_to_large_ms / self.add_to_empty_ms


def measure_carts(address: str) -> CartFigures:
    """Measure the store at an address; its database is the one that the environment names."""
    wines = crowd()
    empty, full = [], []
    with closing(BenchVisitor(address)) as large:
        for wine in wines:
            _add(large, wine)
        for run in range(RUNS):
            with closing(BenchVisitor(address)) as visitor:
                empty.append(_add(visitor, wines[0]))
            full.append(_add(large, wines[run % LINES]))
    return CartFigures(
        quote_ms=_quote(), add_to_empty_ms=statistics.median(empty), add_to_large_ms=statistics.median(full)
    )


def _quote() -> float:
    items, book = crowded_cart(), crowded_book()
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        quote(items, place=PLACE, rate_id="", book=book, now=NOON)
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


def crowd() -> Sequence[int]:
    """See that RULES promotions are active, by a process that knows Django; return LINES wines of the store."""
    command = [sys.executable, "-m", "bench.crowd"]
    done = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    wines: list[int] = json.loads(done.stdout)
    return wines


def _add(visitor: BenchVisitor, wine: int) -> float:
    """Return how many milliseconds adding one bottle took."""
    fields = {"product_id": str(wine), "quantity": "1"}
    begun = time.perf_counter()
    answer = visitor.post("/?wc-ajax=add_to_cart", fields)
    took = (time.perf_counter() - begun) * 1000
    if "cart_hash" not in answer:
        raise RuntimeError(f"wine {wine} was not added: {answer}")
    return took
