"""How long a wallet's sheet waits for the price at another address."""

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Final

from bench.express.sheets import WalletBrowser, read_sheet
from bench.express.shop import LEGAL, open_wallet_store
from bench.invariants.shoppers import fill, run_at_once
from vintner.cart.models import Cart
from vintner.testing.builders import only_variation

CLIENTS: Final = 8
CHANGES: Final = 100
WARMING: Final = 10
"""The first changes of each client are not counted: the store's workers read settings and prices then."""


def measure_address_changes(address: str) -> float:
    """Let eight shoppers change the address of their sheets without a pause; return the 95th percentile in ms."""
    wines = [only_variation(wine) for wine in open_wallet_store()]
    carts = fill(CLIENTS, lambda number: [(wine, 1 + number) for wine in wines])
    found = run_at_once([partial(_change_addresses, address, cart) for cart in carts])
    return _percentile([each for timed in found for each in timed.answer])


def _change_addresses(address: str, cart: Cart) -> list[float]:
    browser, times = WalletBrowser.with_cart(address, cart), []
    for number in range(WARMING + CHANGES):
        begun = perf_counter()
        answer = browser.ask("get_shipping_options", **LEGAL[number % len(LEGAL)].known())
        times.append((perf_counter() - begun) * 1000)
        assert read_sheet(answer) is not None, answer
    return times[WARMING:]


def _percentile(values: Sequence[float], share: float = 0.95) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
