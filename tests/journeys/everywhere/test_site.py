"""What surrounds every page: the notice, the navigation, the basket, the colors, and what a missing page says."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys import shopper
from tests.journeys.live import visit, wait_until_live
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints

NOTICE = "[data-store-notice]"
BASKET = "[data-basket]"


def menu(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Main")


def open_menu(page: Page) -> Locator:
    """Open the panel of a small screen, and wait until the page gives it all that it has."""
    page.get_by_role("button", name="Menu", exact=True).click()
    expect(page.get_by_role("button", name="Close the menu")).to_be_focused()
    return menu(page)


def basket(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^Basket,"))


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    return {"left": found["x"], "top": found["y"], "width": found["width"], "height": found["height"]}


def without_scripts(page: Page) -> None:
    """Leave the page, which may still wait for some of its scripts, and let none come from now on."""
    page.goto("about:blank")
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))


def test_a_dismissed_notice_stays_away_from_the_first_paint_on(page: Page) -> None:
    arrive(page, "/")
    expect(page.locator(NOTICE)).to_be_visible()
    name = f"store_notice{page.locator(NOTICE).get_attribute('data-store-notice')}"
    page.get_by_role("button", name="Dismiss", exact=True).click()
    expect(page.locator(NOTICE)).to_be_hidden()
    (kept,) = [cookie for cookie in page.context.cookies() if cookie["name"] == name]
    assert (kept["value"], kept["path"], kept["expires"]) == ("hidden", "/", -1)
    without_scripts(page)
    page.goto("/shop/", wait_until="load")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(NOTICE)).to_be_hidden()


@pytest.mark.sweep
def test_a_notice_with_other_words_is_shown_to_those_who_dismissed_the_old_one(page: Page, store: RunningStore) -> None:
    page.context.add_cookies([{"name": f"store_notice{'0' * 32}", "value": "hidden", "url": store.url}])
    visit(page, "/")
    expect(page.locator(NOTICE)).to_be_visible()


@pytest.mark.parametrize(("width", "slides"), [(767, True), (768, False)])
def test_the_menu_slides_out_up_to_767_pixels(page: Page, width: int, slides: bool) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    visit(page, "/")
    expect(page.get_by_role("button", name="Menu", exact=True)).to_be_visible(visible=slides)
    expect(menu(page).get_by_role("link", name="All wines")).to_be_visible(visible=not slides)


def test_the_panel_keeps_the_focus_and_gives_it_back(phone: Page) -> None:
    arrive(phone, "/shop/")
    panel = open_menu(phone)
    outside = "!document.querySelector('#main-menu').contains(document.activeElement) && document.activeElement.tagName"
    for _ in range(30):
        phone.keyboard.press("Tab")
        assert phone.evaluate(outside) in (False, "BODY")  # the body stands for the browser's own controls
    expect(phone.locator("html")).to_have_css("overflow-y", "hidden")
    phone.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(phone.get_by_role("button", name="Menu", exact=True)).to_be_focused()
    expect(phone.locator("html")).not_to_have_css("overflow-y", "hidden")
    expect(phone.locator("[inert]")).to_have_count(0)


@pytest.mark.sweep
def test_a_panel_that_was_opened_before_the_scripts_came_keeps_the_focus_too(phone: Page) -> None:
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        route.continue_() if released else held.append(route)

    phone.route("**/*.js", hold)
    phone.goto("/shop/", wait_until="commit")
    phone.get_by_role("button", name="Menu", exact=True).click()
    expect(menu(phone).get_by_role("link", name="All wines")).to_be_visible()
    released = True
    for route in held:
        route.continue_()
    expect(phone.get_by_role("button", name="Close the menu")).to_be_focused()
    expect(phone.locator("#main")).to_have_attribute("inert", "")


@pytest.mark.sweep
def test_a_tap_outside_the_panel_closes_it_and_does_nothing_else(phone: Page) -> None:
    arrive(phone, "/shop/")
    panel = open_menu(phone)
    phone.mouse.click(352, 300)
    expect(panel).to_be_hidden()
    expect(phone.get_by_role("button", name="Menu", exact=True)).to_be_focused()
    assert phone.url.endswith("/shop/")


@pytest.mark.sweep
def test_submenus_open_one_at_a_time_and_search_drops_down(phone: Page) -> None:
    arrive(phone, "/")
    panel = open_menu(phone)
    panel.locator("summary", has_text="Countries").click()
    expect(panel.get_by_role("link", name="France")).to_be_visible()
    panel.locator("summary", has_text="Search").click()
    expect(panel.get_by_role("link", name="France")).to_be_hidden()
    field = panel.locator("input[type=search]")
    expect(field).to_be_focused()
    field.fill("riesling")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/?s=riesling**")


def test_the_menu_works_without_scripts(plain: Page) -> None:
    plain.set_viewport_size({"width": 360, "height": 640})
    visit(plain, "/")
    plain.get_by_role("button", name="Menu", exact=True).click()
    menu(plain).locator("summary", has_text="Countries").click()
    menu(plain).get_by_role("link", name="France").click()
    plain.wait_for_url("**/product-category/france/")
    expect(plain.locator(BASKET)).to_have_count(0)
    expect(plain.get_by_role("button", name="Dismiss", exact=True)).to_be_hidden()


@pytest.mark.sweep
def test_a_submenu_by_keyboard(page: Page) -> None:
    visit(page, "/")
    expect(page.locator(BASKET)).to_be_visible()
    drawer = menu(page).locator("summary", has_text="Countries")
    drawer.focus()
    page.keyboard.press("Enter")
    expect(menu(page).get_by_role("link", name="France")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu(page).get_by_role("link", name="France")).to_be_hidden()
    expect(drawer).to_be_focused()


@pytest.mark.sweep
def test_the_header_gives_way_on_the_way_down_and_comes_back_on_the_way_up(phone: Page) -> None:
    visit(phone, "/shop/")
    expect(phone.locator(BASKET)).to_be_visible()
    header = phone.get_by_role("banner")
    phone.mouse.wheel(0, 900)
    expect(header).to_have_attribute("data-away", "")
    phone.mouse.wheel(0, -200)
    expect(header).not_to_have_attribute("data-away", "")
    expect(header).to_be_in_viewport()


NOTE_FIRST_PLACE = """new MutationObserver((_, watch) => {
    const basket = document.querySelector('[data-basket]');
    if (!basket) return;
    watch.disconnect();
    const { left, top } = basket.getBoundingClientRect();
    window.firstPlace = [left, top];
}).observe(document, { childList: true, subtree: true })"""
"""Where the basket is drawn when it comes, before anything is painted."""


def test_27_the_basket_has_a_way_to_move_without_dragging(page: Page) -> None:
    visit(page, "/shop/")
    basket(page).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Top left").press("Enter")
    expect(page.get_by_role("button", name="Move the basket")).to_be_focused()
    page.add_init_script(NOTE_FIRST_PLACE)
    visit(page, "/")
    expect(basket(page)).to_be_visible()
    assert page.evaluate("firstPlace") == [16, 16], "it stands there from the start"
    there = box(basket(page))
    assert (there["left"], there["top"]) == (16, 16)


def test_27_the_basket_never_covers_a_focused_control(phone: Page) -> None:
    visit(phone, "/shop/")
    expect(basket(phone)).to_be_visible()
    covered = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
        const focused = document.activeElement, floating = document.querySelector('[data-basket]');
        if (focused === document.body || floating.contains(focused) || 'gone' in floating.dataset) return done(null);
        const a = focused.getBoundingClientRect(), b = floating.getBoundingClientRect();
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        done(apart ? null : focused.outerHTML.slice(0, 120));
    })))"""
    for corner in ("Bottom right", "Top right"):
        phone.get_by_role("button", name="Move the basket").click()
        phone.get_by_role("button", name=corner).click()
        phone.locator("#main").focus()
        for _ in range(40):
            phone.keyboard.press("Tab")
            assert phone.evaluate(covered) is None


