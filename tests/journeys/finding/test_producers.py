"""Shoppers meet the people who make the wine: the slider, the panel beside the page, the way to the wines."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit
from tests.journeys.states.pages import arrive

PRODUCER = "/producer/weingut-hollerbusch/"
NAME = "Weingut Hollerbusch"
AUTOPLAY = 5001
"""Milliseconds between two slides that play by themselves."""


def slider(page: Page) -> Locator:
    return page.get_by_role("group", name=f"Pictures of {NAME}")


def place(page: Page) -> Locator:
    """The words in which the slider says where it is."""
    return slider(page).locator("[aria-live]")


def scrolled(page: Page) -> float:
    return float(page.evaluate("window.scrollY"))


def scroll_by(page: Page, pixels: int) -> None:
    """Scroll from the top of a page, and wait until the browser has done so."""
    page.mouse.wheel(0, pixels)
    page.wait_for_function("pixels => window.scrollY === pixels", arg=pixels)


def is_locked(page: Page) -> bool:
    return str(page.evaluate("getComputedStyle(document.documentElement).overflowY")) == "hidden"


@pytest.fixture
def moving(page: Page) -> Page:
    """A visitor who did not ask for less motion, in front of a slider that runs; time stands still."""
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    visit(page, PRODUCER)
    page.clock.run_for(100)
    expect(slider(page).get_by_role("button", name="Pause slides")).to_be_visible()
    page.mouse.move(0, 0)
    page.clock.run_for(1000)
    return page


def test_14_the_slider_of_a_producer_can_be_paused_before_anything_else(moving: Page) -> None:
    first = slider(moving).get_by_role("button").first
    expect(first).to_have_accessible_name("Pause slides")
    expect(place(moving)).to_have_text("Up to sixty-five per cent: the grapes come down by monorail, 1 of 3")
    expect(place(moving)).to_have_attribute("aria-live", "off")

    moving.clock.run_for(AUTOPLAY)
    expect(place(moving)).to_contain_text("2 of 3")

    first.click()
    moving.mouse.move(0, 0)
    moving.clock.run_for(3 * AUTOPLAY)
    expect(place(moving)).to_contain_text("2 of 3")
    expect(place(moving)).to_have_attribute("aria-live", "polite")


def test_14_the_slider_waits_under_the_pointer_and_the_focus(moving: Page) -> None:
    slider(moving).hover(position={"x": 300, "y": 100})
    moving.clock.run_for(2 * AUTOPLAY)
    expect(place(moving)).to_contain_text("1 of 3")

    moving.mouse.move(0, 0)
    slider(moving).get_by_role("button", name="Pause slides").focus()
    moving.clock.run_for(2 * AUTOPLAY)
    expect(place(moving)).to_contain_text("1 of 3")


def test_14_nothing_moves_by_itself_with_less_motion(page: Page) -> None:
    page.clock.install()
    visit(page, PRODUCER)
    expect(slider(page).get_by_role("button", name="Next")).to_be_visible()
    expect(slider(page).get_by_role("button", name="Pause slides")).to_have_count(0)
    page.clock.run_for(3 * AUTOPLAY)
    expect(place(page)).to_contain_text("1 of 3")


@pytest.mark.sweep
def test_the_slider_has_arrows_keys_and_no_dots(page: Page) -> None:
    visit(page, PRODUCER)
    slider(page).get_by_role("button", name="Next").click()
    expect(place(page)).to_contain_text("2 of 3")
    page.keyboard.press("ArrowLeft")
    expect(place(page)).to_contain_text("1 of 3")
    assert slider(page).get_by_role("button").count() == 2


@pytest.mark.sweep
def test_pictures_of_later_slides_wait(page: Page) -> None:
    visit(page, PRODUCER)
    expect(slider(page).locator("img")).to_have_count(1)


@pytest.mark.sweep
def test_the_panel_stands_beside_the_page_and_holds_it(page: Page) -> None:
    visit(page, PRODUCER)
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).scroll_into_view_if_needed()
    scroll_by(page, 200)
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).press("Enter")
    panel = page.get_by_role("dialog", name="Related materials")
    expect(panel).to_be_visible()
    toggle = page.get_by_role("button", name="CLOSE PANEL", exact=True)
    expect(toggle).to_be_focused()
    expect(page.get_by_role("button", name="RELATED MATERIALS")).to_have_count(0)
    assert scrolled(page) == 0
    assert is_locked(page)
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")

    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name="RELATED MATERIALS", exact=True)).to_be_focused()
    assert not is_locked(page)


@pytest.mark.sweep
def test_the_panel_closes_by_its_button(page: Page) -> None:
    visit(page, PRODUCER)
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).click()
    expect(page.get_by_role("link", name="The estate on one page")).to_be_visible()
    page.get_by_role("button", name="CLOSE PANEL", exact=True).click()
    expect(page.get_by_role("dialog", name="Related materials")).to_have_count(0)
    expect(page.get_by_role("button", name="RELATED MATERIALS", exact=True)).to_be_focused()


@pytest.mark.sweep
def test_the_panel_closes_on_a_click_beside_it(page: Page) -> None:
    visit(page, PRODUCER)
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).click()
    expect(page.get_by_role("link", name="The estate on one page")).to_be_visible()
    page.mouse.click(40, 400)
    expect(page.get_by_role("dialog", name="Related materials")).to_have_count(0)
    expect(page.get_by_role("button", name="RELATED MATERIALS", exact=True)).to_be_focused()


@pytest.mark.sweep
def test_the_panel_comes_back_to_where_the_shopper_was(page: Page) -> None:
    visit(page, shopper.find(page, "HOL-KABI"))
    button = page.get_by_role("button", name="RELATED MATERIALS", exact=True)
    button.evaluate(
        "button => button.addEventListener('click', () => { window.topAtPress = button.getBoundingClientRect().top; })"
    )
    button.press("Enter")
    expect(page.get_by_role("dialog", name="Related materials")).to_be_visible()
    assert scrolled(page) == 0
    page.evaluate("document.querySelector('main h1').style.paddingBlockEnd = '140px'")  # something above grows
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    assert scrolled(page) > 0
    top = button.evaluate("button => button.getBoundingClientRect().top")
    assert top == pytest.approx(page.evaluate("window.topAtPress"), abs=1)


@pytest.mark.sweep
def test_the_panel_hides_the_menu_of_small_screens(phone: Page) -> None:
    arrive(phone, PRODUCER)
    phone.get_by_role("button", name="Menu", exact=True).click()
    expect(phone.get_by_role("navigation", name="Main")).to_be_visible()
    phone.evaluate(
        "[...document.querySelectorAll('main button')].find((b) => b.textContent === 'RELATED MATERIALS').click()"
    )
    expect(phone.get_by_role("dialog", name="Related materials")).to_be_visible()
    expect(phone.get_by_role("navigation", name="Main")).to_be_hidden()


@pytest.mark.sweep
def test_the_materials_can_be_fetched(page: Page) -> None:
    visit(page, PRODUCER)
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).click()
    for name, kind in (("The estate on one page", "application/pdf"), ("Tasting sheet, all wines", "text/plain")):
        url = page.get_by_role("link", name=name).get_attribute("href")
        assert url
        answer = page.request.get(url)
        assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, kind)


@pytest.mark.sweep
def test_from_the_panel_to_the_wines(page: Page) -> None:
    visit(page, PRODUCER)
    page.get_by_role("button", name="RELATED MATERIALS", exact=True).click()
    page.get_by_role("dialog").get_by_role("link", name=f"Wines from {NAME}").click()
    expect(page.get_by_role("dialog", name="Related materials")).to_have_count(0)
    expect(page.get_by_role("heading", name=f"Wines from {NAME}")).to_be_in_viewport()
    assert not is_locked(page)
    assert page.evaluate("document.activeElement.id") == "producer-wines"


@pytest.mark.sweep
def test_the_name_on_a_wine_leads_slowly_to_who_made_it(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    arrive(page, shopper.find(page, "HOL-KABI"))
    scroll_by(page, 10)
    page.clock.install()
    before = scrolled(page)
    page.get_by_role("link", name=NAME, exact=True).first.click()
    page.clock.run_for(500)
    half = scrolled(page)
    page.clock.run_for(600)
    assert before < half < scrolled(page)
    expect(page.locator("#producer")).to_be_in_viewport()
    expect(page.locator("#producer")).to_be_focused()


def test_a_producer_without_scripts(plain: Page) -> None:
    """The materials are a part of the page then, the slider a row that scrolls."""
    visit(plain, PRODUCER)
    plain.get_by_role("link", name="RELATED MATERIALS").click()
    expect(plain.get_by_role("link", name="The estate on one page")).to_be_in_viewport()
    expect(slider(plain).locator("img")).to_have_count(3)
    plain.get_by_role("link", name="See 4 wines").click()
    expect(plain.get_by_role("heading", name=f"Wines from {NAME}")).to_be_in_viewport()
    visit(plain, "/producer/")
    plain.get_by_role("link", name=NAME).click()
    expect(plain.get_by_role("heading", name=NAME, level=1)).to_be_visible()


def test_from_the_front_to_a_grower_by_country(page: Page) -> None:
    visit(page, "/")
    page.get_by_role("link", name="Meet the growers").click()
    page.get_by_role("navigation", name="Countries").get_by_role("link", name="Germany").click()
    expect(page.get_by_role("heading", name="Germany", level=2)).to_be_in_viewport()
    page.get_by_role("link", name=NAME).click()
    page.wait_for_url(f"**{PRODUCER}")
