"""Steps on the page of a wine."""

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit

FULL_SCREEN = "View full-screen image gallery"


def open_wine(page: Page, sku: str, extra: str = "") -> str:
    """Go to a wine and wait until the page has taken over; returns its address."""
    url = shopper.find(page, sku)
    visit(page, url + extra)
    expect(page.get_by_role("button", name=FULL_SCREEN)).to_be_visible()
    return url
