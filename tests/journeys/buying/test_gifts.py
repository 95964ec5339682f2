"""A wine for somebody else: with a message, and without prices in the parcel."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import reload, visit
from tests.journeys.states.checkout import to_the_block_checkout, to_the_checkout
from tests.journeys.visitors import Complaints

MESSAGE = "Dear Bea,\nhappy birthday! 🥂"


def wrap(page: Page) -> None:
    """Say that it is a gift, and write its message."""
    expect(page.get_by_label("Gift message")).to_be_hidden()
    page.get_by_label("This is a gift").check()
    expect(page.get_by_label("Leave prices out of the parcel")).to_be_checked()
    page.get_by_label("Gift message").fill(MESSAGE)


def expect_the_gift_on_the_receipt(page: Page) -> None:
    shopper.expect_receipt(page)
    part = page.get_by_role("region", name="Your gift message")
    expect(part).to_contain_text("happy birthday! 🥂")
    expect(part).to_contain_text("There are no prices in the parcel.")


def test_a_message_outlives_a_reload_new_totals_and_a_declined_card(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("Failed to load resource")
    to_the_checkout(page)
    wrap(page)
    reload(page)
    expect(page.get_by_label("Gift message")).to_have_value(MESSAGE)
    shopper.fill_address(page)
    expect(page.get_by_label("Gift message")).to_have_value(MESSAGE)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(page.get_by_text("The card was declined.").first).to_be_visible()
    expect(page.get_by_label("Gift message")).to_have_value(MESSAGE)
    shopper.fill_card(page)
    shopper.press_pay(page)
    expect_the_gift_on_the_receipt(page)


@pytest.mark.sweep
def test_too_long_a_message_is_told_at_its_field_before_it_is_sent(page: Page) -> None:
    to_the_block_checkout(page)
    wrap(page)
    field = page.get_by_label("Gift message")
    field.fill("🥂" * 301)
    expect(page.get_by_text("301 of 300")).to_be_visible()
    shopper.press_pay(page)
    page.get_by_role("link", name="Gift message is too long: at most 300 characters.").click()
    expect(field).to_be_focused()
    field.fill(MESSAGE)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    shopper.fill_blocks(page)
    shopper.fill_card(page)
    shopper.pay(page)
    expect_the_gift_on_the_receipt(page)


@pytest.mark.sweep
def test_the_fold_opens_without_javascript(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    plain.get_by_role("button", name="Add to cart").first.click()
    visit(plain, "/checkout/")
    wrap(plain)
    plain.locator("#place_order").click()
    expect(plain.get_by_label("Gift message")).to_have_value(MESSAGE)
