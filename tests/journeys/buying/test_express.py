"""Wallets buy in two presses, on every page that has their buttons, and charge what their sheet showed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.express_cells import PLACES, WINE, ExpressCell, control, play
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints
from tests.journeys.wallet_sheet import agree, buttons, close, group, notice, open_sheet, pay_button, press
from tests.sweeps import swept

WALLET = "Google Pay"
DECLINED = "4000000000000002"


@pytest.fixture(autouse=True)
def without_faults(store: RunningStore) -> Iterator[None]:
    """Leave the provider's element to the next journey as it is without faults."""
    yield
    control(store, "express", {})


def count_in_cart(page: Page) -> int:
    cart = page.request.get("/wp-json/wc/store/v1/cart").json()
    return int(cart["items_count"])


@pytest.mark.parametrize("place", swept(PLACES, guards={"cart", "classic"}))
def test_a_wallet_pays_what_its_sheet_showed(page: Page, store: RunningStore, place: str) -> None:
    play(page, store, ExpressCell("google_pay", place, "paid"))
    expect(page.get_by_text(WALLET).first).to_be_visible()


def test_a_purchase_from_a_product_page_leaves_the_own_cart_as_it_was(page: Page) -> None:
    shopper.add(page, quantity=2)
    arrive(page, WINE)
    open_sheet(page, WALLET)
    close(page)
    assert count_in_cart(page) == 2
    open_sheet(page, WALLET).click()
    shopper.expect_receipt(page)
    assert count_in_cart(page) == 2


def test_nothing_opens_before_the_boxes_are_ticked(page: Page) -> None:
    PLACES["cart"](page)
    buttons(page)
    press(page, WALLET)
    first = group(page).get_by_role("checkbox").first
    expect(first).to_be_focused()
    expect(first).to_have_attribute("aria-invalid", "true")
    expect(pay_button(page)).to_have_count(0)


@pytest.mark.sweep
def test_a_choice_that_is_not_made_is_named(page: Page) -> None:
    arrive(page, "V-LIBRARY")
    buttons(page)
    agree(page)
    press(page, WALLET)
    expect(notice(page)).to_be_visible()
    expect(pay_button(page)).to_have_count(0)


def test_a_declined_card_is_reported_and_nothing_typed_is_lost(
    page: Page, store: RunningStore, complaints: Complaints
) -> None:
    complaints.expected.append("Failed to load resource")  # the order's answer, whose status says that it was refused
    control(store, "express", {"card": DECLINED})
    PLACES["classic"](page)
    page.locator("#billing_first_name").fill("Grace")
    open_sheet(page, WALLET).click()
    expect(notice(page)).to_contain_text("declined")
    expect(page.locator("#billing_first_name")).to_have_value("Grace")
