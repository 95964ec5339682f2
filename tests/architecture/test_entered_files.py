"""How many of the store's files a request enters is how many a reader opens to follow it. Each has a bar."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from tests.architecture.tree import REPOSITORY
from vintner.checkout.tests.shopper import FORM, Shopper
from vintner.payments.tests.conftest import _fresh_cache as _fresh_cache
from vintner.payments.tests.conftest import provider as provider
from vintner.payments.tests.conftest import store as store
from vintner.payments.tests.double import GOOD, ProviderDouble
from vintner.testing.builders import make_product
from vintner.web.answers import SECTIONS

pytestmark = pytest.mark.usefixtures("store")
ADD_TO_CART = 35
PLACE_ORDER = 91


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
        paths.update(filter(None, map(_project_path, seen)))


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
        answer = shopper.call(
            "checkout", **FORM, **{"woocommerce-process-checkout-nonce": token, "wc-stripe-payment-method": GOOD}
        )
    assert answer["result"] == "success"
    assert len(paths) <= PLACE_ORDER, sorted(paths)
