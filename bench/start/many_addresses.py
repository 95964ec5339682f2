"""Visits of many different addresses of listings, searches and products, by a few clients."""

import http.client
import json
import random
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Final
from urllib.parse import urlsplit

CLIENTS: Final = 4
SORTS: Final = ("popularity", "rating", "date", "price", "price-desc")
TIMEOUT: Final = 60


def visit_addresses(address: str, count: int) -> None:
    """Ask for so many addresses, no two alike, as browsers do. Raises RuntimeError for a page that is not there."""
    paths = list(_paths(_product_paths(address), count))
    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(lambda mine: _visit(address, mine), (paths[first::CLIENTS] for first in range(CLIENTS))))


def _product_paths(address: str) -> list[str]:
    with urllib.request.urlopen(f"{address}/wp-json/wc/store/v1/products?per_page=100") as answer:  # noqa: S310 - our own
        return [urlsplit(each["permalink"]).path for each in json.load(answer)]


def _paths(products: Sequence[str], count: int) -> Iterator[str]:
    """Yield listings by price and order, searches for one or two words, and products, each with its number."""
    chance = random.Random(1)  # noqa: S311 - chance, not secrecy
    words = sorted({word for path in products for word in path.strip("/").split("/")[-1].split("-") if len(word) > 3})
    for number in range(0, count, 4):
        most = chance.randint(20, 5_000)
        yield f"/shop/?max_price={most}.{number % 100:02}&min_price={number}&orderby={chance.choice(SORTS)}"
        yield f"/?s={chance.choice(words)}+{chance.choice(words)}&max_price={number + 1}"
        yield f"/?s={chance.choice(words)}&min_price={number / 100:.2f}"
        yield f"{chance.choice(products)}?visit={number}"


def _visit(address: str, paths: Sequence[str]) -> None:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=TIMEOUT)
    with closing(connection):
        for path in paths:
            connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            if answer.status != http.client.OK:
                raise RuntimeError(f"{path}: {answer.status}")
