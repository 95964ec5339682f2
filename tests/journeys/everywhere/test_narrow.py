"""What has to fit where there is little room."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit, wait_until_live
from tests.journeys.states.pages import arrive, see_orders

pytestmark = pytest.mark.sweep
NARROW = {"width": 360, "height": 740}
LINES = """items => new Set(items.filter(item => !item.closest('details'))
    .map(item => Math.round(item.getBoundingClientRect().top))).size"""


def test_the_shelves_stand_on_one_line_on_a_tablet_with_letters_a_tenth_larger(page: Page) -> None:
    page.set_viewport_size({"width": 768, "height": 900})
    visit(page, "/")
    page.evaluate("document.documentElement.style.fontSize = '110%'")
    items = page.get_by_role("navigation", name="Main").get_by_role("link")
    assert items.evaluate_all(LINES) == 1


def test_an_order_in_the_account_tells_its_total_on_a_phone_and_the_menu_opens(page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    arrive(page, "/my-source/")
    see_orders(page)
    total = page.get_by_role("main").get_by_role("listitem").get_by_text("$").first
    expect(total).to_be_visible()
    place = total.bounding_box()
    assert place
    assert place["x"] + place["width"] <= NARROW["width"]
    menu = page.get_by_role("navigation", name="Your account")
    log_out = menu.get_by_role("button", name="Log out")
    expect(log_out).to_be_hidden()
    menu.get_by_text("Account menu").press("Enter")
    expect(log_out).to_be_visible()
    menu.get_by_text("Account menu").press("Enter")
    page.set_viewport_size({"width": 1024, "height": 900})
    expect(log_out).to_be_visible()
    places = menu.locator("li").evaluate_all("items => items.map(item => item.getBoundingClientRect().top)")
    assert len(set(places)) == 1, "the open menu stands on one line"


@pytest.mark.parametrize(("width", "letters"), [(360, 30), (1440, 100)])
def test_a_long_word_that_was_searched_for_does_not_widen_the_page(page: Page, width: int, letters: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    visit(page, f"/?s={'x' * letters}&post_type=product")
    expect(page.get_by_role("heading", level=1)).to_contain_text("x" * letters)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_suggestions_tell_all_of_a_bottle_on_a_phone(page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    visit(page, "/shop/")
    page.get_by_role("button", name="Menu").click()
    panel = page.get_by_role("navigation", name="Main")
    panel.locator("summary", has_text="Search").click()
    panel.locator("[name=s]").focus()
    expect(panel.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("quinta")
    option = page.get_by_role("option").filter(has_text="Douro Tinto Muros")
    expect(option).to_be_visible()
    cut = "element => [element, ...element.querySelectorAll('*')].some(each => each.scrollWidth > each.clientWidth)"
    assert not option.evaluate(cut)


COVERED = """() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    const control = document.activeElement;
    const fits = control.contains(there) || there?.contains(control) || control.labels?.[0]?.contains(there);
    return top < 0 || top + height > innerHeight || !fits ? control.outerHTML.slice(0, 120) : '';
}"""


@pytest.mark.parametrize("height", [256, 640])
def test_the_foot_of_the_filters_covers_no_control_that_has_the_focus(page: Page, height: int) -> None:
    page.set_viewport_size({"width": 320, "height": height})
    visit(page, "/shop/?colour=red")
    page.get_by_role("button", name="Filters").click()
    panel = page.locator("#filters")
    expect(panel).to_be_visible()
    seen = 0
    for key in ("Tab", "Shift+Tab"):
        for _ in range(40):
            page.keyboard.press(key)
            if panel.evaluate("panel => panel.contains(document.activeElement) && panel !== document.activeElement"):
                seen += 1
                assert page.evaluate(COVERED) == ""
    assert seen > 40


@pytest.mark.parametrize("side", ["::before", "::after"])
def test_no_line_of_a_trail_begins_with_its_separator(page: Page, side: str) -> None:
    visit(page, shopper.find(page, "V-SIMPLE"))
    marks = page.get_by_role("navigation", name="Breadcrumbs").locator("li")
    contents = marks.evaluate_all("(items, side) => items.map(item => getComputedStyle(item, side).content)", side)
    assert all(each == "none" for each in contents) is (side == "::before")
    assert contents[-1] == "none"


def test_the_popup_shows_the_line_that_was_added_to_a_long_cart(page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    arrive(page, "/shop/")
    for button in page.locator(".add_to_cart_button").all()[:4]:
        with page.expect_response("**/?wc-ajax=add_to_cart"):
            button.evaluate("button => button.click()")
    shopper.add(page, "V-BULK")
    row = page.locator("[data-popup] [data-line]").filter(has_text="Rosé des Pins")
    expect(row).to_be_in_viewport(ratio=0.9)


def test_a_notice_of_two_lines_has_its_button_beside_them(page: Page) -> None:
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    arrive(page, "/my-source/")
    see_orders(page)
    page.get_by_role("main").get_by_role("listitem").filter(has_text="Brut Réserve").get_by_role(
        "link"
    ).first.click()  # not of a subscription
    page.get_by_role("button", name="Order again").click()
    page.wait_for_url("**/cart/")  # loaded, with its styles
    wait_until_live(page)
    words = page.get_by_text("at today’s prices").bounding_box()
    button = page.get_by_role("button", name="Dismiss this message").bounding_box()
    assert words
    assert button
    assert button["x"] >= words["x"] + words["width"]
    assert button["y"] < words["y"] + words["height"]
