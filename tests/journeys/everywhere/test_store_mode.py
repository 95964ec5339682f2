"""The merchant closes the store: visitors wait, and staff reads a banner on every page until it is dismissed."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys.live import reload, visit
from tests.journeys.patience import PATIENCE_MS
from tests.journeys.states.pages import arrive, log_in
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import let_in
from vintner.demo.people import MANAGER

pytestmark = pytest.mark.sweep

STALE_SECONDS = 3
"""A process knows the mode half a second later; the rest is for a busy machine."""
BANNER = "#coming-soon-footer-banner"


@pytest.fixture
def staff(store: RunningStore, browser: Browser) -> Iterator[Page]:
    """A manager who is logged in. The store is live again at the end."""
    page = browser.new_page(base_url=store.url)
    let_in(page.context, store)
    page.set_default_timeout(PATIENCE_MS)
    arrive(page, "/my-source/")
    log_in(page, MANAGER.password, email=MANAGER.email)
    expect(page.get_by_role("heading", name="Your orders")).to_be_visible()
    yield page
    choose(page, "live")
    visitor = new_visitor(store, browser)
    wait_for_status(visitor, 200)
    visitor.close()
    page.close()


def new_visitor(store: RunningStore, browser: Browser) -> Page:
    visitor = browser.new_page(base_url=store.url)
    let_in(visitor.context, store)
    return visitor


def wait_for_status(visitor: Page, status: int) -> None:
    """Wait until the store's process knows the mode. The next test uses the same store."""
    end = time.monotonic() + STALE_SECONDS
    while visitor.request.get("/shop/").status != status:
        assert time.monotonic() < end, f"the shop does not answer with {status}"


def choose(staff: Page, visibility: str) -> None:
    visit(staff, "/admin/store_mode/storevisibility/1/change/")
    staff.locator("select[name=visibility]").select_option(visibility)
    staff.get_by_role("button", name="Save", exact=True).click()
    expect(staff.get_by_text("was changed successfully")).to_be_visible()


def test_the_banner_is_dismissed_where_it_stands(staff: Page, store: RunningStore, browser: Browser) -> None:
    choose(staff, "shop_closed")
    visitor = new_visitor(store, browser)
    wait_for_status(visitor, 503)
    visit(visitor, "/shop/")
    expect(visitor.get_by_role("heading", name="We are opening soon")).to_be_visible()
    visitor.close()
    visit(staff, "/shop/")
    banner = staff.locator(BANNER)
    with staff.expect_response("**/wp-json/wp/v2/users/*/") as sent:
        banner.get_by_role("button", name="Dismiss").click()
    assert sent.value.status == 200
    expect(banner).to_be_hidden()
    expect(staff.locator("#main")).to_be_focused()
    reload(staff)
    expect(staff.locator(BANNER)).to_have_count(0)
