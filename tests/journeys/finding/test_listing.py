"""Shoppers look through the shelves, page after page, and come back to where they were."""

import re
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.live import reload, visit
from tests.journeys.visitors import Complaints, NewVisitor
from tests.sweeps import swept

HEIGHTS = {360: 640, 768: 1024, 1440: 900}
"""Windows by their width."""
PER_PAGE = 12
TOUCH = 44
"""What a finger needs, in pixels."""


@pytest.fixture(params=swept(HEIGHTS, guards={360}), ids=lambda width: f"{width} px")
def sized(request: pytest.FixtureRequest, new_visitor: NewVisitor) -> Page:
    width: int = request.param
    return new_visitor(viewport={"width": width, "height": HEIGHTS[width]}, reduced_motion="reduce")


def wines(page: Page) -> Locator:
    return page.locator("ul.products > li.product")


def count_text(page: Page) -> Locator:
    """The polite live region that says how much is shown."""
    return page.locator(".br_product_result_count[role=status]")


def total(page: Page) -> int:
    """How many wines the listing on screen has in all its pages."""
    return int(page.evaluate("JSON.parse(document.getElementById('page').textContent).props.pagination.total"))


def open_shop(page: Page, path: str = "/shop/") -> None:
    """Open a listing and wait until it works."""
    visit(page, path)
    expect(page.locator(".woocommerce-pagination")).to_be_hidden()


def scroll_to_the_end(page: Page) -> None:
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def load_by_scrolling(page: Page, pages: int) -> None:
    """Scroll to the end of the wines until so many pages are there."""
    for number in range(2, pages + 1):
        page.evaluate("scrollBy(0, document.querySelector('ul.products').getBoundingClientRect().bottom - innerHeight)")
        expect(wines(page)).to_have_count(number * PER_PAGE)


def top_of(item: Locator) -> float:
    top: float = item.evaluate("element => element.getBoundingClientRect().top")
    return top


def is_painted(item: Locator) -> bool:
    """Say whether an element is to be seen, transparent ones not counting."""
    seen: bool = item.evaluate("e => e.checkVisibility({opacityProperty: true, visibilityProperty: true})")
    return seen


def test_03_text_is_painted_while_every_picture_is_still_on_its_way(sized: Page, complaints: Complaints) -> None:
    complaints.expected.append("net::ERR_FAILED")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    sized.route("**/media/**", hold)
    with sized.expect_request("**/media/**"):  # pictures are asked for at once
        sized.goto("/shop/", wait_until="domcontentloaded")
    sized.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    assert is_painted(sized.get_by_role("heading", level=1))
    assert is_painted(wines(sized).first.get_by_role("heading"))
    assert is_painted(wines(sized).first.locator("button.add_to_cart_button"))
    for route in waiting:
        route.abort()
    sized.unroute_all(behavior="ignoreErrors")


def test_03_without_javascript_text_and_first_pictures_are_there(plain: Page) -> None:
    visit(plain, "/shop/")
    first = wines(plain).first
    assert is_painted(first.get_by_role("heading"))
    picture = first.locator("img")
    expect(picture).to_have_attribute("loading", "eager")
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    assert is_painted(picture)
    expect(wines(plain).last.locator("img")).to_have_attribute("loading", "lazy")


def test_04_without_javascript_links_lead_from_page_to_page(plain: Page) -> None:
    visit(plain, "/shop/")
    plain.locator(".woocommerce-pagination a.next").click()
    plain.wait_for_url("**/shop/page/2/")
    plain.locator(".woocommerce-pagination a.prev").click()
    plain.wait_for_url("**/shop/")
    wines(plain).get_by_role("button", name=re.compile("^Add to cart")).first.click()
    expect(plain.get_by_text("has been added to your cart.")).to_be_visible()


