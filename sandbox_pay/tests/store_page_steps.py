"""What a shopper does on the page of a store that takes cards with the provider's script."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FrameLocator, Page, expect

from sandbox_pay.tests.store_server import Store

DIGITS = re.compile(r"\d[\d ]{11,}\d")


def fields(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[title='Secure card payment']")


def fill(page: Page, number: str, expiry: str = "12 / 40", code: str = "123") -> None:
    frame = fields(page)
    frame.get_by_label("Card number").fill(number)
    frame.get_by_label("Expiration date").fill(expiry)
    frame.get_by_label("Security code").fill(code)


def pay(page: Page) -> None:
    page.get_by_role("button", name="Pay").click()


def expect_text(page: Page, text: str) -> None:
    expect(page.locator("#said")).to_have_text(text)


def captured(store: Store) -> int:
    assert store.sandbox is not None
    return store.sandbox.ledger(77).captured


def question(page: Page) -> FrameLocator:
    fill(page, "4000000000003220")
    pay(page)
    expect(page.get_by_role("dialog", name="Your bank asks")).to_be_visible()
    return page.frame_locator("iframe[name='sandbox-challenge']")


def open_flow(page: Page, store: Store, flow: str) -> None:
    page.goto(f"{store.url}/?flow={flow}")
    expect(page.locator("#seen")).to_have_text("ready")


def assert_accessible(page: Page) -> None:
    """Run axe in the page and in each frame: from outside it can't look into a foreign one."""
    for frame in page.frames:
        rules = {"page-has-heading-one": {"enabled": frame == page.main_frame}}  # a frame need not have its own
        options = {"resultTypes": ["violations"], "iframes": False, "rules": rules}
        found = Axe().run(frame, options=options)
        assert found.violations_count == 0, f"{frame.url}\n{found.generate_report()}"