COVERED = """() => {
    const floating = document.querySelector('[data-basket]');
    if (!floating || 'gone' in floating.dataset) return [];
    const own = floating.getBoundingClientRect();
    const controls = document.querySelectorAll('a[href], button, input, select, textarea, summary, iframe');
    return [...controls].filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const x = [Math.max(left, own.left), Math.min(right, own.right)];
        const y = [Math.max(top, own.top), Math.min(bottom, own.bottom)];
        if (floating.contains(each) || x[1] - x[0] <= 0 || y[1] - y[0] <= 0) return false;
        const isPicture = each.matches('a:has(img)') && right - left >= 2 * own.width && bottom - top >= 2 * own.width;
        if (isPicture) return false;
        const there = document.elementsFromPoint((x[0] + x[1]) / 2, (y[0] + y[1]) / 2);
        return each.contains(there.find((one) => !floating.contains(one)));
    }).map((each) => each.outerHTML.slice(0, 100));
}"""
"""What could be pressed if the basket did not lie over it. Beside it there is room to press a large picture."""
SCROLL = """async (step) => {
    scrollBy({ top: step, behavior: 'instant' });
    for (const _ of 'ab') await new Promise(requestAnimationFrame);
}"""
"""The page hears of it in the next frame."""
STANDS_CLEAR = f"""() => !('scrolled' in (document.querySelector('[data-basket]')?.dataset ?? {{}}))
    && ({COVERED})().length === 0"""
"""The basket makes way once the page stands still; a control that it lies over for good is never clear."""


