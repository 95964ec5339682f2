"""Shoppers who only look, and how long they wait."""

import http.client
import threading
import time
from collections.abc import Callable
from contextlib import closing
from typing import Final
from urllib.parse import urlsplit

SHOPPERS: Final = 4
PATHS: Final = ("/", "/shop/", "/robots.txt", "/cart/")


def browse(address: str, is_over: Callable[[], bool]) -> tuple[list[float], int]:
    """Let shoppers ask for pages; returns how long each took, and how many were not answered with 200."""
    times: list[float] = []
    failed: list[str] = []

    def shop(number: int) -> None:
        while not is_over():
            path = PATHS[(len(times) + number) % len(PATHS)]
            try:
                times.append(time_page(address, path))
            except (OSError, http.client.HTTPException, ValueError) as error:
                failed.append(f"{path}: {error}")
            time.sleep(0.05)

    shoppers = [threading.Thread(target=shop, args=(number,)) for number in range(SHOPPERS)]
    for each in shoppers:
        each.start()
    for each in shoppers:
        each.join()
    return times, len(failed)


def after(seconds: float) -> Callable[[], bool]:
    """Return what says whether so many seconds have passed since now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def time_page(address: str, path: str) -> float:
    """Return the seconds that a page took on a connection of its own. Raises ValueError for any answer but 200."""
    begun = time.monotonic()
    with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)) as client:
        client.request("GET", path)
        response = client.getresponse()
        response.read()
    if response.status != http.client.OK:
        raise ValueError(f"status {response.status}")
    return time.monotonic() - begun


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)] if times else float("inf")
