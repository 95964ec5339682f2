"""Purchases while the card service takes a second for each call, as a real one does."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from bench.shopper import find, place_order, prepare
from tests.journeys import methods
from tests.journeys.cells import Cell, play
from tests.journeys.express_cells import ExpressCell
from tests.journeys.express_cells import play as play_wallet
from tests.journeys.methods import PaymentEnding
from tests.journeys.store.running_store import RunningStore, running_store
from tests.journeys.visitors import DESKTOP, NewVisitor

BUYERS: Final = 30
DELIVER: Final = """
from vintner.catalogue.models import Variation
from vintner.catalogue.stock import stock_movements
wine = Variation.objects.get(product__sku="V-SIMPLE")
stock_movements.move(stock_movements.Reason.RECEIVED, {wine.pk: 50})
"""


@pytest.fixture(scope="module")
def slow_store() -> Iterator[RunningStore]:
    with running_store("slow-cards", {"SANDBOX_ANSWER_MS": "800-1200"}) as store:
        yield store


@pytest.fixture
def page(slow_store: RunningStore, new_visitor: NewVisitor) -> Page:
    return new_visitor(slow_store, viewport=DESKTOP, reduced_motion="reduce")


@pytest.mark.parametrize("checkout", ["classic", "block", "order-pay"])
def test_a_card_pays(page: Page, slow_store: RunningStore, checkout: str) -> None:
    play(page, slow_store, Cell(methods.WAYS["card"], PaymentEnding.SUCCEED, checkout, "US"))


def test_a_wallet_pays(page: Page, slow_store: RunningStore) -> None:
    play_wallet(page, slow_store, ExpressCell("google_pay", "cart", "paid"))
    expect(page.get_by_text("Google Pay").first).to_be_visible()


def test_of_many_who_pay_at_once_all_have_their_bottle(slow_store: RunningStore) -> None:
    slow_store.run_code(DELIVER)
    wine = find(slow_store.url, "V-SIMPLE")
    buyers = [prepare(slow_store.url, wine.product_id) for _ in range(BUYERS)]
    with ThreadPoolExecutor(BUYERS) as crowd:
        answers = list(crowd.map(lambda buyer: place_order(slow_store.url, buyer), buyers))
    assert [answer for answer in answers if "order-received" not in str(answer.get("redirect"))] == []
