"""How many pages still come from the cache while orders come in.

`python -m bench.cached_sales` fills a database and writes docs/figures/cached_sales.md. The answers are those of one
process of the store, with its cache, its database and its renderer. Of an order only what it does to the stock is
done: it is held in one transaction and sold in the next.
"""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Final, NamedTuple
from unittest.mock import patch

import django

from bench.bars import Bar, table
from bench.stack import fresh_database, renderer
from vintner import database_server
from vintner.server.preflight import REPOSITORY

WINES: Final = 1_000
PRODUCT_PAGES: Final = 160
LISTINGS: Final = 40
ASKED_A_SECOND: Final = 20
SECONDS: Final = 60
BOTTLES: Final = 2
"""Of each of two wines in an order. Every second wine has 24 bottles at the beginning, the others 424."""
BAR: Final = 0.95
FIGURES: Final = REPOSITORY / "docs" / "figures" / "cached_sales.md"


class CacheShare(NamedTuple):
    """How many answers there were, how many of them were made anew, and how many orders came in."""

    answers: int
    made: int
    orders: int

    @property
    def cached(self) -> float:
        return 1 - self.made / self.answers


def main() -> int:
    """Fill, measure and write the table; returns the exit status."""
    with database_server.lease(), renderer():
        settings = {"DATABASE_URL": fresh_database("vintner_cached_sales"), "PAGES_KEPT_SECONDS": "3600"}
        os.environ.update(settings | {"ALLOWED_HOSTS": "testserver", "AGE_CHECK": "off"})
        os.environ["DJANGO_SETTINGS_MODULE"] = "vintner.settings"
        for command in (["manage.py", "migrate", "-v", "0"], ["-m", "bench.big_catalogue", str(WINES)]):
            subprocess.run([sys.executable, *command], cwd=REPOSITORY, check=True)
        django.setup()
        found = _measure()
    bar = Bar(
        says=f"Answers from the cache while {found.orders} orders came in, one a second",
        measured=f"{found.cached:.1%} of {found.answers:,}",
        asked=f"≥ {BAR:.0%}",
        is_met=found.cached >= BAR,
    )
    FIGURES.write_text(_document(bar))
    print(FIGURES.read_text())
    return 0 if bar.is_met else 1


def _measure() -> CacheShare:
    from django.test import Client  # noqa: PLC0415 - needs Django's settings

    from vintner.catalogue.models import Product  # noqa: PLC0415 - needs Django's settings
    from vintner.storefront import page_cache_middleware  # noqa: PLC0415 - needs Django's settings

    wines = list(Product.objects.listed().filter(in_stock=True).order_by("-sales_count", "pk")[:PRODUCT_PAGES])
    numbers = [each.variations.get().pk for each in wines]
    _receive(numbers[::2])
    pages = [*(each.get_absolute_url() for each in wines), "/", *(f"/shop/page/{n}/" for n in range(2, LISTINGS + 1))]
    random.Random(1).shuffle(pages)  # noqa: S311 - chance, not secrecy
    browser, made = Client(), [0]
    keep = page_cache_middleware._keep

    def counted(*args: object) -> object:
        made[0] += 1
        return keep(*args)  # type: ignore[arg-type]

    with patch.object(page_cache_middleware, "_keep", counted):
        for path in pages:
            _ask(browser, path)
        made[0], answers = 0, 0
        with _orders(numbers) as placed:
            begun = time.monotonic()
            for answers, path in enumerate(cycle(pages), 1):
                _ask(browser, path)
                time.sleep(max(0.0, begun + answers / ASKED_A_SECOND - time.monotonic()))
                if answers >= ASKED_A_SECOND * SECONDS:
                    break
    return CacheShare(answers, made[0], placed[0])


def _receive(numbers: list[int]) -> None:
    from vintner.catalogue.stock import stock_movements  # noqa: PLC0415 - needs Django's settings

    stock_movements.move(stock_movements.Reason.RECEIVED, dict.fromkeys(numbers, 400))


def _ask(browser: object, path: str) -> None:
    answer = browser.get(path, headers={"Accept-Encoding": "gzip"})  # type: ignore[attr-defined]
    if answer.status_code != 200:
        raise RuntimeError(f"{path} was answered {answer.status_code}")


@contextmanager
def _orders(numbers: list[int]) -> Iterator[list[int]]:
    """Sell bottles once a second for as long as the block lasts. Yields how often."""
    ended, placed, chance = threading.Event(), [0], random.Random(2)  # noqa: S311 - chance, not secrecy

    def sell() -> None:
        from django.db import connection, transaction  # noqa: PLC0415 - needs Django's settings

        from vintner.catalogue.stock import stock_movements  # noqa: PLC0415 - needs Django's settings
        from vintner.orders import stock  # noqa: PLC0415 - needs Django's settings

        try:
            while not ended.wait(1):
                bought = dict.fromkeys(sorted(chance.sample(numbers, 2)), -BOTTLES)
                with transaction.atomic():
                    for variation_id in bought:
                        stock.hold_free(variation_id, BOTTLES)
                stock_movements.move(stock_movements.Reason.SOLD, bought, held=bought)
                placed[0] += 1
        finally:
            connection.close()

    thread = threading.Thread(target=sell)
    thread.start()
    try:
        yield placed
    finally:
        ended.set()
        thread.join()


def _document(bar: Bar) -> str:
    return f"""# Cached pages while orders come in

{PRODUCT_PAGES} pages of wines and {LISTINGS} of lists are asked for in turn, {ASKED_A_SECOND} a second, for {SECONDS} seconds.
Each order takes {BOTTLES} bottles of each of two of these wines. Half of them have 24 bottles at the beginning, half 424.

{table([bar])}
"""  # noqa: E501 - a line of the document


if __name__ == "__main__":
    sys.exit(main())
