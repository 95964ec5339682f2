"""Wallets buy in two presses, on every page that has their buttons, and charge what their sheet showed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper, wallets
from tests.journeys.conftest import Complaints, RunningStore
from tests.journeys.states import arrive

REFUSED = "Failed to load resource"
"""What the console says of a refusal, which calls and the Store API tell by their status."""


@pytest.fixture(autouse=True)
def without_faults(store: RunningStore, complaints: Complaints) -> Iterator[None]:
    """The provider's element as it is; pages from the cache learn their token from a refusal."""
    complaints.expected.append(REFUSED)
    wallets.switch(store)
    yield
    wallets.switch(store)


def count_in_cart(page: Page) -> int:
    cart = page.request.get("/wp-json/wc/store/v1/cart").json()
    return int(cart["items_count"])


@pytest.mark.parametrize("place", wallets.PLACES)
def test_a_wallet_pays_what_its_sheet_showed(page: Page, store: RunningStore, place: str) -> None:
    wallets.PLACES[place](page)
    wallets.open_sheet(page)
    total = wallets.total_in(wallets.pay_button(page).inner_text())
    wallets.pay_button(page).click()
    order = shopper.expect_receipt(page)
    books = shopper.ledger(page, store.stack.environment["SANDBOX_URL"], order)
    assert books["captured_count"] == 1
    expect(page.get_by_text("Google Pay").first).to_be_visible()
    expect(page.get_by_text(total).first).to_be_visible()


def test_a_purchase_from_a_product_page_leaves_the_own_cart_as_it_was(page: Page) -> None:
    shopper.add(page, quantity=2)
    arrive(page, wallets.WINE)
    wallets.open_sheet(page)
    wallets.sheet(page).get_by_role("button", name="Cancel").click()
    expect(wallets.pay_button(page)).to_have_count(0)
    assert count_in_cart(page) == 2
    wallets.open_sheet(page)
    wallets.pay_button(page).click()
    shopper.expect_receipt(page)
    assert count_in_cart(page) == 2


def test_nothing_opens_before_the_boxes_are_ticked(page: Page) -> None:
    wallets.PLACES["cart"](page)
    wallets.come_near(page)
    wallets.press(page)
    first = wallets.group(page).get_by_role("checkbox").first
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-invalid", "true")
    expect(wallets.pay_button(page)).to_have_count(0)


def test_a_choice_that_is_not_made_is_named(page: Page) -> None:
    arrive(page, "V-VINTAGES")
    wallets.come_near(page)
    wallets.affirm(page)
    wallets.press(page)
    expect(wallets.group(page).get_by_role("alert")).to_be_visible()
    expect(wallets.pay_button(page)).to_have_count(0)


def test_a_declined_card_is_told_and_nothing_typed_is_lost(page: Page, store: RunningStore) -> None:
    wallets.switch(store, card=wallets.DECLINED)
    wallets.PLACES["classic"](page)
    page.locator("#billing_first_name").fill("Grace")
    wallets.open_sheet(page)
    wallets.pay_button(page).click()
    wallets.expect_said(page, "declined")
    expect(page.locator("#billing_first_name")).to_have_value("Grace")
