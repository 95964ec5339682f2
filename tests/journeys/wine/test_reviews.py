"""Shoppers read reviews and write their own; the merchant decides what is published."""

import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys import shopper
from tests.journeys.accounts import log_in
from tests.journeys.live import reload, visit
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints, let_in
from vintner.demo.people import CUSTOMER, MANAGER

STALE_SECONDS = 3
"""A kept page is out of date by a second at most; the rest is for a busy machine."""


def open_reviews(page: Page, sku: str = "V-SIMPLE") -> str:
    """Open the reviews of a demo wine, and wait until the page has taken them into their tab; return its address."""
    url = shopper.find(page, sku)
    visit(page, f"{url}#reviews")
    expect(page.get_by_role("tab", name=re.compile("^Reviews"))).to_be_focused()
    expect(page.get_by_label("Your review")).to_be_visible()
    return url


def write(page: Page, text: str, *, name: str = "Ana Reis", email: str = "") -> None:
    page.get_by_label("Your review").fill(text)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Email", exact=True).fill(email or f"{shopper.new_word()}@example.com")


def send(page: Page) -> None:
    page.get_by_role("button", name="Submit").click()


def test_19_stars_are_radio_buttons_that_arrows_move(page: Page) -> None:
    open_reviews(page)
    group = page.get_by_role("radiogroup", name="Your rating")
    names = [each.get_attribute("aria-label") for each in group.get_by_role("radio").all()]
    assert names == [f"{stars} of 5 stars" for stars in range(1, 6)]
    page.get_by_role("link", name="Write a review").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(group.get_by_role("radio", name="1 of 5 stars")).to_be_focused()
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(group.get_by_role("radio", name="4 of 5 stars")).to_be_checked()
    expect(group.get_by_text("4 of 5: Good")).to_be_visible()
    expect(page.locator("input[type=hidden][name=rating]")).to_have_value("4")
    page.keyboard.press("ArrowLeft")
    expect(group.get_by_text("3 of 5: Average")).to_be_visible()
    filled = group.locator("svg").evaluate_all("stars => stars.map(star => getComputedStyle(star).fill !== 'none')")
    assert filled == [True, True, True, False, False], "filled or hollow, not only another colour"


def test_19_averages_stand_with_count_and_distribution(page: Page) -> None:
    url = open_reviews(page)
    reviews = page.request.get(url, headers={"Accept": "application/json"}).json()["reviews"]
    part = page.locator("#reviews")
    expect(part.get_by_text(reviews["rating"]["average"], exact=True)).to_be_visible()
    expect(part.get_by_text(f"{reviews['rating']['count']} ratings", exact=True)).to_be_visible()
    for stars, count in zip((5, 4, 3, 2, 1), reviews["distribution"], strict=True):
        name = f"{stars} {'star' if stars == 1 else 'stars'}: {count} of {reviews['rating']['count']} ratings"
        expect(part.get_by_role("progressbar", name=name)).to_be_visible()


def approve(store: RunningStore, browser: Browser, text: str) -> None:
    """Do what the merchant does with a held review."""
    staff = browser.new_page(base_url=store.url)
    let_in(staff.context, store)
    log_in(staff, MANAGER.email, MANAGER.password)
    visit(staff, "/admin/catalogue/review/?status__exact=pending")
    row = staff.get_by_role("row").filter(has_text=text)
    row.get_by_role("checkbox").check()
    staff.locator("select[name=action]").select_option("approve")
    staff.get_by_role("button", name=re.compile("Go|Run")).click()
    expect(staff.get_by_text("1 review is now approved.")).to_be_visible()
    staff.close()


def test_a_strangers_review_waits_for_the_merchant(
    page: Page, store: RunningStore, browser: Browser, complaints: Complaints
) -> None:
    text = f"Cherries and <script>document.title = 'hit'</script> {shopper.new_word()}"
    url = open_reviews(page, "V-BULK")
    page.get_by_role("radio", name="5 of 5 stars").check(force=True)
    write(page, text)
    send(page)
    expect(page.get_by_text("awaiting moderation")).to_be_visible()
    expect(page.get_by_text(text)).to_be_visible()
    reload(page)
    expect(page.get_by_text(text)).to_be_visible()
    assert page.title() != "hit"
    assert text not in page.request.get(url).text(), "nobody else sees it"

    approve(store, browser, "Cherries and <script>")
    end, asked = time.monotonic() + STALE_SECONDS, 0.0
    while text.rsplit(maxsplit=1)[-1] not in page.request.get(url).text():
        assert asked < end, "the page kept from before is still shown"
        asked = time.monotonic()
    visit(page, f"{url}#reviews")
    reload(page)
    expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_text("awaiting moderation")).to_be_hidden()
    assert page.title() != "hit"