def test_06_back_returns_to_the_same_place(sized: Page) -> None:
    open_shop(sized)
    load_by_scrolling(sized, 3)
    link = wines(sized).nth(2 * PER_PAGE + 3).get_by_role("heading").get_by_role("link")
    link.scroll_into_view_if_needed()
    sized.wait_for_url("**/shop/page/3/")
    name, top = link.inner_text(), top_of(link)
    link.click()
    expect(sized.get_by_role("heading", level=1)).to_contain_text(name)
    sized.go_back(wait_until="commit")
    expect(wines(sized)).to_have_count(3 * PER_PAGE)
    expect(link).to_be_in_viewport()
    assert abs(top_of(link) - top) <= 2
    expect(link).to_have_text(name)
    assert sized.url.endswith("/shop/page/3/")


def test_06_the_keyboard_comes_back_to_the_same_wine(page: Page) -> None:
    open_shop(page)
    load_by_scrolling(page, 2)
    link = wines(page).nth(PER_PAGE + 2).get_by_role("heading").get_by_role("link")
    page.keyboard.press("Tab")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/product/**")
    page.go_back(wait_until="commit")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()


def test_06_a_link_to_the_same_listing_starts_at_its_top(page: Page) -> None:
    open_shop(page)
    load_by_scrolling(page, 2)
    page.evaluate("scrollTo(0, 600)")
    page.wait_for_url("**/shop/")
    page.locator("#main-menu a[href='/shop/']").dispatch_event("click")
    expect(wines(page)).to_have_count(PER_PAGE)
    expect(page.locator(".woocommerce-pagination")).to_be_hidden()  # what was kept of it would be there by now
    assert page.evaluate("scrollY") == 0


def test_07_after_three_pages_the_footer_is_reached_and_more_come_when_asked_for(sized: Page) -> None:
    open_shop(sized)
    expect(count_text(sized)).to_have_text(f"Showing 1–12 of {total(sized)} results")
    load_by_scrolling(sized, 4)
    more = sized.get_by_role("button", name="Load More")
    expect(more).to_be_enabled()
    scroll_to_the_end(sized)
    expect(sized.get_by_role("contentinfo")).to_be_in_viewport()
    expect(count_text(sized)).to_have_text(f"Showing 1–48 of {total(sized)} results")
    expect(wines(sized)).to_have_count(4 * PER_PAGE)
    more.focus()
    sized.keyboard.press("Enter")
    expect(wines(sized)).to_have_count(5 * PER_PAGE)
    expect(wines(sized).nth(4 * PER_PAGE).get_by_role("heading").get_by_role("link")).to_be_focused()


SEEN: Final = 0.01
"""A tenth of the layout shift up to which a page counts as good."""
SHIFTS: Final = """window.moved = []; new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) moved.push(shift.value)
}).observe({ type: 'layout-shift', buffered: true })"""
TWO_FRAMES: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(moved))))"


