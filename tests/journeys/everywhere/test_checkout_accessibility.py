"""Everybody can use the checkouts and the pages after the order in every state."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.everybody import Open, check, check_state
from tests.journeys.live import reload
from tests.journeys.states.cards import SAVED_CARDS
from tests.journeys.states.checkout import CHECKOUTS
from tests.journeys.states.orders import AFTER_ORDER
from tests.journeys.states.pages import State, arrive
from tests.journeys.visitors import Complaints
from tests.sweeps import swept

GUARDS = {"block checkout", "order-pay", "receipt, paid by a guest"}
"""States that `make test` looks at; the classic checkout has a test of its own."""


@pytest.mark.parametrize(
    "state",
    swept([*CHECKOUTS, *SAVED_CARDS, *AFTER_ORDER], guards=GUARDS, key=lambda state: state.name),
    ids=lambda state: state.name,
)
def test_every_state(opened: Open, state: State, complaints: Complaints) -> None:
    check_state(opened, state, complaints)


def test_every_state_of_the_checkout(still: Page, complaints: Complaints) -> None:
    shopper.add(still)
    arrive(still, "/checkout/")
    check(still, "checkout")
    shopper.pay(still)
    expect(still.get_by_role("alert").first).to_be_visible()
    check(still, "checkout with mistakes")
    shopper.fill_address(still)
    shopper.fill_card(still, shopper.DECLINED)
    shopper.pay(still)
    expect(still.get_by_role("alert").get_by_text("The card was declined.")).to_be_visible()
    check(still, "declined")
    shopper.fill_card(still, shopper.CHALLENGED)
    shopper.pay(still)
    expect(still.get_by_role("dialog", name="Your bank asks")).to_be_visible()
    check(still, "bank's question")
    shopper.answer_bank(still, "Complete")
    shopper.expect_receipt(still)
    check(still, "receipt")
    still.context.clear_cookies()
    reload(still)
    check(still, "receipt of a stranger")