@pytest.mark.sweep
def test_a_customer_writes_under_their_own_name(page: Page) -> None:
    log_in(page, CUSTOMER.email, CUSTOMER.password)
    open_reviews(page, "V-BULK")
    name = f"{CUSTOMER.address.first_name} {CUSTOMER.address.last_name}"
    expect(page.get_by_text(f"You are writing as {name}.")).to_be_visible()
    expect(page.get_by_label("Email", exact=True)).to_be_hidden()
    page.get_by_label("Your review").fill(f"The second half dozen. {shopper.new_word()}")
    send(page)
    expect(page.get_by_text("awaiting moderation")).to_be_visible()


@pytest.mark.sweep
def test_mistakes_are_told_in_place_and_cost_nothing(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("422")
    open_reviews(page)
    write(page, "Lovely.", email="ana at example")
    page.get_by_role("radio", name="2 of 5 stars").check(force=True)
    send(page)
    email = page.get_by_label("Email", exact=True)
    expect(email).to_be_focused()
    expect(email).to_have_accessible_description(re.compile("does not look like an email address"))
    expect(page.get_by_label("Your review")).to_have_value("Lovely.")
    expect(page.get_by_role("radio", name="2 of 5 stars")).to_be_checked()


def test_without_javascript_mistakes_and_reviews_come_back(plain: Page, complaints: Complaints) -> None:
    complaints.expected.append("422")
    text = f"No script, still wine. {shopper.new_word()}"
    visit(plain, f"{shopper.find(plain, 'V-SIMPLE')}#reviews")
    plain.get_by_role("radio", name="3 of 5 stars").check(force=True)
    write(plain, text, name=" ")
    send(plain)
    expect(plain.get_by_text("Please tell us your name.")).to_be_visible()
    expect(plain.get_by_label("Your review")).to_have_value(text)
    expect(plain.get_by_role("radio", name="3 of 5 stars")).to_be_checked()
    plain.get_by_label("Name", exact=True).fill("Bo")
    send(plain)
    expect(plain.get_by_text("awaiting moderation")).to_be_visible()
    note = plain.locator("li", has_text=text)
    expect(note).to_be_in_viewport()
    expect(note.get_by_role("img", name="3 out of 5 stars")).to_be_visible()


@pytest.mark.sweep
@pytest.mark.parametrize("suffix", ["comment-page-2/#comments", "?cpage=2"])
def test_further_pages_open_the_reviews(page: Page, suffix: str) -> None:
    url = shopper.find(page, "V-SIMPLE")
    visit(page, url + suffix)
    pages = page.get_by_role("navigation", name="Pages of reviews")
    expect(pages.get_by_text(re.compile(r"^Page 2 of \d$"))).to_be_visible()
    expect(page.get_by_role("tab", name=re.compile("Reviews"))).to_have_attribute("aria-selected", "true")
    page.get_by_role("link", name="Newer reviews").click()
    expect(pages.get_by_text(re.compile(r"^Page 1 of \d$"))).to_be_visible()


@pytest.mark.sweep
def test_older_reviews_come_into_the_tab_and_a_failure_can_be_tried_again(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("the server responded with a status of 404")
    url = open_reviews(page)
    page.get_by_label("Your review").fill("Half a thought")
    older = page.get_by_role("link", name="Older reviews")
    page.route(f"**{url}comment-page-2/", lambda route: route.fulfill(status=404))
    older.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Sorry, error: 404 - the requested content could not be found.")).to_be_visible()
    page.unroute(f"**{url}comment-page-2/")
    page.get_by_role("button", name="Try again").click()
    pages = page.get_by_role("navigation", name="Pages of reviews")
    expect(pages.get_by_text(re.compile(r"^Page 2 of \d$"))).to_be_visible()
    expect(page.locator("#comments > li").first).to_be_focused()
    expect(page).to_have_url(re.compile("comment-page-2/#comments$"))
    expect(page.get_by_label("Your review")).to_have_value("Half a thought")
    reload(page)
    expect(pages.get_by_text(re.compile(r"^Page 2 of \d$"))).to_be_visible()
