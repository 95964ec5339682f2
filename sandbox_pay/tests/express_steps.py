"""What a shopper does with the buttons of the express checkout element and with a wallet's sheet."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlencode

from playwright.sync_api import Browser, FrameLocator, Page, expect

from sandbox_pay.tests.chromium import new_page
from sandbox_pay.tests.store_server import Store

Opening = Callable[..., Page]


@contextmanager
def product_page(browser: Browser, store: Store, *, timed: bool = False) -> Iterator[Opening]:
    """Yield a function that opens the store's page with a query and waits for `first`, its first event.

    `timed`: tests move the page's time.
    """
    assert store.sandbox is not None
    store.sandbox.reset()
    with new_page(browser, 480, 900) as page:
        if timed:
            page.clock.install()

        def open_page(first: str = "ready", **query: str) -> Page:
            page.goto(f"{store.url}/?{urlencode({'express': '', **query})}")
            if first:
                expect(page.locator("#log li").first).to_contain_text(first)
            else:
                buttons(page).locator("main").wait_for(state="attached")
            return page

        yield open_page


def buttons(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[name='sandbox-express-buttons']")


def sheet(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[name='sandbox-express-sheet']")


def press(page: Page, wallet: str) -> FrameLocator:
    """Click a wallet's button and return its sheet."""
    buttons(page).get_by_role("button", name=wallet).click()
    return sheet(page)


def expect_said(page: Page, text: str) -> None:
    """Wait until the store's page notes this event."""
    expect(page.locator("#log li", has_text=text)).to_have_count(1)


def said(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()
