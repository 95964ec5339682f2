"""The wines that a visitor looked at before, remembered by the browser alone."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.everybody import check
from tests.journeys.visitors import PHONE
from tests.journeys.wine_page import open_wine

pytestmark = pytest.mark.sweep

HEADING = "Recently viewed"


TO_THE_FOOT = """async () => {
  for (let top = 0; top < document.documentElement.scrollHeight; top += 200) {
    scrollTo(0, top);
    await new Promise(requestAnimationFrame);
  }
}"""
"""Scrolls past everything, as a reader does: parts that come near the screen are fetched."""


def look_back(page: Page) -> None:
    page.evaluate(TO_THE_FOOT)
    expect(page.get_by_role("heading", name=HEADING)).to_be_visible()


def test_wines_looked_at_before_are_found_again_and_forgotten_when_asked(still: Page) -> None:
    sent: list[str] = []
    still.on("request", lambda request: sent.append(f"{request.url} {request.post_data or ''}"))
    open_wine(still, "V-SIMPLE")
    still.evaluate(TO_THE_FOOT)
    expect(still.get_by_role("heading", name="You may also like")).to_be_visible()
    assert not [each for each in sent if "RecentWines" in each]
    expect(still.get_by_role("heading", name=HEADING)).to_have_count(0)

    open_wine(still, "V-BULK")
    look_back(still)
    check(still, "recently viewed")
    recent = still.get_by_role("region", name=HEADING)
    expect(recent.get_by_role("listitem")).to_have_count(1)
    recent.get_by_role("link", name="Les Hauts de Roques 2020").click()
    expect(still.get_by_role("heading", level=1)).to_have_text("Les Hauts de Roques 2020")
    look_back(still)
    expect(recent.get_by_role("link")).to_contain_text("Rosé des Pins")
    recent.get_by_role("button", name="Clear").click()
    expect(still.get_by_text("Your recently viewed wines are cleared.")).to_be_focused()
    assert still.evaluate("localStorage['vintner.recent']") is None
    assert not [each for each in sent if "vintner.recent" in each]


@pytest.mark.sweep
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_large_letters_on_a_small_phone_leave_it_readable(phone: Page, scheme: Literal["light", "dark"]) -> None:
    phone.set_viewport_size({"width": 320, "height": PHONE["height"]})
    phone.emulate_media(color_scheme=scheme)
    open_wine(phone, "V-SIMPLE")
    open_wine(phone, "V-VINTAGES")
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    look_back(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
