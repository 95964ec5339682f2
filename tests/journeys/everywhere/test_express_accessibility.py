"""Everybody can use the buttons of wallets, and a wallet's sheet."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper, wallet_sheet
from tests.journeys.everybody import check
from tests.journeys.live import visit
from tests.journeys.states.pages import arrive

pytestmark = pytest.mark.sweep


def test_the_buttons_and_the_sheet(still: Page) -> None:
    arrive(still, "V-SIMPLE")
    wallet_sheet.buttons(still)
    expect(wallet_sheet.group(still)).to_have_attribute("data-state", "ready")
    check(still, "a wine with wallets' buttons")
    wallet_sheet.open_sheet(still, "Google Pay")
    check(still, "a wallet's sheet")


def test_without_scripts_there_are_no_buttons(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    expect(plain.get_by_role("button", name="Add to cart").first).to_be_visible()
    expect(wallet_sheet.group(plain)).to_have_count(0)
