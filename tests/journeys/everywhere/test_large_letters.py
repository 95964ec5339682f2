"""Letters of twice their size: on a phone of 320 pixels, and where columns give way to them."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.everywhere.large_letters import TWICE
from tests.journeys.live import visit
from tests.journeys.visitors import NewVisitor

pytestmark = pytest.mark.sweep


@pytest.fixture
def small(new_visitor: NewVisitor) -> Page:
    """A visitor from a country that asks first about cookies."""
    page = new_visitor(viewport={"width": 320, "height": 640}, locale="de-DE", timezone_id="Europe/Berlin")
    page.add_init_script(TWICE)
    return page


def test_both_answers_about_cookies_are_in_sight_and_their_page_fits(small: Page) -> None:
    visit(small, "/shop/")
    for _ in range(2):
        for name in ("Accept all", "Reject all"):
            expect(small.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        if small.get_by_role("button", name="Choose").is_visible():
            small.get_by_role("button", name="Choose").click()
    visit(small, "/cookies/")
    assert small.evaluate("document.documentElement.scrollWidth") == 320


def test_the_reason_of_a_refused_heart_has_a_surface_within_its_card(small: Page) -> None:
    answer = {"status": "error", "message": "The store is closed at the moment."}
    small.route("**/admin-ajax.php", lambda route: route.fulfill(json=answer))
    visit(small, "/shop/")
    small.get_by_role("button", name="Reject all").click()
    card = small.get_by_role("article").first
    card.locator("[name=postid]").click()
    reason = card.get_by_role("alert")
    expect(reason).to_have_text(answer["message"])
    expect(reason).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    place = reason.bounding_box()
    assert place
    assert place["width"] > 200


def test_the_button_at_the_foot_of_a_wine_covers_no_part_of_its_price(small: Page) -> None:
    visit(small, "/product/les-hauts-de-roques-2020/")
    small.get_by_role("button", name="Reject all").click()
    bar = small.locator("[data-buy-bar]")
    price, button = bar.locator("p").bounding_box(), bar.get_by_role("button").bounding_box()
    assert price
    assert button
    assert button["y"] >= price["y"] + price["height"] or button["x"] >= price["x"] + price["width"]
    assert small.evaluate("document.documentElement.scrollWidth") == 320


def box_of(locator: Locator) -> dict[str, float]:
    box: dict[str, float] = locator.evaluate("element => element.getBoundingClientRect().toJSON()")
    return box


@pytest.mark.parametrize("path", ["/checkout/", "/checkout/block/"])
def test_columns_give_way_to_large_letters_at_the_checkout(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    shopper.add(page)
    visit(page, path)
    street = page.get_by_label("Street address").first
    beside = box_of(street)["width"]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert box_of(street)["width"] > beside, "the form has the whole width"
    assert box_of(street)["width"] > 800


def test_columns_give_way_to_large_letters_in_listings_and_of_producers(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    visit(page, "/shop/")
    filters = page.get_by_role("button", name=re.compile("^Filters"))
    expect(filters).to_be_hidden()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(filters).to_be_visible()
    assert box_of(page.locator("#main ul.products"))["width"] > 1000, "the wines have the whole width"
    visit(page, "/producer/")
    page.locator("#main article a").first.click()
    page.wait_for_url("**/producer/*/")  # loaded, with its styles
    story = page.locator("#producer-story").locator("..")
    beside = box_of(story)["width"]
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert box_of(story)["width"] > beside


def test_the_headline_of_the_home_page_stands_clear_of_the_picture_in_large_letters(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    visit(page, "/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    picture = box_of(page.locator("main section").first.get_by_role("presentation").first)
    assert box_of(page.get_by_role("heading", level=1))["top"] >= picture["top"] + picture["height"]
