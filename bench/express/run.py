"""One run of all parts, against one store and one provider."""

import logging
from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Final

from django.conf import settings
from django.core.management import call_command

from bench.bars import Bar, table
from bench.express import address_changes, amounts, crashes, own_carts
from bench.invariants.serving import processes
from vintner.testing import sandbox

OPEN: Final[Mapping[str, str]] = {"LIMIT_EXPRESS_CALLS": "1000000"}
"""A limit out of the way: all shoppers come from one address here."""

SLOWEST: Final = 150
"""Milliseconds: a wallet's sheet is frozen meanwhile."""


def run(count: int) -> int:
    """Measure with so many carts, print the table; returns the exit status."""
    logging.disable(logging.CRITICAL)  # what is refused on purpose would fill the screen
    call_command("migrate", verbosity=0)
    bars: list[Bar] = []
    with (
        sandbox.running(Path(settings.VAR_DIR)) as provider,
        processes({**OPEN, "SANDBOX_URL": provider.url}) as store,
    ):
        for measure in (amounts.compare_amounts, own_carts.keep_own_carts):
            begun = perf_counter()
            bars += measure(store.address, provider, count)
            print(f"{measure.__name__}: {perf_counter() - begun:.0f} s", flush=True)
        slow = address_changes.measure_address_changes(store.address)
        bars.append(
            Bar(
                says="A change of address, 8 shoppers at once, p95",
                measured=f"{slow:.0f} ms",
                asked=f"≤ {SLOWEST} ms",
                is_met=slow <= SLOWEST,
            )
        )
    bars += crashes.recover(Path(settings.VAR_DIR))
    print(table(bars))
    return 0 if all(bar.is_met for bar in bars) else 1