@pytest.mark.sweep
@pytest.mark.parametrize("width", [320, 360, 768])
@pytest.mark.parametrize("place", ["V-SIMPLE", "/shop/"])
def test_the_basket_never_covers_a_control_where_it_has_no_margin(phone: Page, width: int, place: str) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    shopper.add(phone)
    phone.keyboard.press("Escape")
    arrive(phone, place)
    expect(phone.locator("[data-basket]")).to_be_attached()
    out_of_view = 0
    for step in [150] * 24 + [-150] * 8:
        phone.evaluate(SCROLL, step)
        phone.wait_for_function(STANDS_CLEAR)
        out_of_view += phone.locator(f"{BASKET}[data-gone]").count()
    assert out_of_view <= 4, "nearly always there is a place for it"


@pytest.mark.sweep
def test_the_basket_of_a_phone_stays_while_its_dialog_is_open(phone: Page) -> None:
    visit(phone, "/shop/")
    before = box(basket(phone))
    basket(phone).click()
    expect(phone.get_by_role("dialog", name="Your cart")).to_be_visible()
    phone.evaluate("() => addEventListener('wheel', () => { window.turned = true }, { passive: false })")
    phone.mouse.wheel(0, 600)
    phone.wait_for_function("() => window.turned")  # later on, the page would scroll
    phone.keyboard.press("Escape")
    expect(basket(phone)).to_be_focused()
    assert box(basket(phone)) == before


@pytest.mark.sweep
def test_a_short_press_opens_the_cart_and_a_long_one_drags_the_basket(page: Page) -> None:
    visit(page, "/shop/")
    expect(basket(page)).to_be_visible()
    start = box(page.locator(BASKET))
    x, y = start["left"] + 20, start["top"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(f"{BASKET}[data-dragged]")).to_be_visible()  # held for 200 ms
    page.mouse.move(x - 400, y - 300)
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Your cart")).to_be_hidden()
    moved = box(page.locator(BASKET))
    assert (moved["left"], moved["top"]) == pytest.approx((start["left"] - 400, start["top"] - 300), abs=2)
    page.set_viewport_size({"width": 500, "height": 640})
    expect(basket(page)).to_be_in_viewport(ratio=1)
    basket(page).click()
    expect(page.get_by_role("dialog", name="Your cart")).to_be_visible()
    page.keyboard.press("Escape")
    expect(basket(page)).to_be_focused()


@pytest.mark.sweep
def test_the_basket_counts_bottles_and_makes_room_where_the_cart_is_the_page(page: Page) -> None:
    shopper.add(page, quantity=2)
    expect(page.get_by_role("button", name="Basket, 2 bottles")).to_be_visible()
    visit(page, "/cart/")
    expect(page.get_by_role("link", name="Cart, 2 bottles")).to_be_visible()
    expect(page.locator(BASKET)).to_have_count(0)


def test_29_show_and_hide_is_a_button_with_state_on_the_password_field(page: Page) -> None:
    arrive(page, "/my-source/?section=login")
    field = page.get_by_label("Password", exact=True)
    field.fill("riesling-and-rain-26")
    page.get_by_role("button", name="Show password").press("Enter")
    expect(field).to_have_attribute("type", "text")
    expect(field).to_have_attribute("autocomplete", "current-password")
    page.get_by_role("button", name="Hide password").click()
    expect(field).to_have_attribute("type", "password")
    expect(field).to_have_value("riesling-and-rain-26")


def test_a_description_shows_while_its_field_has_the_focus(page: Page) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    words = page.get_by_text("So the courier can reach you")
    field = page.locator("#billing_phone")
    expect(field).to_have_accessible_description(re.compile("So the courier can reach you"))
    expect(words).to_be_hidden()
    field.focus()
    expect(words).to_be_visible()
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    field.click()
    expect(words).to_be_visible()
    page.get_by_role("heading", level=1).click()
    expect(words).to_be_hidden()


def test_the_chosen_colors_stay_from_the_first_paint_on(page: Page) -> None:
    arrive(page, "/")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("body")).not_to_have_css("background-color", before)
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    without_scripts(page)
    page.goto("/shop/", wait_until="load")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == after


def test_two_fonts_arrive_and_nothing_moves(page: Page) -> None:
    fonts: list[str] = []
    page.on("request", lambda request: fonts.append(request.url) if request.resource_type == "font" else None)
    page.add_init_script("""window.moved = 0; new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.moved += shift.value;
    }).observe({ type: 'layout-shift', buffered: true })""")
    visit(page, "/shop/")
    expect(basket(page)).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert 0 < len(set(fonts)) <= 2
    assert page.evaluate("window.moved") <= 0.05


def test_a_missing_page_leads_back_into_the_shop(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("404")
    answer = visit(page, "/nowhere/")
    assert answer is not None
    assert answer.status == 404
    wait_until_live(page)
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Red", exact=True)).to_be_visible()
    main.locator("input[type=search]").fill("riesling")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?s=riesling**")
