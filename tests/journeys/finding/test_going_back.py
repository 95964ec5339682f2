"""Back shows the page that was left, at once and at its place, and nobody sees what was for somebody else."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from bench.pages import find_chromium, launch_chromium
from tests.journeys import shopper
from tests.journeys.live import until, wait_until_at_rest, wait_until_live
from tests.journeys.states.pages import PRODUCER, arrive, log_in
from tests.journeys.visitors import LITTLE_COMPILED
from tests.journeys.wallet_sheet import group

pytestmark = pytest.mark.skipif(
    find_chromium(keeps_pages=True) is None,
    reason="this Chromium keeps no pages: `bin/chromium --windows` installs one that does",
)
ORDERS = "/my-source/orders/"
REASONS = "performance.getEntriesByType('navigation')[0].notRestoredReasons?.reasons.map(({ reason }) => reason)"
WATCH_RETURN = "() => addEventListener('pageshow', ({ persisted }) => { window.isKept = persisted })"
SCROLLED = 150


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium as shoppers have it, which keeps pages for Back."""
    with launch_chromium(playwright, LITTLE_COMPILED, keeps_pages=True) as launched:
        yield launched


def wait_until_loaded(page: Page) -> None:
    """Wait until a page is at rest and has its wallets' buttons too: one that is left while it loads is not kept."""
    wait_until_at_rest(page)
    for wallets in group(page).all():
        wallets.scroll_into_view_if_needed()
        expect(wallets).to_have_attribute("data-state", "ready")
    for frame in page.frames:
        frame.wait_for_load_state()


def leave(page: Page, place: str) -> None:
    """Go on from a page as a link does."""
    page.evaluate(WATCH_RETURN)
    page.evaluate("place => { location.href = place }", place)
    page.wait_for_url(f"**{place}")
    wait_until_live(page)


def go_back(page: Page, place: str) -> bool:
    """Go back to a page; return whether it is the one that was left. A page that is kept loads nothing."""
    page.evaluate("() => { setTimeout(() => history.back()) }")
    page.wait_for_url(lambda url: urlsplit(url).path == place, wait_until="commit")
    wait_until_live(page)
    return bool(page.evaluate("window.isKept === true"))


@pytest.mark.parametrize(
    "place", ["/", "/shop/", "V-SIMPLE", "V-VINTAGES", PRODUCER, "/producer/", "/returns/", "/terms/"]
)
def test_pages_of_the_shop_are_kept_at_their_place(page: Page, place: str) -> None:
    arrive(page, place)
    wait_until_loaded(page)
    page.evaluate(f"scrollTo(0, {SCROLLED})")
    path = page.evaluate("location.pathname")
    leave(page, "/product-category/sparkling/")
    assert go_back(page, path), page.evaluate(REASONS)
    assert page.evaluate("scrollY") == SCROLLED


@pytest.mark.parametrize("place", ["/cart/", "/checkout/classic/", "/checkout/block/", "/my-source/", ORDERS])
def test_pages_of_one_visitor_are_kept_from_being_stored_and_by_nothing_else(page: Page, place: str) -> None:
    shopper.add(page)
    arrive(page, ORDERS)
    log_in(page)
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()
    arrive(page, place)
    wait_until_at_rest(page)
    leave(page, "/shop/")
    assert not go_back(page, place)
    reasons = [each for each in page.evaluate(REASONS) if each != "masked"]
    assert reasons
    assert all(each.startswith("response-cache-control-no-store") for each in reasons), reasons


def test_a_kept_page_counts_what_was_put_into_the_cart_since(page: Page) -> None:
    path = shopper.find(page, "V-SIMPLE")
    arrive(page, "/shop/")
    wait_until_loaded(page)
    leave(page, path)
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text("In your cart").first).to_be_visible()
    assert go_back(page, "/shop/")
    expect(page.locator("[data-cart-count]").first).to_have_text("1")


def test_a_cart_is_kept_while_no_cookie_changes(page: Page) -> None:
    page.set_extra_http_headers({"Sec-GPC": "1"})  # of whoever objects, page views are not counted in cookies
    shopper.add(page)
    arrive(page, "/cart/")
    wait_until_loaded(page)
    leave(page, "/producer/")
    assert go_back(page, "/cart/"), page.evaluate(REASONS)


def test_after_a_log_out_back_shows_nothing_of_the_customer(page: Page) -> None:
    arrive(page, ORDERS)
    log_in(page)
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_visible()
    leave(page, "/shop/")
    page.evaluate("window.isOfCustomer = true")
    leave(page, ORDERS)
    page.get_by_role("button", name="Log out").first.click()
    page.wait_for_url("**/my-source/")
    page.evaluate("() => { setTimeout(() => history.go(-2)) }")
    page.wait_for_url("**/shop/", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    until(page, "window.isOfCustomer === undefined")
    page.evaluate("() => { setTimeout(() => history.back()) }")
    expect(page.get_by_label("Email address").first).to_be_visible()
    expect(page.get_by_role("heading", name="Orders", exact=True)).to_be_hidden()
