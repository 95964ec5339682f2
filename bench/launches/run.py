"""One run of all parts, each against a store with the settings that it needs."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command

from bench.bars import Bar, table
from bench.invariants.serving import processes
from bench.launches import emails, subscriptions, watchers
from vintner.testing import sandbox

MANY_NETWORKS: Final[Mapping[str, str]] = {"LIMIT_ALERTS": "1000000"}
"""The limit for one network is out of the way, as if requests came from many; that for one e-mail address is not."""


def run(count: int) -> int:
    """Measure with so many watchers, print the table; returns the exit status."""
    logging.disable(logging.CRITICAL)  # what is refused on purpose would fill the screen
    call_command("migrate", verbosity=0)
    bars: list[Bar] = []
    with (
        sandbox.running(Path(settings.VAR_DIR)) as provider,
        processes({"SANDBOX_URL": provider.url}) as store,
    ):
        bars += watchers.watch_launch(store.address, count)
    bars += emails.mail_once(count)
    with processes(MANY_NETWORKS) as store:
        bars += subscriptions.flood_one_address(store.address, 2 * count)
    print(table(bars))
    return 0 if all(bar.is_met for bar in bars) else 1
