"""A wine is found, read about and bought by the keyboard alone, in few key presses."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.states import wait_until_live

MOST_PRESSES = 60  # issue 2, bars
WINE = "Givry Rouge Clos du Marronnier"


class Keyboard:
    """Presses keys and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.presses = page, 0

    def press(self, key: str) -> None:
        self.presses += 1
        assert self.presses <= MOST_PRESSES, "too many key presses"
        self.page.keyboard.press(key)

    def reach(self, wanted: Locator, key: str = "Tab") -> None:
        """Press a key until an element has the focus."""
        element = wanted.element_handle()
        while not element.evaluate("element => element === document.activeElement"):
            self.press(key)

    def follow(self, link: Locator, key: str = "Tab") -> None:
        """Reach a link and press it."""
        self.reach(link, key)
        self.press("Enter")


def test_from_a_facet_to_the_cart_in_few_key_presses(page: Page) -> None:
    page.goto("/shop/")
    wait_until_live(page)
    keys = Keyboard(page)
    to_content = page.get_by_role("link", name="Skip to the content")

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
    vintage = page.get_by_role("radio", name="2019")
    keys.reach(vintage, "Shift+Tab")
    keys.press("Space")
    expect(vintage).to_be_checked()
    keys.follow(page.get_by_role("button", name="Add to cart", exact=True).first)
    expect(page.get_by_role("button", name="Basket, 1 bottle")).to_be_visible()
