"""Pictures to look at closely and to page through."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit, wait_until_at_rest
from tests.journeys.visitors import PHONE, NewVisitor
from tests.journeys.wine_page import FULL_SCREEN, open_wine


@pytest.fixture
def touch(new_visitor: NewVisitor) -> Page:
    """A visitor with nothing but fingers."""
    return new_visitor(viewport=PHONE, has_touch=True, is_mobile=True)


def gallery(page: Page) -> Locator:
    return page.locator("figure", has=page.get_by_role("button", name=FULL_SCREEN))


def thumbnail(page: Page, number: int) -> Locator:
    return gallery(page).get_by_role("link", name=re.compile(rf"^Picture {number} of "))


def shown(page: Page) -> Locator:
    """The picture on the stage; the others are inert."""
    return gallery(page).locator("[data-slide]:not([inert]) img")


def expect_picture(page: Page, number: int) -> None:
    expect(thumbnail(page, number)).to_have_attribute("aria-current", "true")
    expect(shown(page)).to_be_in_viewport(ratio=0.2)


def test_13_gallery_shows_all_thumbnails_and_follows_keys(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    links = gallery(page).get_by_role("link")
    assert links.count() >= 2
    for link in links.all():
        expect(link).to_be_in_viewport()
    thumbnail(page, 2).click()
    expect_picture(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_picture(page, 1)
    page.keyboard.press("ArrowLeft")  # there is no way round
    expect_picture(page, 1)
    page.keyboard.press("ArrowRight")
    expect_picture(page, 2)


def test_13_gallery_follows_a_finger(touch: Page) -> None:
    open_wine(touch, "V-SIMPLE")
    expect(touch.get_by_role("button", name="Zoom")).to_be_visible()  # the slider's size is known
    box = gallery(touch).locator("[data-slide]").first.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 3
    finger = touch.context.new_cdp_session(touch)

    def send(kind: str, x: float | None) -> None:
        points = [] if x is None else [{"x": x, "y": middle}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    wait_until_at_rest(touch)
    send("touchStart", 300)
    for x in range(290, 40, -25):
        send("touchMove", x)
    send("touchEnd", None)
    expect_picture(touch, 2)


def test_13_zoom_by_click_and_by_keyboard(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    button = page.get_by_role("button", name="Zoom")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(shown(page)).to_have_css("transform", re.compile(r"^matrix\(2"))
    origin = shown(page).evaluate("e => getComputedStyle(e).transformOrigin")
    page.keyboard.press("ArrowDown")
    expect(shown(page)).not_to_have_css("transform-origin", origin)
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-pressed", "false")
    shown(page).hover()
    expect(button).to_have_attribute("aria-pressed", "true")
    shown(page).click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_13_fingers_zoom_by_tapping(touch: Page) -> None:
    open_wine(touch, "V-SIMPLE")
    button = touch.get_by_role("button", name="Zoom")
    expect(button).to_have_attribute("aria-pressed", "false")
    shown(touch).tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    shown(touch).tap(force=True)
    expect(button).to_have_attribute("aria-pressed", "false")


def test_13_lightbox_is_a_modal_dialog(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    opener = page.get_by_role("button", name=FULL_SCREEN)
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Pictures of Les Hauts de Roques")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_text("A bottle of Les Hauts de Roques").last).to_be_visible()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert dialog.evaluate("dialog => dialog.contains(document.activeElement)")
    page.keyboard.press("ArrowRight")
    expect(dialog.get_by_text("The label of Les Hauts de Roques").last).to_be_visible()
    page.keyboard.press("z")
    expect(dialog).to_have_class(re.compile("pswp--zoomed-in"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    expect_picture(page, 2)  # the page goes on where the dialog stopped


def test_13_without_scripts_thumbnails_lead_to_the_pictures(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    link = plain.get_by_role("link", name=re.compile(r"^Picture 2 of "))
    answer = plain.request.get(link.get_attribute("href") or "")
    assert answer.headers["content-type"] == "image/jpeg"


def producer_slides(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile("^Pictures of "))


def test_14_carousel_starts_with_its_pause_button_and_stops_for_the_focus(page: Page, lively: Page) -> None:
    open_wine(lively, "V-SIMPLE")
    slides = producer_slides(lively)
    slides.scroll_into_view_if_needed()
    pause = slides.get_by_role("button", name="Pause slides")
    expect(pause).to_be_visible()
    first = slides.locator("a, button, input, [tabindex='0']").first
    expect(first).to_have_accessible_name("Pause slides")
    said = slides.locator("[aria-live]")
    expect(said).to_have_count(1)  # one slide is announced
    expect(said).to_have_attribute("aria-live", "off")
    pause.focus()
    expect(said).to_have_attribute("aria-live", "polite")
    lively.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r", 2 of \d"))
    expect(slides.get_by_role("button", name="Play slides")).to_be_visible()
    # with reduced motion nothing moves, so there is nothing to pause
    open_wine(page, "V-SIMPLE")
    producer_slides(page).scroll_into_view_if_needed()
    expect(producer_slides(page).get_by_role("button", name="Next")).to_be_visible()
    expect(producer_slides(page).get_by_role("button", name="Pause slides")).to_have_count(0)


def test_14_carousel_moves_by_itself_until_the_pointer_rests_on_it(lively: Page) -> None:
    lively.clock.install()
    open_wine(lively, "V-SIMPLE")
    slides = producer_slides(lively)
    slides.scroll_into_view_if_needed()
    expect(slides.get_by_role("button", name="Pause slides")).to_be_visible()
    said = slides.locator("[aria-live]")
    lively.clock.run_for(5_100)
    expect(said).to_have_text(re.compile(r", 2 of \d"))
    slides.hover()
    expect(said).to_have_attribute("aria-live", "polite")
    lively.clock.run_for(20_000)
    expect(said).to_have_text(re.compile(r", 2 of \d"))


def test_14_only_the_pictures_about_to_be_seen_are_loaded(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    slides = producer_slides(page)
    slides.scroll_into_view_if_needed()
    expect(slides.get_by_role("button", name="Next")).to_be_visible()
    expect(slides.locator("img")).to_have_count(1)
    slides.get_by_role("button", name="Next").click()
    expect(slides.locator("[data-slide]:not([inert]) img")).to_be_visible()
    expect(slides.locator("img").nth(2)).to_be_attached()


def test_14_without_scripts_a_carousel_is_a_row_that_scrolls(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    row = plain.get_by_role("group", name="Wines like this one")
    expect(row.get_by_role("article").last).to_be_attached()
    assert producer_slides(plain).locator("img").count() >= 2
    assert row.get_by_role("button", name="Next").count() == 0
