"""A wine is found, read about and bought by the keyboard alone, in few key presses."""

import re

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.journeys import shopper
from tests.journeys.everywhere.keyboard import MOST_TO_PAY, MOST_TO_THE_CART, Keyboard
from tests.journeys.live import visit, wait_until_live
from tests.journeys.states.checkout import to_the_checkout

WINE = "Givry Rouge Clos du Marronnier"


@pytest.mark.sweep
def test_from_a_facet_to_the_cart_in_few_key_presses(page: Page) -> None:
    visit(page, "/shop/")
    keys = Keyboard(page, MOST_TO_THE_CART)
    to_content = page.get_by_role("link", name="Skip to content")

    keys.follow(to_content)
    red = page.get_by_role("checkbox", name=re.compile(r"^Red\b"))
    keys.reach(red)
    with page.expect_navigation():
        keys.press("Space")
    wait_until_live(page)
    expect(red).to_be_focused()  # and not at the start of the page again
    keys.follow(page.get_by_role("link", name="Skip to the wines"), "Shift+Tab")
    with page.expect_navigation():
        keys.follow(page.get_by_role("heading", name=WINE).get_by_role("link"))
    wait_until_live(page)

    keys.follow(to_content)
    keys.follow(page.get_by_role("main").get_by_role("link", name=re.compile("out of 5 stars")).first)
    expect(page.get_by_role("tab", name=re.compile("^Reviews"))).to_be_focused()
    expect(page.locator("#reviews").get_by_role("listitem").last).to_be_visible()
    keys.reach(page.get_by_role("radio", name="2022"), "Shift+Tab")
    keys.press("ArrowUp")
    expect(page.get_by_role("radio", name="2019")).to_be_checked()
    keys.follow(page.get_by_role("button", name="Add to cart", exact=True).first)
    expect(page.get_by_role("button", name="Basket, 1 bottle")).to_be_visible()


def test_a_guest_buys_by_the_keyboard_with_a_declined_card_in_between(page: Page) -> None:
    to_the_checkout(page)
    keys = Keyboard(page, MOST_TO_PAY)
    for name in ("email", "first_name", "last_name", "address_1", "city"):
        keys.fill(page.locator(f"#billing_{name}"), shopper.ADDRESS[name])
    keys.fill(page.get_by_role("combobox", name="State", exact=True), "calif")
    keys.press("Enter")
    for name in ("postcode", "phone"):
        keys.fill(page.locator(f"#billing_{name}"), shopper.ADDRESS[name])
    fields = shopper.card_fields(page)
    for number in (shopper.DECLINED, shopper.PAID):
        _type_card(keys, fields, number)
        for words in (shopper.OF_AGE, shopper.TERMS):
            keys.reach(page.locator("form").get_by_role("checkbox", name=words))
            if number == shopper.DECLINED:
                keys.press("Space")
        keys.reach(page.locator("#place_order"))
        keys.press("Enter")
        if number == shopper.DECLINED:
            expect(fields.get_by_label("Card number")).to_be_focused()
            keys.press("Control+a")  # the declined number is still there
    shopper.expect_receipt(page)
    print(f"{keys.presses} key presses for a guest's order with a declined card in between")  # noqa: T201 - a figure


def _type_card(keys: Keyboard, fields: FrameLocator, number: str) -> None:
    """Reaching a field by Tab selects what is in it."""
    keys.fill(fields.get_by_label("Card number"), number)
    keys.fill(fields.get_by_label("Expiration date"), "12 / 34")
    keys.fill(fields.get_by_label("Security code"), "123")
