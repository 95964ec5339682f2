"""From the start of a store that is set up to its first page, and what its programs hold at rest and after many visits.

`python -m bench.start` fills two databases, with the demo world alone and with 100,000 wines besides, starts a store
with each several times, and writes docs/figures/start.md. The other programs of the machine weigh on clocks, so the
least of the times counts, and the processor's time is told beside it.
"""

import http.client
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import psutil

from bench.bars import Bar, table
from bench.invariants import cluster
from bench.processes import family, megabytes, processor_seconds
from bench.stack import fresh_database, own_port
from bench.start.many_addresses import visit_addresses
from vintner.server.install import VENV_PYTHON
from vintner.server.preflight import REPOSITORY, VAR

RUNS: Final = 5
WINES: Final = 100_000
BAR_SECONDS: Final = 10
BAR_MEGABYTES: Final = 300
AT_REST_AFTER: Final = 16
"""Requests, so that both processes of the web server have drawn pages."""
ADDRESSES: Final = 40_000
BAR_WEB_MEGABYTES: Final = 220
READY_SECONDS: Final = 120
IDLE: Final = 0.1
"""Seconds of processors in two seconds: what a store at rest uses, with its looks at queues and programs."""
FOLDER: Final = VAR / "start"
FIGURES: Final = REPOSITORY / "docs" / "figures" / "start.md"
POSTGRES: Final = "PostgreSQL"
WITHOUT: Final = ("sandbox_pay",)
"""The sandbox provider is no part of a store that sells."""


@dataclass(frozen=True, slots=True)
class StartFigures:
    """Seconds on the clock to the first page and to the first listing, seconds of processors until the former, and
    megabytes at rest of each program.
    """

    page: float
    listing: float
    processor: float
    memory: dict[str, float]


