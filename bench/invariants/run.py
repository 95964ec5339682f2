"""One run of everything: the store is served, every row is played, the figures are written."""

import logging
import os
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from bench.invariants import carts, coupons, crashes, emails, money, orders, report, staff, stock, totals
from bench.invariants.cluster import Cluster
from bench.invariants.playing import Result, play, sabotage
from bench.invariants.power import PowerCut
from bench.invariants.row import InvariantRow, Scene
from bench.invariants.serving import processes, threads
from vintner.testing import sandbox

ROWS: tuple[InvariantRow, ...] = (
    *stock.ROWS,
    *money.ROWS,
    *totals.ROWS,
    *orders.ROWS,
    *coupons.ROWS,
    *carts.ROWS,
    *emails.ROWS,
    *staff.ROWS,
)
CLIENTS = int(os.environ.get("CLIENTS", "200"))
ROUNDS = int(os.environ.get("ROUNDS", "0"))
"""At most so many rounds of each row; 0 for as many as the row says."""
POINTS = "crashes"
"""What names the crash points among the rows."""


def run(server: Cluster, names: Sequence[str]) -> int:
    """Play the rows, write the figures; returns the exit status."""
    logging.disable(logging.CRITICAL)  # what is refused on purpose would fill the screen
    call_command("migrate", verbosity=0)
    rows = sorted((*ROWS, PowerCut(server).row()), key=_place)
    chosen = [row for row in rows if not names or row.number in names]
    with sandbox.running(Path(settings.VAR_DIR)) as provider:
        settings.SANDBOX_URL = provider.url
        results = _played(chosen, provider)
        _sabotaged(results, provider)
    killed = crashes.kill_everywhere(Path(settings.VAR_DIR)) if not names or POINTS in names else []
    found = report.InvariantFigures(rows=results, points=killed, clients=CLIENTS)
    print("\n" + report.write(found, complete=not names))
    return 0 if found.good else 1


def _place(row: InvariantRow) -> tuple[int, str]:
    """Sort by number: I2 comes before I10."""
    return int(row.number.split()[0].removeprefix("I")), row.number


def _played(rows: Sequence[InvariantRow], provider: sandbox.Sandbox) -> list[Result]:
    results = []
    with processes({"SANDBOX_URL": provider.url}) as store:
        scene = Scene(
            clients=CLIENTS,
            address=store.address,
            sandbox=provider,
            kill_worker=store.kill_worker,
            served=store.wait,
        )
        for row in rows:
            results.append(play(row, scene, min(ROUNDS, row.rounds) if ROUNDS else row.rounds))
            print(report.line(results[-1]), flush=True)
    return results


def _sabotaged(results: Sequence[Result], provider: sandbox.Sandbox) -> None:
    with threads() as address:
        for result in results:
            sabotage(result, Scene(clients=CLIENTS, address=address, sandbox=provider))
            for guard, found in result.found.items():
                print(f"{result.row.number} without {guard}: {'found' if found else 'NOT FOUND'}", flush=True)
