"""Shoppers look for a value among the many of a filter, by keyboard, and read what the field says about it."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.live import visit
from tests.journeys.states.pages import arrive
from tests.journeys.visitors import Complaints

pytestmark = pytest.mark.sweep

MANY = re.compile(r"values_of=grape")


def open_finder(page: Page) -> Locator:
    """Open the shop and focus the field that finds a grape."""
    arrive(page, "/shop/")
    page.get_by_label("Find a grape").focus()
    finder = page.get_by_role("combobox", name="Find a grape")
    expect(finder).to_be_focused()
    return finder


def message(page: Page, text: str) -> Locator:
    return page.get_by_role("group", name="Grape").get_by_role("paragraph").get_by_text(text, exact=True)


def test_a_grape_is_found_and_chosen_by_keyboard(page: Page) -> None:
    open_finder(page)
    expect(message(page, "Please enter 2 or more characters")).to_be_visible()
    page.keyboard.type("s")
    expect(message(page, "Please enter 1 or more characters")).to_be_visible()
    page.keyboard.type("ousa")
    expect(page.get_by_role("listbox", name="Grape").get_by_role("option", name="Sousão")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/shop/\?grape=sousao$"))
    expect(page.get_by_role("checkbox", name="Sousão")).to_be_focused()
    expect(page.get_by_role("checkbox", name="Sousão")).to_be_checked()


def test_the_field_says_what_it_does_and_what_went_wrong(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("net::ERR_FAILED")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(MANY, hold)
    open_finder(page)
    with page.expect_request(MANY):
        page.keyboard.insert_text("qqq")
    expect(message(page, "Searching…")).to_be_visible()
    waiting.pop().continue_()
    expect(message(page, "No matches found")).to_be_visible()
    page.unroute(MANY)
    page.route(MANY, lambda route: route.abort())
    page.keyboard.insert_text("z")
    expect(message(page, "Loading failed")).to_be_visible()
    page.keyboard.insert_text("z" * 98)
    expect(message(page, "Please delete 2 characters")).to_be_visible()


def test_with_thirty_chosen_the_field_says_that_it_is_enough(page: Page) -> None:
    visit(page, "/shop/")
    grapes = page.get_by_role("group", name="Grape")
    values = grapes.get_by_role("checkbox", include_hidden=True).evaluate_all("boxes => boxes.map(box => box.value)")
    assert len(values) == 30
    arrive(page, "/shop/?" + "&".join(f"grape={value}" for value in values))
    page.get_by_label("Find a grape").focus()
    expect(message(page, "You can only select 30 items")).to_be_visible()
