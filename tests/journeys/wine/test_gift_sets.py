"""A gift set: found in the menu, looked into bottle by bottle, and bought as one thing."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import everybody, shopper
from tests.journeys.live import visit, wait_until_live
from tests.sweeps import swept

CHAMPAGNE = "Two Champagnes from One Cellar"
CONTENTS = "; ".join(
    f"1 × Champagne Vauclerc-Moreil {name} NV, 750 ml" for name in ("Brut Réserve Perpétuelle", "Rosé de Saignée Brut")
)


@pytest.mark.parametrize("width", swept([360, 1440], guards={360}))
def test_a_set_is_looked_into_and_bought_as_one_thing(page: Page, width: int) -> None:
    page.set_viewport_size(everybody.window(width))
    visit(page, "/product-category/gift-sets/")
    page.get_by_role("link", name=CHAMPAGNE).click()
    wait_until_live(page)
    inside = page.get_by_role("region", name="What is inside")
    expect(inside).to_contain_text("Two bottles")
    expect(inside).to_contain_text("One by one they cost $108.00: you save $10.00 with each set.")
    expect(inside.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_text("Case of 6")).to_have_count(0)
    inside.get_by_role("link", name="Brut Réserve Perpétuelle").click()
    wait_until_live(page)
    expect(page.get_by_role("radio", name="750 ml")).to_be_checked()
    page.go_back()
    wait_until_live(page)
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text("In your cart").first).to_be_visible()
    visit(page, "/cart/")
    for bottle in CONTENTS.split("; "):
        expect(page.get_by_role("main").get_by_text(bottle, exact=True)).to_be_visible()


@pytest.mark.sweep
def test_it_is_looked_into_without_javascript(plain: Page) -> None:
    visit(plain, shopper.find(plain, "GIFT-SWEET"))
    inside = plain.get_by_role("region", name="What is inside")
    inside.get_by_role("link", name="Szüret Late Harvest").click()
    expect(plain.get_by_role("heading", level=1, name="Szüret Late Harvest 2023")).to_be_visible()


@pytest.mark.sweep
def test_everybody_can_use_its_page(page: Page) -> None:
    visit(page, shopper.find(page, "GIFT-REDS"))
    everybody.check(page, "the page of a gift set")
