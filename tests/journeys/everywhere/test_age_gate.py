"""Who comes for the first time is asked their age, over the page they came to, once in 30 days."""

import re
import time

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import reload, visit, wait_until_gate_is_live
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints, NewVisitor, let_in
from vintner.storefront.age_views import COOKIE

QUESTION, YES, NO = "Are you 21 or older?", "Yes, I am of legal age", "No, I am younger"
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


@pytest.fixture
def stranger(new_visitor: NewVisitor) -> BrowserContext:
    """A browser that never was here."""
    return new_visitor(meets_gate=True, reduced_motion="no-preference").context


@pytest.fixture
def plain_stranger(new_visitor: NewVisitor) -> Page:
    """The same without JavaScript."""
    return new_visitor(meets_gate=True, java_script_enabled=False)


def gate(page: Page) -> Locator:
    return page.get_by_role("dialog", name=QUESTION)


def come_to(page: Page, place: str) -> None:
    arrive(page, place)
    wait_until_gate_is_live(page)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def kept_for_days(context: BrowserContext) -> float:
    (cookie,) = [each for each in context.cookies() if each["name"] == COOKIE]
    return (cookie["expires"] - time.time()) / 86_400


def test_a_yes_opens_the_page_where_it_stands_for_thirty_days(stranger: BrowserContext) -> None:
    page = stranger.new_page()
    come_to(page, "/shop/?colour=red#main")
    page.evaluate("window.stays = true")
    expect(gate(page)).to_be_visible()
    expect(page.locator("[inert] h1")).to_have_text("All wines")  # search engines read what nobody else gets at
    press(page, YES)
    expect(gate(page)).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()
    assert page.evaluate("window.stays")
    assert kept_for_days(stranger) == pytest.approx(30, abs=0.1)
    page.get_by_role("link", name="Producers").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The growers")
    expect(gate(page)).to_have_count(0)


def test_by_keyboard_the_gate_is_all_there_is(stranger: BrowserContext) -> None:
    page = stranger.new_page()
    come_to(page, "/")
    expect(gate(page)).to_be_focused()
    page.keyboard.press("Escape")
    reached = set()
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement === document.body ? '' : document.activeElement.textContent"))
    assert reached - {""} == {YES, NO}
    expect(gate(page)).to_be_visible()
    page.get_by_role("button", name=YES).focus()
    page.keyboard.press("Enter")
    expect(gate(page)).to_have_count(0)
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('#main').contains(document.activeElement)")


def test_it_opens_in_all_tabs_and_on_the_way_back(stranger: BrowserContext) -> None:
    first, second = stranger.new_page(), stranger.new_page()
    come_to(first, "/shop/")
    come_to(second, "/")
    press(second, YES)
    expect(gate(second)).to_have_count(0)
    first.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # tabs without windows never hide
    expect(gate(first)).to_have_count(0)
    visit(second, "/producer/")
    second.go_back()
    expect(second.get_by_role("link", name="Producers").first).to_be_visible()
    expect(gate(second)).to_have_count(0)


def test_a_no_is_let_go_kindly_and_may_think_again(stranger: BrowserContext) -> None:
    page = stranger.new_page()
    come_to(page, "/shop/")
    press(page, NO)
    page.wait_for_url("**/age/")
    farewell = page.get_by_role("dialog", name="Thank you for telling us.")
    expect(farewell).to_be_visible()
    expect(page.get_by_role("button", name=NO)).to_have_count(0)
    expect(page.locator("a:not([inert] *)")).to_have_count(0)  # there is nothing to buy
    visit(page, "/shop/")
    expect(gate(page)).to_be_visible()
    visit(page, "/age/")
    press(page, "I am of legal age after all")
    page.wait_for_url(re.compile(r"/$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.sweep
def test_an_answer_that_does_not_arrive_is_told_in_place(stranger: BrowserContext, complaints: Complaints) -> None:
    complaints.expected.append("net::ERR_FAILED")
    page = stranger.new_page()
    come_to(page, "/")
    page.route("**/age/", lambda route: route.abort())
    press(page, YES)
    expect(gate(page).get_by_role("alert")).to_have_text(re.compile("try again"))
    page.unroute("**/age/")
    press(page, YES)
    expect(gate(page)).to_have_count(0)


@pytest.mark.sweep
def test_nothing_moves_when_it_opens(stranger: BrowserContext) -> None:
    page = stranger.new_page()
    page.add_init_script("""window.moved = 0; new PerformanceObserver((list) => {
        for (const { startTime, value } of list.getEntries()) if (startTime > window.pressed) window.moved += value;
    }).observe({ type: 'layout-shift', buffered: true })""")
    come_to(page, "/shop/")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.evaluate(DRAWN)  # what fonts move is another story's
    page.evaluate("window.pressed = performance.now()")
    press(page, YES)
    expect(gate(page)).to_have_count(0)
    page.evaluate(DRAWN)
    assert page.evaluate("window.moved") <= 0.01


def test_without_javascript_it_asks_once_and_leads_back(plain_stranger: Page) -> None:
    page = plain_stranger
    visit(page, "/shop/?colour=red&orderby=price&utm_source=letter")
    expect(gate(page)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=YES)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    press(page, NO)
    expect(page).to_have_url(re.compile(r"/age/$"))
    visit(page, "/shop/?colour=red&orderby=price&utm_source=letter")
    press(page, YES)
    expect(page).to_have_url(re.compile(r"/shop/\?colour=red&orderby=price$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(gate(page)).to_have_count(0)
    assert kept_for_days(page.context) == pytest.approx(30, abs=0.1)


def test_strangers_and_guests_share_no_kept_page(stranger: BrowserContext, page: Page) -> None:
    first = stranger.new_page()
    url = shopper.find(page, "V-SIMPLE")
    for _ in range(2):
        before, behind = visit(first, url), visit(page, url)
        assert before is not None
        assert behind is not None
        expect(gate(first)).to_be_visible()
        expect(gate(page)).to_have_count(0)
        assert before.header_value("etag") != behind.header_value("etag")
        assert "vintner_of_age" not in (before.header_value("set-cookie") or "")


def test_what_e_mails_lead_to_is_not_gated(stranger: BrowserContext, page: Page, store: RunningStore) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    elsewhere = stranger.new_page()
    visit(elsewhere, page.url)
    expect(elsewhere.get_by_role("heading", level=1)).to_be_visible()
    expect(gate(elsewhere)).to_have_count(0)
    visit(elsewhere, "/shop/")
    expect(gate(elsewhere)).to_be_visible()
    let_in(stranger, store)
    reload(elsewhere)
    expect(gate(elsewhere)).to_have_count(0)
