"""Where the wine goes: the control of the header, and the page that stands in for it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.everywhere.large_letters import TWICE
from tests.journeys.live import visit, wait_until_live
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import PHONE, Complaints, NewVisitor

CONTROL = re.compile(r"^Ship to")
FIELD = "ZIP or postal code, state, or province"


def save_place(page: Page, text: str) -> None:
    page.get_by_role("button", name=CONTROL).click()
    page.get_by_label(FIELD).fill(text)
    page.get_by_role("button", name="Save location").click()


def test_the_header_says_where_the_wine_goes_on_each_page_that_is_cached_for_all(page: Page) -> None:
    visit(page, "/shop/")
    expect(page.get_by_role("button", name="Ship to…")).to_be_visible()
    save_place(page, "Atlantis")
    panel = page.get_by_role("dialog", name="Where your wine goes")
    expect(panel.get_by_role("alert")).to_contain_text("We don’t know that place.")
    panel.get_by_label(FIELD).fill("94110")
    page.keyboard.press("Enter")
    control = page.get_by_role("button", name="Ship to CA 94110")
    expect(control).to_be_focused()
    expect(panel).to_be_hidden()
    visit(page, "/")
    expect(control).to_be_visible()
    shopper.add(page)
    visit(page, "/cart/")
    expect(page.get_by_text("estimated for California")).to_be_visible()


def test_the_totals_of_the_cart_follow_the_header(page: Page) -> None:
    shopper.add(page)
    visit(page, "/cart/")
    save_place(page, "Ontario")
    expect(page.get_by_text("estimated for Ontario")).to_be_visible()


@pytest.mark.sweep
def test_without_scripts_the_form_leads_back_to_its_page(plain: Page, complaints: Complaints) -> None:
    complaints.expected.append("422")
    visit(plain, "/shop/?orderby=price")
    main = plain.get_by_role("main")
    plain.get_by_role("button", name=CONTROL).click()
    plain.get_by_role("link", name="Choose a location").click()
    main.get_by_label(FIELD).fill("94110")
    main.get_by_role("button", name="Save location").click()
    expect(plain.get_by_text("We’ll ship your wine to CA 94110.")).to_be_visible()
    assert plain.url.endswith("/shop/?orderby=price")
    plain.get_by_role("button", name=CONTROL).click()
    plain.get_by_role("link", name="Choose a location").click()
    main.get_by_label(FIELD).fill("Atlantis")
    main.get_by_role("button", name="Save location").click()
    expect(plain.get_by_role("alert")).to_contain_text("We don’t know that place.")
    main.get_by_label(FIELD).fill("Ontario")
    main.get_by_role("button", name="Save location").click()
    plain.wait_for_url("**/shop/?orderby=price")


@pytest.mark.sweep
def test_on_a_phone_the_menu_leads_to_the_form(page: Page) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    visit(page, "/shop/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Ship to…").click()
    page.get_by_role("main").get_by_label(FIELD).fill("94110")
    page.keyboard.press("Enter")
    page.wait_for_url("**/shop/")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Ship to CA 94110")).to_be_visible()


@pytest.mark.sweep
def test_the_checkout_has_no_control(page: Page) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    expect(page.get_by_role("button", name=CONTROL)).to_have_count(0)


@pytest.mark.sweep
@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1440])
def test_the_header_fits_with_letters_of_twice_their_size(
    store: RunningStore, new_visitor: NewVisitor, width: int
) -> None:
    page = new_visitor(viewport={"width": width, "height": 900})
    page.context.add_cookies(
        [{"name": "vintner_ship_to", "value": "CA:NL%20Newfoundland%20%26%20Labrador", "url": store.url}]
    )
    page.add_init_script(TWICE)
    visit(page, "/shop/")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    if width >= 768:
        place = page.locator("#search").bounding_box()
        assert place
        assert place["width"] > 60, "there is room to type"


def test_where_no_wine_may_go_cards_and_the_page_of_a_wine_say_so_before_the_cart(page: Page) -> None:
    visit(page, "/shop/")
    expect(page.get_by_text("Can’t ship to")).to_have_count(0)
    save_place(page, "84101")
    expect(page.get_by_role("article").first.get_by_text("Can’t ship to Utah")).to_be_visible()
    visit(page, shopper.find(page, "V-SIMPLE"))
    reason = page.get_by_text("Sorry, we cannot ship wine to Utah. The state alone sells wine.")
    expect(reason).to_be_visible()
    wait_until_live(page)
    save_place(page, "94110")
    expect(reason).to_be_hidden()
