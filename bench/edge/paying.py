"""Shoppers who pay while the card service takes a second for each call, while look-ups of addresses flood the store,
and while the card service hangs.
"""

import http.client
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import urlencode, urlsplit

from bench.bars import Bar
from bench.edge.browsing import after, browse, p95
from bench.one_wine import stocked_wines
from bench.processes import find_program
from bench.shopper import FORM, Prepared, of_age, place_order, prepare
from bench.stack import served_again
from vintner.server.programs import Stack
from vintner.web.outside.waits import PAUSE_SECONDS

ANSWER_MS: Final = "1000"
BUYERS: Final = 30
PER_SECOND: Final = 2
STEADY_SECONDS: Final = 300
LOOKUP_SECONDS: Final = 1.8
FLOODERS: Final = 8
KEPT: Final = {"PAGES_KEPT_SECONDS": "3600"}


@dataclass(frozen=True, slots=True)
class PressOutcome:
    """What became of a press, and after how many seconds."""

    is_paid: bool
    seconds: float


def measure_paying(stack: Stack) -> list[Bar]:
    """Measure a store whose card service takes ANSWER_MS."""
    wine = stocked_wines()[0]
    with served_again(stack, **KEPT) as address:
        bars = _pay_together(address, wine)
    with _slow_lookups() as lookups:
        flooded = {"ADDRESS_LOOKUP_KEY": "any", "ADDRESS_LOOKUP_URL": lookups, "LIMIT_ADDRESS_LOOKUPS": "1000000"}
        with served_again(stack, **KEPT, **flooded) as address:
            bars += _pay_steadily(address, wine)
    with served_again(stack, **KEPT) as address:
        return bars + _pay_while_it_hangs(stack, address, wine)


def _pay_together(address: str, wine: int) -> list[Bar]:
    buyers = [prepare(address, wine) for _ in range(BUYERS)]
    with ThreadPoolExecutor(BUYERS) as pool:
        paying = _press(pool, address, buyers)
        times, _ = browse(address, lambda: all(each.done() for each in paying))
    purchases = [each.result() for each in paying]
    says = f"{BUYERS} buyers press together, the card service takes a second"
    return [
        _most_unpaid(says, purchases, share=0),
        _at_most(f"{says}: p95 of their answers", p95([each.seconds for each in purchases]), 6),
        _at_most(f"{says}: other shoppers’ pages, p95", p95(times), 0.3),
    ]


def _pay_steadily(address: str, wine: int) -> list[Bar]:
    buyers = [prepare(address, wine) for _ in range(PER_SECOND * STEADY_SECONDS)]
    is_over = after(STEADY_SECONDS)
    flood = [threading.Thread(target=_look_up, args=(address, is_over)) for _ in range(FLOODERS)]
    for each in flood:
        each.start()
    with ThreadPoolExecutor(BUYERS) as pool:
        paying = []
        for buyer in buyers:
            paying += _press(pool, address, [buyer])
            time.sleep(1 / PER_SECOND)
    for each in flood:
        each.join()
    purchases = [each.result() for each in paying]
    says = f"{PER_SECOND} orders a second for {STEADY_SECONDS} s, {FLOODERS} clients look up addresses without a pause"
    return [
        _most_unpaid(says, purchases, share=0.001),
        _at_most(f"{says}: p95 of the answers", p95([each.seconds for each in purchases]), 6),
    ]


def _pay_while_it_hangs(stack: Stack, address: str, wine: int) -> list[Bar]:
    """Let the card service hang, and go on; then let everybody press again, as soon as it is asked again."""
    buyers = [prepare(address, wine) for _ in range(BUYERS)]
    sandbox = find_program("sandbox_pay", SANDBOX_PORT=str(stack.sandbox_port))
    os.kill(sandbox, signal.SIGSTOP)
    try:
        with ThreadPoolExecutor(BUYERS) as pool:
            paying = _press(pool, address, buyers)
            times, failed = browse(address, lambda: all(each.done() for each in paying))
    finally:
        os.kill(sandbox, signal.SIGCONT)
    told = max(each.result().seconds for each in paying)
    time.sleep(PAUSE_SECONDS)
    with ThreadPoolExecutor(BUYERS) as pool:
        again = [each.result() for each in _press(pool, address, buyers)]
    says = f"{BUYERS} shoppers pay while the card service hangs"
    return [
        _at_most(f"{says}: other shoppers’ pages, p95", p95(times), 0.5),
        Bar(says=f"{says}: pages without an answer", measured=f"{failed}", asked="0", is_met=failed == 0),
        _at_most(f"{says}: all of them are told after", told, 8),
        _most_unpaid(f"{says}: the next press, {PAUSE_SECONDS:g} s after it is back", again, share=0),
    ]


def _press(pool: ThreadPoolExecutor, address: str, buyers: Sequence[Prepared]) -> list[Future[PressOutcome]]:
    return [pool.submit(_buy, address, buyer) for buyer in buyers]


def _buy(address: str, buyer: Prepared) -> PressOutcome:
    begun = time.monotonic()
    answer = place_order(address, buyer)
    return PressOutcome("order-received" in str(answer.get("redirect")), time.monotonic() - begun)


def _look_up(address: str, is_over: Callable[[], bool]) -> None:
    cookies, headers = of_age(address), {"Content-Type": FORM, "X-Requested-With": "XMLHttpRequest"}
    client = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    while not is_over():
        asked = urlencode({"typed": "1600 Mill", "country": "US", "session": "bench"})
        client.request("POST", "/checkout/addresses/", asked, headers | {"Cookie": cookies, "Origin": address})
        client.getresponse().read()
    client.close()


class _SlowLookup(BaseHTTPRequestHandler):
    def do_POST(self) -> None:  # the name that the library calls
        time.sleep(LOOKUP_SECONDS)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_about: object) -> None:
        return


@contextmanager
def _slow_lookups() -> Iterator[str]:
    """Serve look-ups of addresses that take their time; yields where."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _SlowLookup) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _most_unpaid(says: str, purchases: Sequence[PressOutcome], *, share: float) -> Bar:
    unpaid = sum(not each.is_paid for each in purchases)
    return Bar(
        says=f"{says}: refused, of {len(purchases)}",
        measured=f"{unpaid}",
        asked=f"≤ {share:.1%}",
        is_met=unpaid <= share * len(purchases),
    )


def _at_most(says: str, seconds: float, most: float) -> Bar:
    return Bar(says=says, measured=f"{seconds:.2f} s", asked=f"≤ {most:g} s", is_met=seconds <= most)
