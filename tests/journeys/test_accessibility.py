"""Everybody can use every page before the checkout in every state."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.conftest import Complaints
from tests.journeys.everybody import Open, check, check_state
from tests.journeys.states import STATES, State, arrive


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_every_state(opened: Open, state: State, complaints: Complaints) -> None:
    check_state(opened, state, complaints)


def test_every_state_of_the_cart(still: Page) -> None:
    shopper.add(still)
    check(still, "added")
    expect(still.get_by_role("dialog", name="Your cart")).to_be_visible()
    still.keyboard.press("Escape")
    still.get_by_role("button", name="Cart, 1 bottle").click()
    expect(still.get_by_role("dialog", name="Mini-cart")).to_be_visible()
    check(still, "mini-cart")
    arrive(still, "/cart/")
    check(still, "cart")
    remove = re.compile("^Remove")
    still.get_by_role("button", name=remove).or_(still.get_by_role("link", name=remove)).first.click()
    expect(still.get_by_text("Undo?").first).to_be_visible()
    check(still, "removed")
