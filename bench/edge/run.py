"""One run of all attacks, against a store of its own."""

import asyncio
import os
import signal
import statistics
from typing import Final
from urllib.parse import urlsplit

from bench.bars import Bar, none_of, table
from bench.edge.attackers import attack
from bench.edge.browsing import after, browse, p95, time_page
from bench.edge.paying import ANSWER_MS, measure_paying
from bench.processes import find_program
from bench.stack import served_again, store
from vintner.server.preflight import REPOSITORY
from vintner.server.programs import HEAD_SECONDS, RENDERER, Stack

SECONDS: Final = 40
FIGURES: Final = REPOSITORY / "docs" / "figures" / "edge.md"
HEAD: Final = """# The web server under attack, and the card service of the real world

`make edge-bars` writes this table. The card service takes a second for each call. Two processors for the store, its
database, the sandbox and the clients."""


def run(silent: int, slow: int) -> int:
    """Attack with so many connections, write the table; returns the exit status."""
    bars: list[Bar] = []
    os.environ["SANDBOX_ANSWER_MS"] = ANSWER_MS
    with store() as stack:
        with served_again(stack, PAGES_KEPT_SECONDS="3600") as address:
            bars += _attack(address, silent, slow)
            bars += _freeze_renderer(stack, address)
        bars += measure_paying(stack)
    FIGURES.write_text(f"{HEAD}\n\n{table(bars)}\n")
    print(FIGURES.read_text())
    return 0 if all(bar.is_met for bar in bars) else 1


def _attack(address: str, silent: int, slow: int) -> list[Bar]:
    parts = urlsplit(address)

    async def story() -> tuple[list[float], int, list[float], list[float]]:
        async with attack(str(parts.hostname), int(parts.port or 80), silent=silent, slow=slow) as held:
            times, failed = await asyncio.to_thread(browse, address, after(SECONDS))
        return times, failed, held.silent, held.slow

    times, failed, silent_held, slow_held = asyncio.run(story())
    says = f"{silent} silent connections and {slow} slow bodies against the web server itself"
    return [
        _at_most(f"{says}: other shoppers’ pages, p95", p95(times), 1.0),
        none_of(f"{says}: pages without an answer", failed, f"{len(times)} answered"),
        _at_most("A silent connection is ended after, at most", max(silent_held, default=SECONDS), HEAD_SECONDS + 5),
        _at_most("A body that comes drop by drop is ended after, at most", max(slow_held, default=SECONDS), 30),
    ]


def _freeze_renderer(stack: Stack, address: str) -> list[Bar]:
    renderer = find_program(str(RENDERER), RENDERER_SOCKET=str(stack.renderer_socket))
    os.kill(renderer, signal.SIGSTOP)
    try:
        times = [time_page(address, f"/?s=nothing{number}") for number in range(30)]
    finally:
        os.kill(renderer, signal.SIGCONT)
    return [_at_most("The renderer is frozen: pages made anew, median", statistics.median(times), 1.0)]


def _at_most(says: str, seconds: float, most: float) -> Bar:
    return Bar(says=says, measured=f"{seconds:.2f} s", asked=f"≤ {most:g} s", is_met=seconds <= most)
