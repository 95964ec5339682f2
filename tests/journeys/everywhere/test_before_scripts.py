"""What is pressed before the page's scripts have come."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.architecture.tree import REPOSITORY
from tests.journeys import shopper
from tests.journeys.live import HYDRATED, visit
from tests.journeys.visitors import Complaints
from tests.sweeps import swept

ENTRY = re.compile(r"/static/assets/browser-.*\.js$")
SCRIPTS = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))"

LONGEST_WAIT_MS = 2000
"""So long a page waits for its load event at most."""


START = REPOSITORY / "vintner/web/templates/web/start.js"
[HELD_MS] = re.findall(r"setTimeout\(release, (\d+)\)", START.read_text())
"""So long what was pressed waits for the scripts. A busy machine may take longer to run them."""
PATIENT = f"""const start = setTimeout;
window.setTimeout = (task, delay, ...rest) => start(task, delay === {HELD_MS} ? 500000 : delay, ...rest);"""


class Gate:
    """Holds the entry script back until it is opened, as a slow network does. The page waits for it."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._open = False
        page.add_init_script(PATIENT)
        page.route(ENTRY, self._hold)

    def _hold(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._held.append(route)

    def open(self) -> None:
        self._open = True
        for route in self._held:
            route.continue_()


def test_scripts_are_asked_for_after_what_the_first_paint_needs(page: Page) -> None:
    visit(page, "/")
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventStart")
    asked = page.evaluate(f"Math.min(...{SCRIPTS}.map(({{ startTime }}) => startTime))")
    assert loaded <= asked or asked >= LONGEST_WAIT_MS  # on a busy machine


def test_a_form_that_is_sent_too_early_waits_for_its_script(page: Page) -> None:
    gate = Gate(page)
    wine = shopper.find(page, "V-SIMPLE")
    page.goto(wine, wait_until="load")
    page.get_by_role("button", name="Add to cart").first.click()
    assert not page.evaluate(HYDRATED)
    gate.open()
    expect(page.get_by_role("dialog", name="Your cart")).to_be_visible()
    assert page.url.endswith(wine)
    expect(page.get_by_text("1 × ").or_(page.get_by_role("link", name="View cart")).first).to_be_visible()


def test_a_button_that_is_pressed_too_early_does_its_work_once_its_script_has_come(phone: Page) -> None:
    gate = Gate(phone)
    phone.goto("/shop/", wait_until="load")
    opener = phone.get_by_role("button", name="Filters", exact=True)
    opener.click()
    assert not phone.evaluate(HYDRATED)
    gate.open()
    expect(phone.get_by_role("button", name="Close the filters")).to_be_visible()


@pytest.mark.parametrize("failing", swept(["the entry", "the module of the page"], guards={"the entry"}))
def test_a_form_is_sent_by_the_browser_where_scripts_do_not_come(
    page: Page, complaints: Complaints, failing: str
) -> None:
    complaints.expected += ["net::ERR_FAILED", "Failed to fetch dynamically imported module"]
    wine = shopper.find(page, "V-SIMPLE")
    page.route(ENTRY if failing == "the entry" else re.compile(r"/ProductPage-.*\.js$"), lambda route: route.abort())
    page.goto(wine, wait_until="load")
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("status").get_by_text("has been added to your cart")).to_be_visible()


def test_parts_that_come_later_fetch_no_style_that_the_page_has(phone: Page) -> None:
    visit(phone, shopper.find(phone, "V-SIMPLE"))
    phone.get_by_role("button", name="Add to cart").first.click()
    expect(phone.get_by_role("dialog", name="Your cart")).to_be_visible()
    fetched = phone.evaluate("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")
    sheets = {path for path in fetched if path.endswith(".css")}
    assert any("CartPopupDialog" in path for path in sheets)
    assert sheets.isdisjoint(
        phone.evaluate("[...document.querySelectorAll('link[disabled]')].map((link) => link.getAttribute('href'))")
    )


def test_buttons_that_need_scripts_are_left_out_where_none_run(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    expect(plain.get_by_role("spinbutton")).to_be_visible()
    expect(plain.get_by_role("button", name="More", exact=True)).to_have_count(0)
