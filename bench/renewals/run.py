"""One run of all parts, against one provider."""

import logging
from pathlib import Path
from time import perf_counter
from typing import Final

from django.conf import settings
from django.core.management import call_command

from bench.bars import Bar, none_of, table
from bench.invariants.database import wipe
from bench.renewals.due import renew_all
from vintner.renewals.tests.month import Month
from vintner.testing import sandbox
from vintner.testing.sandbox import Sandbox
from vintner.testing.store import open_store

SLOWEST_MONTH: Final = 60


def run(count: int, seeds: tuple[int, ...]) -> int:
    """Measure with so many subscriptions, print the table; returns the exit status."""
    logging.disable(logging.CRITICAL)  # what is declined on purpose would fill the screen
    call_command("migrate", verbosity=0)
    bars: list[Bar] = []
    with sandbox.running(Path(settings.VAR_DIR)) as provider:
        settings.SANDBOX_URL = provider.url
        bars += renew_all(provider, count) if count else []
        for seed in seeds:
            bars += play_month(provider, seed)
    print(table(bars))
    return 0 if all(bar.is_met for bar in bars) else 1


def play_month(provider: Sandbox, seed: int) -> list[Bar]:
    """Play a month by a seed."""
    wipe()
    open_store()
    provider.reset()
    begun = perf_counter()
    month = Month(provider, seed).play()
    seconds = perf_counter() - begun
    print("\n".join(month.wrong), flush=True)
    events = ", ".join(f"{count} × {name}" for name, count in sorted(month.happened.items()))
    says = f"A month of {month.subscribers} subscriptions, seed {seed}"
    return [
        none_of(f"{says}: boxes charged twice, late, unannounced or to an old method", len(month.wrong), events),
        Bar(
            says=f"{says}: time",
            measured=f"{seconds:.0f} s",
            asked=f"≤ {SLOWEST_MONTH} s",
            is_met=seconds <= SLOWEST_MONTH,
        ),
    ]