def test_07_nothing_moves_when_wines_come_by_themselves(sized: Page) -> None:
    """Cards above the window that are laid out while one scrolls, and fonts that arrive, are not counted here."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    sized.add_init_script(SHIFTS)
    sized.route("**/shop/page/*/", hold)
    open_shop(sized)
    for number in (2, 3):
        sized.evaluate(
            "scrollBy(0, document.querySelector('ul.products').getBoundingClientRect().bottom - innerHeight / 2)"
        )
        expect(sized.locator("button[aria-busy]")).to_have_count(1)
        expect(sized.get_by_role("contentinfo")).not_to_be_in_viewport()
        sized.evaluate(TWO_FRAMES)
        sized.evaluate("moved.length = 0")
        held.pop().continue_()
        expect(wines(sized)).to_have_count(number * PER_PAGE)
        moved = sized.evaluate(TWO_FRAMES)
        assert sum(moved) <= SEEN, moved
    sized.unroute_all(behavior="ignoreErrors")


def test_07_wines_that_come_leave_the_focus_alone(page: Page) -> None:
    open_shop(page)
    link = wines(page).nth(PER_PAGE - 1).get_by_role("heading").get_by_role("link")
    link.focus()
    scroll_to_the_end(page)
    expect(wines(page).nth(2 * PER_PAGE - 1)).to_be_attached()
    expect(link).to_be_focused()


def test_07_the_address_follows_the_page_in_view_and_back_scrolls_to_it(sized: Page) -> None:
    open_shop(sized)
    load_by_scrolling(sized, 3)
    starts = sized.locator("ul.products > li[data-url]")
    for index, path in ((1, "/shop/page/2/"), (2, "/shop/page/3/")):
        starts.nth(index).evaluate("element => element.scrollIntoView()")
        sized.wait_for_url(f"**{path}")
    loaded = sized.evaluate("performance.timeOrigin")
    sized.go_back()
    sized.wait_for_url("**/shop/page/2/")
    expect(starts.nth(1)).to_be_in_viewport()
    assert 0 <= top_of(starts.nth(1)) < 120, "below the header of phones"
    assert sized.evaluate("performance.timeOrigin") == loaded, "the page was not loaded again"
    assert sized.request.get(sized.url).ok, "the address is that of a page of its own"


@pytest.mark.sweep
def test_back_to_a_page_that_is_not_loaded_loads_it(page: Page) -> None:
    open_shop(page)
    whole = total(page)
    load_by_scrolling(page, 2)
    page.locator("ul.products > li[data-url]").nth(1).evaluate("element => element.scrollIntoView()")
    page.wait_for_url("**/shop/page/2/")
    reload(page)
    expect(wines(page)).to_have_count(PER_PAGE)
    page.go_back()
    page.wait_for_url("**/shop/")
    expect(count_text(page)).to_have_text(f"Showing 1–12 of {whole} results")


@pytest.mark.sweep
def test_who_enters_at_a_later_page_loads_the_ones_before_and_stays_in_place(sized: Page) -> None:
    open_shop(sized, "/shop/page/3/")
    first = wines(sized).first
    name = first.get_by_role("heading").inner_text()
    first.evaluate("element => element.scrollIntoView()")
    kept = wines(sized).filter(has=sized.get_by_role("heading", name=name, exact=True))
    top = top_of(kept)
    sized.get_by_role("button", name="Load Previous").evaluate("button => button.click()")
    expect(wines(sized).nth(PER_PAGE).get_by_role("heading")).to_have_text(name)
    assert abs(top_of(kept) - top) <= 2
    expect(sized.locator("ul.products > li[class='product']")).to_have_count(wines(sized).count())  # all are shown


def test_08_the_end_is_visible_and_announced(sized: Page) -> None:
    open_shop(sized, "/shop/page/5/")
    scroll_to_the_end(sized)
    end = sized.locator("p", has_text="No more products")
    expect(end).to_be_visible()
    expect(sized.locator("#announcements")).to_have_text("No more products")
    expect(count_text(sized)).to_have_text(f"Showing 49–{total(sized)} of {total(sized)} results")
    expect(sized.get_by_role("button", name="Load More")).to_have_count(0)


def test_08_a_failed_load_offers_another_try_and_loses_nothing(sized: Page, complaints: Complaints) -> None:
    complaints.expected.append("net::ERR_FAILED")
    open_shop(sized)
    names = wines(sized).get_by_role("heading").all_text_contents()
    sized.route("**/shop/page/2/", lambda route: route.abort(), times=1)
    scroll_to_the_end(sized)
    expect(sized.get_by_role("alert")).to_contain_text("could not be loaded")
    assert wines(sized).get_by_role("heading").all_text_contents() == names
    sized.get_by_role("button", name="Retry").click()
    expect(wines(sized).nth(2 * PER_PAGE - 1)).to_be_attached()
    assert wines(sized).get_by_role("heading").all_text_contents()[:PER_PAGE] == names
    expect(sized.get_by_role("alert")).to_have_count(0)


def test_11_a_card_says_all_that_wine_is_chosen_by(sized: Page) -> None:
    cards = sized.request.get("/shop/", headers={"Accept": "application/json"}).json()["cards"]
    open_shop(sized)
    for card, item in zip(cards, wines(sized).all(), strict=True):
        said = (item.text_content() or "").replace("\u00a0", " ")
        told = [card["name"], card["producer"], card["region"], card["stock"], card["price"]["current"], card["unit"]]
        assert all(told), card
        told += [card["vintage"], f"({card['rating']['count']})" if card["rating"] else ""]
        assert [words for words in told if words not in said] == []
    assert sum(bool(card["vintage"] and card["rating"]) for card in cards) > PER_PAGE / 2


def test_11_each_card_has_one_clear_way_to_buy_that_a_finger_hits(sized: Page) -> None:
    open_shop(sized)
    ways = re.compile("^(Add to cart|Choose options|See the wine)")
    for item in wines(sized).all():
        way = item.get_by_role("button", name=ways).or_(item.get_by_role("link", name=ways))
        expect(way).to_have_count(1)
        box = way.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= TOUCH


def go_button(page: Page) -> Locator:
    form = page.locator("form", has=page.locator("select[name=orderby]"))
    return form.get_by_role("button", name="Go", exact=True, include_hidden=True)


def test_12_arrow_keys_in_the_sort_control_choose_but_do_not_leave(page: Page) -> None:
    open_shop(page, "/shop/?colour=red")
    select = page.get_by_role("combobox", name="Sort order")
    expect(go_button(page)).to_be_hidden()
    select.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(select).to_have_value("rating")
    assert page.url.endswith("/shop/?colour=red")
    page.keyboard.press("Tab")
    expect(go_button(page)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"[?&]orderby=rating"))
    assert "colour=red" in page.url, "the other choices are kept"


def test_12_enter_commits_the_order(page: Page) -> None:
    open_shop(page)
    page.get_by_role("combobox", name="Sort order").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/shop/?orderby=popularity")


def test_12_a_choice_by_pointer_submits_at_once_and_back_shows_the_order_of_the_page(page: Page) -> None:
    open_shop(page)
    page.get_by_role("combobox", name="Sort order").select_option("price")
    page.wait_for_url("**/shop/?orderby=price")
    open_shop_select = page.get_by_role("combobox", name="Sort order")
    expect(open_shop_select).to_have_value("price")
    page.go_back()
    page.wait_for_url("**/shop/")
    expect(open_shop_select).to_have_value("menu_order")


def test_12_without_javascript_a_button_sorts(plain: Page) -> None:
    visit(plain, "/shop/")
    plain.get_by_role("combobox", name="Sort order").select_option("price-desc")
    go_button(plain).click()
    plain.wait_for_url("**/shop/?orderby=price-desc")


def test_two_wines_added_at_once_are_both_in_the_cart(page: Page) -> None:
    open_shop(page)
    buttons = wines(page).locator("button.add_to_cart_button")
    for index in (0, 1):
        buttons.nth(index).click()
    expect(page.locator("button.add_to_cart_button.added")).to_have_count(2)
    expect(wines(page).get_by_role("link", name="View cart")).to_have_count(2)
    expect(page.get_by_role("button", name="Cart, 2 bottles").first).to_be_visible()
    expect(page.locator("#announcements")).to_contain_text("was added to your cart.")


def test_11_the_first_bottles_stand_on_the_first_screen(sized: Page) -> None:
    visit(sized, "/shop/")
    expect(wines(sized).first.get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(sized.get_by_label("Sort order")).to_be_in_viewport(ratio=1)


def test_10_a_phone_searches_from_the_header(phone: Page) -> None:
    visit(phone, "/shop/")
    button = phone.get_by_role("button", name="Search for wines", exact=True)
    button.click()
    expect(phone.locator("#header-search")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator("#header-search")).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    expect(phone.locator("#header-search")).to_be_focused()
    phone.keyboard.type("riesling")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/?s=riesling**")
