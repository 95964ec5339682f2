"""One run of all attacks, against a store of its own."""

import asyncio
import http.client
import os
import signal
import socket
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlencode, urlsplit

from bench.bars import Bar, none_of, table
from bench.edge.attackers import attack
from bench.shopper import FORM, Prepared, find, prepare
from bench.stack import served_again, store
from vintner.server.programs import HEAD_SECONDS, RENDERER, Stack

SECONDS: Final = 40
SHOPPERS: Final = 4
PAYERS: Final = 9
PATHS: Final = ("/", "/shop/", "/robots.txt", "/cart/")


def run(silent: int, slow: int) -> int:
    """Attack with so many connections, print the table; returns the exit status."""
    bars: list[Bar] = []
    with store() as stack:
        with served_again(stack, PAGES_KEPT_SECONDS="3600") as address:
            bars += _attack(address, silent, slow)
            bars += _freeze_renderer(stack, address)
        bars += _hang_provider(stack)
    print(table(bars))
    return 0 if all(bar.is_met for bar in bars) else 1


def _attack(address: str, silent: int, slow: int) -> list[Bar]:
    parts = urlsplit(address)

    async def story() -> tuple[list[float], int, list[float], list[float]]:
        async with attack(str(parts.hostname), int(parts.port or 80), silent=silent, slow=slow) as held:
            times, failed = await asyncio.to_thread(_browse, address, SECONDS)
        return times, failed, held.silent, held.slow

    times, failed, silent_held, slow_held = asyncio.run(story())
    says = f"{silent} silent connections and {slow} slow bodies against the web server itself"
    return [
        _at_most(f"{says}: other shoppers’ pages, p95", _p95(times), 1.0),
        none_of(f"{says}: pages without an answer", failed, f"{len(times)} answered"),
        _at_most("A silent connection is ended after, at most", max(silent_held, default=SECONDS), HEAD_SECONDS + 5),
        _at_most("A body that comes drop by drop is ended after, at most", max(slow_held, default=SECONDS), 30),
    ]


def _freeze_renderer(stack: Stack, address: str) -> list[Bar]:
    renderers = subprocess.run(
        ["pgrep", "-f", str(RENDERER)], capture_output=True, text=True, check=True
    ).stdout.split()
    ours = [int(pid) for pid in renderers if _listens_at(int(pid), str(stack.renderer_socket))]
    for pid in ours:
        os.kill(pid, signal.SIGSTOP)
    try:
        times = [_seconds(address, f"/?s=nothing{number}") for number in range(30)]
    finally:
        for pid in ours:
            os.kill(pid, signal.SIGCONT)
    return [_at_most("The renderer is frozen: pages made anew, median", statistics.median(times), 1.0)]


def _listens_at(pid: int, renderer_socket: str) -> bool:
    with suppress(OSError):
        return f"RENDERER_SOCKET={renderer_socket}".encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return False


def _hang_provider(stack: Stack) -> list[Bar]:
    wine = find(stack.address, "V-SIMPLE")
    with _hanging_server() as provider, served_again(stack, SANDBOX_URL=provider) as address:
        payers = [prepare(address, wine.product_id) for _ in range(PAYERS)]
        with ThreadPoolExecutor(PAYERS) as pool:
            paying = [pool.submit(_seconds_to_pay, address, payer) for payer in payers]
            times, failed = _browse(address, 10)
            slowest = max(each.result() for each in paying)
    says = f"{PAYERS} shoppers pay while the card service hangs"
    return [
        _at_most(f"{says}: other shoppers’ pages, p95", _p95(times), 1.0),
        none_of(f"{says}: pages without an answer", failed, f"{len(times)} answered"),
        _at_most(f"{says}: the slowest of them is answered after", slowest, 12),
    ]


@contextmanager
def _hanging_server() -> Iterator[str]:
    """Accept connections and never answer; yields the address."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=100)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"


def _seconds_to_pay(address: str, payer: Prepared) -> float:
    headers = {"Content-Type": FORM, "Cookie": payer.cookies}
    return _timed(
        lambda client: client.request("POST", "/?wc-ajax=checkout", urlencode(payer.order()), headers), address
    )


def _browse(address: str, seconds: float) -> tuple[list[float], int]:
    """Let shoppers ask for pages; returns how long each took, and how many were not answered with 200."""
    times: list[float] = []
    failed: list[str] = []
    end = time.monotonic() + seconds

    def shop(number: int) -> None:
        while time.monotonic() < end:
            path = PATHS[(len(times) + number) % len(PATHS)]
            try:
                times.append(_seconds(address, path))
            except (OSError, http.client.HTTPException, ValueError) as error:
                failed.append(f"{path}: {error}")
            time.sleep(0.05)

    shoppers = [threading.Thread(target=shop, args=(number,)) for number in range(SHOPPERS)]
    for each in shoppers:
        each.start()
    for each in shoppers:
        each.join()
    return times, len(failed)


def _seconds(address: str, path: str) -> float:
    return _timed(lambda client: client.request("GET", path), address)


def _timed(ask: Callable[[http.client.HTTPConnection], None], address: str) -> float:
    """Return how long a request took on a connection of its own. Raises ValueError unless it was answered with 200."""
    begun = time.monotonic()
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)) as client:
        ask(client)
        response = client.getresponse()
        response.read()
    if response.status != http.client.OK:
        raise ValueError(f"status {response.status}")
    return time.monotonic() - begun


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)] if times else float("inf")


def _at_most(says: str, seconds: float, most: float) -> Bar:
    return Bar(says=says, measured=f"{seconds:.2f} s", asked=f"≤ {most:g} s", is_met=seconds <= most)
