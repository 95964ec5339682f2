"""What a shopper does with the buttons of wallets and with a wallet's sheet."""

import re
from typing import Final

from playwright.sync_api import FrameLocator, Locator, Page, expect

PAY: Final = re.compile(r"^Pay \$")


def group(page: Page) -> Locator:
    """The wallets' buttons with all that belongs to them."""
    return page.get_by_role("group", name="Express checkout")


def buttons(page: Page) -> FrameLocator:
    """The provider's frame of buttons, which appears when the group comes near the screen."""
    group(page).scroll_into_view_if_needed()
    return page.frame_locator("iframe[name='sandbox-express-buttons']")


def sheet(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[name='sandbox-express-sheet']")


def agree(page: Page) -> None:
    """Tick what stands beside the buttons."""
    expect(group(page)).to_have_attribute("data-state", "ready")
    for box in group(page).get_by_role("checkbox").all():
        box.check()


def press(page: Page, wallet: str) -> None:
    buttons(page).get_by_role("button", name=wallet).click()


def open_sheet(page: Page, wallet: str) -> Locator:
    """Affirm what has to be, press a wallet's button, and return the sheet's own when it can be paid."""
    buttons(page)
    agree(page)
    press(page, wallet)
    expect(pay_button(page)).to_be_enabled()
    return pay_button(page)


def pay_button(page: Page) -> Locator:
    return sheet(page).get_by_role("button", name=PAY)


def send_to(page: Page, place: str) -> None:
    """Choose another of the wallet's addresses: Home, Work, Utah, Toronto."""
    sheet(page).get_by_role("radio", name=re.compile(rf"^{place}")).check()


def ship_by(page: Page, rate: str) -> None:
    sheet(page).get_by_role("radio", name=re.compile(rf"^{rate}")).check()


def rates(page: Page) -> Locator:
    """The shipping methods that the sheet offers."""
    return sheet(page).get_by_role("group", name="Shipping method").get_by_role("radio")


def amount_of(button: Locator) -> str:
    """Return the amount on the sheet's button: '$33.25'."""
    return button.inner_text().removeprefix("Pay ").strip()


def close(page: Page) -> None:
    sheet(page).get_by_role("button", name="Cancel").click()
    expect(page.locator("iframe[name='sandbox-express-sheet']")).to_have_count(0)


def notice(page: Page) -> Locator:
    """What the page says beside the buttons."""
    return group(page).get_by_role("alert")