def main() -> int:
    """Fill, measure and write the table. Returns the exit status."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with cluster.running(FOLDER) as server:
        os.environ["DATABASE_URL"] = server.url
        demo, big = _filled("demo", 0), _filled("big", WINES)
        small, large = [[_measure(server, each) for _ in range(RUNS)] for each in (demo, big)]
        visited = _visit(demo)
    bars = [*_bars({"the demo world": small, f"{WINES:,} wines": large}), _visits_bar(visited)]
    text = _report(bars)
    FIGURES.write_text(text)
    print(text)
    return 0 if all(bar.is_met for bar in bars) else 1


def _bars(found: Mapping[str, Sequence[StartFigures]]) -> list[Bar]:
    """Return the bars of the start with each catalogue, and of the memory with the demo world."""
    return [
        *(_start_bar(f"seconds to the first page, {name}", each) for name, each in found.items()),
        _memory_bar(f"MB at rest, {next(iter(found))}", next(iter(found.values()))),
    ]


def _start_bar(says: str, runs: Sequence[StartFigures]) -> Bar:
    least = min(runs, key=lambda each: each.page)
    processor = min(each.processor for each in runs)
    measured = f"{least.page:.1f}, listing {least.listing:.1f}, {processor:.1f} of processors"
    return Bar(says=says, measured=measured, asked=f"≤ {BAR_SECONDS}", is_met=least.page <= BAR_SECONDS)


def _memory_bar(says: str, runs: Sequence[StartFigures]) -> Bar:
    last = runs[-1].memory
    own = sum(size for name, size in last.items() if name != POSTGRES)
    parts = ", ".join(f"{name} {size:.0f}" for name, size in sorted(last.items(), key=lambda each: -each[1]))
    measured = f"{own:.0f} without {POSTGRES}: {parts}"
    return Bar(says=says, measured=measured, asked=f"≤ {BAR_MEGABYTES}", is_met=own <= BAR_MEGABYTES)


def _visits_bar(resident: float) -> Bar:
    return Bar(
        says=f"MB of a web process after {ADDRESSES:,} addresses, the demo world",
        measured=f"{resident:.0f} resident, what it shares with others included",
        asked=f"≤ {BAR_WEB_MEGABYTES}",
        is_met=resident <= BAR_WEB_MEGABYTES,
    )


def _report(bars: Sequence[Bar]) -> str:
    head = [
        f"The least of {RUNS} starts of database and store, one after the other. Memory at rest is",
        f"proportional set sizes after {AT_REST_AFTER} requests, without the sandbox provider and the keeper of the",
        "database.",
        f"{os.getloadavg()[0]:.1f} load at the end, {os.cpu_count()} processors.",
    ]
    return "\n".join(["# The start of a store, and its memory at rest", "", *head, "", table(bars), ""])


def _filled(name: str, wines: int) -> dict[str, str]:
    """Return the settings of a store with the demo world and so many wines besides."""
    settings = {"DATABASE_URL": fresh_database(f"vintner_start_{name}"), "VINTNER_VAR": str(FOLDER / name)}
    (FOLDER / name).mkdir(exist_ok=True)
    commands = [["-m", "vintner.server.prepare"], ["-m", "bench.big_catalogue", str(wines)]]
    for command in commands[: 2 if wines else 1]:
        environment = {**os.environ, **settings, "DJANGO_SETTINGS_MODULE": "vintner.settings"}
        subprocess.run([VENV_PYTHON, *command], env=environment, cwd=REPOSITORY, stdout=sys.stderr, check=True)
    return settings


def _measure(server: cluster.Cluster, settings: dict[str, str]) -> StartFigures:
    """Start database and store, as `make run` does one after the other, and stop both."""
    server.stop("fast")
    begun = time.monotonic()
    server.start()
    postgres = server.master
    with _started({**settings, **own_port()}) as (store, address):
        programs = [psutil.Process(store), psutil.Process(postgres)]
        page = _first(address, "/") - begun
        processor = processor_seconds(family(programs))
        listing = _first(address, "/shop/") - begun
        for _ in range(AT_REST_AFTER):
            _first(address, "/shop/")
        _wait_until_idle(programs)
        return StartFigures(page, listing, processor, _memory(programs))


def _visit(settings: dict[str, str]) -> float:
    """Visit many addresses of a store; return the resident megabytes of the larger of its web processes."""
    with _started({**settings, **own_port()}) as (store, address):
        _first(address, "/")
        visit_addresses(address, ADDRESSES)
        programs = list(family([psutil.Process(store)]))
        return max(each.memory_info().rss for each in programs if _program(" ".join(each.cmdline())) == "web") / 1e6


@contextmanager
def _started(settings: dict[str, str]) -> Iterator[tuple[int, str]]:
    environment = {**os.environ, **settings, "PYTHONDONTWRITEBYTECODE": "", "LOG_LEVEL": "WARNING"}
    with subprocess.Popen(
        [REPOSITORY / "bin" / "run"], env=environment, stdout=subprocess.DEVNULL, start_new_session=True
    ) as store:
        try:
            yield store.pid, settings["STORE_URL"]
        finally:
            store.send_signal(signal.SIGINT)


def _first(address: str, path: str) -> float:
    """Return when the page was answered, which is asked for until it is."""
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        with suppress(OSError, http.client.HTTPException), _connection(address) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            if b"</html>" in response.read() and response.status == http.client.OK:
                return time.monotonic()
        time.sleep(0.02)
    raise TimeoutError(f"{address}{path} was not answered within {READY_SECONDS} s")


def _connection(address: str) -> closing[http.client.HTTPConnection]:
    return closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=READY_SECONDS))


def _wait_until_idle(programs: Sequence[psutil.Process]) -> None:
    """Wait until the programs that start last have loaded what they need, and nothing works any more."""
    before, end = -1.0, time.monotonic() + READY_SECONDS
    while (now := processor_seconds(family(programs))) - before > IDLE and time.monotonic() < end:
        before = now
        time.sleep(2)


def _memory(programs: Sequence[psutil.Process]) -> dict[str, float]:
    """Return megabytes by program."""
    sizes: dict[str, float] = defaultdict(float)
    for process in family(programs, WITHOUT):
        with suppress(psutil.NoSuchProcess):
            sizes[_program(" ".join(process.cmdline()))] += megabytes(process)
    return sizes


def _program(command: str) -> str:
    words = {"vintner.server.web": "web", "run_workers": "workers", "server.js": "renderer", "postgres": POSTGRES}
    return next((name for word, name in words.items() if word in command), "parent")


if __name__ == "__main__":
    sys.exit(main())
