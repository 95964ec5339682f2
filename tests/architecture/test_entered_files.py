"""How many of the store's files a request enters is how many a reader opens to follow it. Each has a bar."""

import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from inspect import CO_GENERATOR
from pathlib import Path
from types import FrameType

import pytest

from tests.architecture.tree import REPOSITORY
from vintner.testing.builders import make_product
from vintner.testing.provider import GOOD, ProviderDouble
from vintner.testing.shopper import FORM, Shopper
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.usefixtures("store")
ADD_TO_CART = 41
"""With the sum from which delivery is free, which every cart tells."""
PLACE_ORDER = 82
"""With the promised arrival, its words and the order's columns, and the layout and bottles of e-mails."""
PLACE_ORDER_UPWARD = 9
"""Calls from a package to one above it. Three are Django's chain of middleware, two are `persist`, which tries a
transaction again that it is given; two are the signals by which an order is counted, and what recurs is added to its
e-mails; and its e-mails ask the payment for the name of its card.
"""
BELOW_DJANGO = "vintner/web/database/"
"""Every query goes through the engine, as it goes through psycopg: whoever follows a request opens neither."""
LAYERS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
RANKS = {package: rank for rank, layer in enumerate(LAYERS) for package in re.split(r"\W+", layer)}


@contextmanager
def entered_files() -> Iterator[set[str]]:
    """Collect the project's files of which a function runs, those of tests left out, as paths from its root."""
    paths: set[str] = set()
    seen: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield paths
    finally:
        sys.setprofile(before)
        paths.update(path for path in map(_project_path, seen) if path and not path.startswith(BELOW_DJANGO))


@contextmanager
def upward_calls() -> Iterator[set[tuple[str, str]]]:
    """Collect pairs of functions of which one calls the other, which a package above its own holds.

    What Django calls counts as called by the function that called Django. Generators are not called but gone on with.
    """
    calls: set[tuple[str, str]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        path = _project_path(frame.f_code.co_filename)
        if event != "call" or path is None or frame.f_code.co_flags & CO_GENERATOR:
            return
        caller = frame.f_back
        while caller is not None and _project_path(caller.f_code.co_filename) is None:
            caller = caller.f_back
        if caller is not None:
            from_path = str(_project_path(caller.f_code.co_filename))
            if _rank(path) < _rank(from_path):
                calls.add((f"{from_path}: {caller.f_code.co_name}", f"{path}: {frame.f_code.co_name}"))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def _rank(path: str) -> int:
    return RANKS[path.split("/")[1].removesuffix(".py")]


@cache
def _project_path(file: str) -> str | None:
    path = Path(file)
    if not path.is_relative_to(REPOSITORY) or ".venv" in path.parts:
        return None
    inside = path.relative_to(REPOSITORY)
    ours = inside.parts[0] == "vintner" and not {"tests", "testing"} & set(inside.parts)
    return inside.as_posix() if ours else None


def test_add_to_cart_enters_few_files() -> None:
    wine = make_product(stock=9)
    shopper = Shopper().puts(wine)
    fields = {"product_id": wine.pk, "quantity": 1}
    with entered_files() as paths:
        answer = shopper.client.post("/?wc-ajax=add_to_cart", fields, headers={"Accept": SECTIONS})
    assert answer.json()["fragments"]
    assert len(paths) <= ADD_TO_CART, sorted(paths)


def test_placing_an_order_enters_few_files(provider: ProviderDouble) -> None:
    wine = make_product(stock=9)
    Shopper().puts(wine).pays()  # what a process does once is no part of the path
    shopper = Shopper().puts(wine)
    token = shopper.token()
    with entered_files() as paths:
        _place_order(shopper, token)
    assert len(paths) <= PLACE_ORDER, sorted(paths)


def test_placing_an_order_calls_downwards(provider: ProviderDouble) -> None:
    shopper = Shopper().puts(make_product(stock=9))
    token = shopper.token()
    with upward_calls() as calls:
        _place_order(shopper, token)
    assert len(calls) <= PLACE_ORDER_UPWARD, sorted(calls)


def _place_order(shopper: Shopper, token: str) -> None:
    nonce = {"woocommerce-process-checkout-nonce": token}
    answer = shopper.call("checkout", **FORM, **nonce, **{"wc-stripe-payment-method": GOOD})
    assert answer["result"] == "success"
