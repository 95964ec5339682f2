"""On a phone, Back closes what lies on top of the page, which stays where it is."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import reload, until, visit, wait_until_at_rest, wait_until_live
from tests.journeys.states.pages import PRODUCER, arrive
from tests.sweeps import swept

BEFORE = "/returns/"
"""The page before the one with the layer."""


def press(button: Locator) -> None:
    """Press a button where the page stands; Playwright's own click may scroll to it."""
    button.evaluate("button => button.click()")


def open_menu(page: Page) -> Locator:
    press(page.get_by_role("button", name="Menu"))
    return page.get_by_role("navigation", name="Main")


def open_search(page: Page) -> Locator:
    press(page.get_by_role("button", name="Search for wines"))
    return page.locator("#search")


def open_filters(page: Page) -> Locator:
    press(page.get_by_role("button", name="Filters"))
    return page.locator("#filters")


def open_log_in(page: Page) -> Locator:
    press(page.get_by_role("link", name="Your account").first)
    return page.get_by_role("dialog", name="Log in or sign up")


def open_cart(page: Page) -> Locator:
    expect(page.locator("[data-basket]")).to_be_visible()  # what opens the cart above the page has come
    press(page.get_by_role("button", name="Cart").first)
    return page.locator("[data-popup]")


def open_materials(page: Page) -> Locator:
    press(page.get_by_role("button", name="RELATED MATERIALS", exact=True))
    return page.get_by_role("dialog", name="Related materials")


def open_pictures(page: Page) -> Locator:
    press(page.get_by_role("button", name="View full-screen image gallery"))
    return page.locator(".pswp")


LAYERS: dict[str, tuple[str, Callable[[Page], Locator]]] = {
    "menu": ("/shop/", open_menu),
    "search": ("/shop/", open_search),
    "filters": ("/shop/", open_filters),
    "log-in": ("/producer/", open_log_in),
    "cart": ("/shop/", open_cart),
    "materials": (PRODUCER, open_materials),
    "pictures": ("V-SIMPLE", open_pictures),
}


@pytest.mark.parametrize("layer", swept(list(LAYERS), guards={"filters", "pictures"}))
def test_back_closes_what_lies_on_top_and_the_next_press_leaves(phone: Page, layer: str) -> None:
    address, open_it = LAYERS[layer]
    if layer == "cart":
        shopper.add(phone)
    visit(phone, BEFORE)
    arrive(phone, address)
    wait_until_at_rest(phone)
    place = phone.url
    phone.evaluate("window.scrollTo(0, 60)")
    for close in (phone.go_back, lambda: phone.keyboard.press("Escape"), phone.go_back):
        top = phone.evaluate("window.scrollY")
        shown = open_it(phone)
        expect(shown).to_be_visible()
        close()
        expect(shown).not_to_be_visible()
        until(phone, "!history.state?.layers")
        assert phone.url == place
        until(phone, f"Math.abs(window.scrollY - {top}) < 2")
    phone.go_back()
    phone.wait_for_url(f"**{BEFORE}")


def test_a_page_that_a_layer_led_to_leads_back_at_once(phone: Page) -> None:
    arrive(phone, "/shop/")
    open_menu(phone).get_by_role("link", name="Cases").click()
    phone.wait_for_url("**/mixed-case/")
    phone.go_back()
    phone.wait_for_url("**/shop/")
    wait_until_live(phone)
    expect(phone.get_by_role("navigation", name="Main")).not_to_be_visible()
    search = open_search(phone)
    search.locator("[name=s]").fill("riesling")
    search.get_by_role("button", name="Search", exact=True).click()
    phone.wait_for_url("**/?s=riesling*")
    phone.go_back()
    phone.wait_for_url("**/shop/")
    wait_until_live(phone)
    filters = open_filters(phone)
    filters.get_by_label("Red").first.check()
    filters.get_by_role("button", name="Show").click()
    phone.wait_for_url("**/shop/?*")
    phone.go_back()
    phone.wait_for_url("**/shop/")


def test_a_log_in_that_is_opened_from_the_menu_is_closed_by_back(phone: Page) -> None:
    visit(phone, BEFORE)
    arrive(phone, "/producer/")
    menu = open_menu(phone)
    press(menu.get_by_role("link", name="Your account"))
    popup = phone.get_by_role("dialog", name="Log in or sign up")
    expect(popup).to_be_visible()
    expect(menu).not_to_be_visible()
    phone.go_back()
    expect(popup).not_to_be_visible()
    until(phone, "!history.state?.layers")
    phone.go_back()
    phone.wait_for_url(f"**{BEFORE}")


def test_a_page_that_is_loaded_anew_below_a_layer_needs_no_further_press(phone: Page) -> None:
    visit(phone, BEFORE)
    arrive(phone, "/shop/")
    expect(open_menu(phone)).to_be_visible()
    reload(phone)
    until(phone, "!history.state?.layers")
    phone.go_back()
    phone.wait_for_url(f"**{BEFORE}")


def test_a_wide_page_is_left_by_back_whatever_lies_on_it(page: Page) -> None:
    visit(page, BEFORE)
    arrive(page, "/shop/")
    expect(open_log_in(page)).to_be_visible()
    page.go_back()
    page.wait_for_url(f"**{BEFORE}")
