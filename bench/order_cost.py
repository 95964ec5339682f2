"""What one order costs the processors: the programs of the store and its database, without the card service.

`python -m bench.order_cost` runs a store and writes docs/figures/order_cost.md. Orders are placed one after the other;
what the store does without them in the same time is subtracted.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import httpx
import psutil
import psycopg

from bench.bars import Bar, table
from bench.load import checkout_request, measure
from bench.one_wine import WAITS
from bench.processes import family, processor_seconds
from bench.shopper import find, prepare
from bench.stack import store, waiting_store
from vintner.server.preflight import REPOSITORY
from vintner.server.programs import Stack

ROUNDS: Final = 7
"""The first is a warm-up."""
ORDERS: Final = 15
"""Of a round."""
IDLE_SECONDS: Final = 10
LATER_SECONDS: Final = 3600
"""When events come that must not come during a measurement."""
BARS: Final = {
    "up to the call of the card service": 30,
    "with its e-mail and jobs": 65,
    "with the events of its payment": 110,
}
"""Milliseconds of processor time."""
OTHERS: Final = ("sandbox_pay", "provider.mjs", "load.mjs")
"""Programs beside the store: the card service in two forms, and the shoppers."""
WAITING_JOBS: Final = (
    "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing') AND scheduled_at IS NULL"
)
FIGURES: Final = REPOSITORY / "docs" / "figures" / "order_cost.md"


class StoreProcesses(NamedTuple):
    """The programs of the store, which are children of this one, and its database server, found by a connection."""

    database: psycopg.Connection

    def spent_ms(self) -> float:
        """Return what was spent since the programs began, in milliseconds."""
        server = psutil.Process(self.database.info.backend_pid).parent()
        assert server is not None
        return 1000 * processor_seconds(family([server, *psutil.Process().children()], OTHERS))

    def idle_ms_a_second(self) -> float:
        """Return what is spent in a second in which nobody asks for anything."""
        before = self.spent_ms()
        time.sleep(IDLE_SECONDS)
        return (self.spent_ms() - before) / IDLE_SECONDS

    def work_is_done(self) -> bool:
        """Return whether no job waits or runs."""
        found = self.database.execute(WAITING_JOBS).fetchone()
        return found == (0,)


def main() -> int:
    """Run a store, measure it and write the table; returns the exit status."""
    with store() as stack:
        return measure_store(stack)


def measure_store(stack: Stack) -> int:
    """Measure a store that runs, and write the table; returns the exit status."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as database:
        processes = StoreProcesses(database)
        with waiting_store(stack) as address:
            found = [_cost(processes, address, WAITS, lambda: True)]
        with _events_later(stack):
            found.append(_cost(processes, stack.address, "order-received", processes.work_is_done))
        found.append(_cost(processes, stack.address, "order-received", lambda: _is_all_done(processes, stack)))
    bars = [
        Bar(says=says, measured=f"{cost:.0f}", asked=f"≤ {bar}", is_met=cost <= bar)
        for (says, bar), cost in zip(BARS.items(), found, strict=True)
    ]
    FIGURES.write_text(
        "# What an order costs the processors\n\n"
        "Milliseconds of processor time of an order, of the store's programs and its database: the median of\n"
        f"{ROUNDS - 1} rounds of {ORDERS} orders.\n\n"
        f"{table(bars)}\n"
    )
    print(FIGURES.read_text())
    return 0 if all(bar.is_met for bar in bars) else 1


def _cost(processes: StoreProcesses, address: str, answer: str, is_done: Callable[[], bool]) -> float:
    """Return the milliseconds of one order, until all that it causes is done."""
    wine = find(address, "V-SIMPLE")
    loads = [checkout_request(prepare(address, wine.product_id), answer) for _ in range(ROUNDS * ORDERS)]
    idle = processes.idle_ms_a_second()
    costs = []
    for begin in range(0, len(loads), ORDERS):
        before, begun = processes.spent_ms(), time.monotonic()
        measure(address, loads[begin : begin + ORDERS], 1, amount=ORDERS)
        _wait(is_done)
        costs.append((processes.spent_ms() - before - idle * (time.monotonic() - begun)) / ORDERS)
    return statistics.median(costs[1:])


@contextmanager
def _events_later(stack: Stack) -> Iterator[None]:
    """Let the card service send its events in an hour, for as long as the block lasts."""
    control = f"{stack.environment['SANDBOX_URL']}/_sandbox/webhooks/chaos"
    httpx.post(control, json={"delay": LATER_SECONDS}).raise_for_status()
    yield
    httpx.post(control, json={}).raise_for_status()


def _is_all_done(processes: StoreProcesses, stack: Stack) -> bool:
    """Return whether no event is on its way and no job waits."""
    deliveries = httpx.get(f"{stack.environment['SANDBOX_URL']}/_sandbox/webhooks/deliveries").raise_for_status()
    soon = time.time() + LATER_SECONDS / 2
    is_waiting = any(not each["done"] and each["due_at"] < soon for each in deliveries.json()["data"])
    return not is_waiting and processes.work_is_done()


def _wait(is_done: Callable[[], bool]) -> None:
    while not is_done():
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
