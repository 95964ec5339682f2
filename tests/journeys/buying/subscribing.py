"""Putting a box into the cart, and what a subscriber is shown."""

import re

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit

BOX = "CLUB-REDS"
CHARGES = re.compile(
    r"^I agree that Vintner charges my payment method \$[\d.]+ plus delivery and tax every month"
    r" from \w+ \d+, \d{4} on, until I cancel\.$"
)


def put_box(page: Page) -> None:
    """Put a box into the cart from its own page, which says what a subscriber agrees on."""
    visit(page, shopper.find(page, BOX))
    expect(page.get_by_text("every month").first).to_be_visible()
    expect(page.get_by_text("A box every month, until you cancel.")).to_be_visible()
    page.get_by_role("button", name="Subscribe").first.click()
    expect(page.get_by_text("In your cart").first).to_be_visible()


def agree_and_pay(page: Page) -> None:
    """Agree to the later charges, which are named with their day, and to what every order asks."""
    page.locator("form").get_by_role("checkbox", name=CHARGES).check()
    shopper.pay(page)


def expect_subscribed(page: Page) -> None:
    shopper.expect_receipt(page)
    expect(page.get_by_text(re.compile(r"^Subscription \d+, .*Then \$[\d.]+ every month, first on "))).to_be_visible()
    expect(page.get_by_text("We could not keep a payment method")).to_have_count(0)
    visit(page, "/my-source/payment-methods/")
    expect(page.get_by_text("4242").first).to_be_visible()
