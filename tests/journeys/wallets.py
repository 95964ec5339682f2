"""What a shopper does with a wallet's button and in its sheet, on every page that has buttons."""

import re
from collections.abc import Callable, Mapping
from typing import Final

import httpx
from playwright.sync_api import FrameLocator, Locator, Page, expect

from tests.journeys import order_states, shopper
from tests.journeys.conftest import RunningStore
from tests.journeys.live import wait_until_live
from tests.journeys.states import arrive

WINE: Final = "V-SIMPLE"
NAMES: Final = {"apple_pay": "Apple Pay", "google_pay": "Google Pay", "link": "Link", "amazon_pay": "Amazon Pay"}
MORE: Final = "More ways to pay"
PAY: Final = re.compile(r"^Pay \$")
DECLINED: Final = "4000000000000002"


def _with_a_bottle(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        shopper.add(page, WINE)
        arrive(page, path)

    return go


PLACES: Final[Mapping[str, Callable[[Page], None]]] = {
    "product": lambda page: arrive(page, WINE),
    "cart": _with_a_bottle("/cart/"),
    "classic": _with_a_bottle("/checkout/classic/"),
    "block": _with_a_bottle("/checkout/block/"),
    "order": order_states.be_about_to_pay,
}
"""Page → how a shopper gets there with something to pay."""


def switch(store: RunningStore, **switches: object) -> None:
    """Have the provider's element behave so; what is not named is as it is without faults."""
    sandbox = store.stack.environment["SANDBOX_URL"]
    httpx.post(f"{sandbox}/_sandbox/express", json=switches).raise_for_status()


def group(page: Page) -> Locator:
    """Return the buttons' place; not by its role, which it has not while a sheet is open over it."""
    return page.locator("fieldset").filter(has=page.locator("> legend", has_text="Express checkout"))


def buttons(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[name='sandbox-express-buttons']")


def sheet(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[name='sandbox-express-sheet']")


def come_near(page: Page) -> None:
    """Bring the buttons into view and wait for them."""
    wait_until_live(page)
    group(page).scroll_into_view_if_needed()
    expect(buttons(page).get_by_role("button").first).to_be_visible()


def affirm(page: Page) -> None:
    for box in group(page).get_by_role("checkbox").all():
        box.check()


def press(page: Page, wallet: str = "google_pay") -> None:
    """Press a wallet's button, which may stand among the further ones."""
    button = buttons(page).get_by_role("button", name=NAMES[wallet])
    if not button.count():
        buttons(page).get_by_role("button", name=MORE).click()
    button.click()


def open_sheet(page: Page, wallet: str = "google_pay") -> None:
    """Affirm what is asked, press, and wait until the sheet can be paid."""
    come_near(page)
    affirm(page)
    press(page, wallet)
    expect(pay_button(page)).to_be_enabled()


def pay_button(page: Page) -> Locator:
    return sheet(page).get_by_role("button", name=PAY)


def expect_said(page: Page, words: str | re.Pattern[str]) -> None:
    """Wait for the words beside the buttons."""
    expect(group(page).locator("[role=alert]")).to_contain_text(words)


def total_in(text: str) -> str:
    found = re.search(r"\$[\d,.]*\d", text)
    assert found, text
    return found[0]
