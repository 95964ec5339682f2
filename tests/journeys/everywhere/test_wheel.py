"""A turn of the mouse wheel scrolls the page, and never changes a number that is being typed."""

from playwright.sync_api import Page, expect

from tests.journeys.live import visit
from tests.journeys.states.pages import arrive


def turn_wheel_over_number(page: Page, typed: str) -> None:
    field = page.get_by_role("spinbutton").first
    field.scroll_into_view_if_needed()
    field.fill(typed)
    field.hover()
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    page.wait_for_function("before => scrollY > before", arg=before)
    expect(field).to_have_value(typed)


def test_the_quantity_of_a_wine(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 500})
    arrive(page, "V-BULK")
    turn_wheel_over_number(page, "6")
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text("In your cart").first).to_be_visible()
    visit(page, "/cart/")
    turn_wheel_over_number(page, "4")
