"""An order that was not paid at the checkout is paid from its own page, by the link in the e-mail."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.accounts import log_in
from tests.journeys.live import visit, wait_until_live
from tests.journeys.states.orders import be_about_to_pay
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import let_in
from vintner.demo.people import MANAGER


@pytest.fixture
def books(store: RunningStore) -> str:
    return store.stack.environment["SANDBOX_URL"]


def summary(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has=page.get_by_role("heading"))


def to_the_order(page: Page) -> str:
    """Have the card declined at the checkout, then follow the e-mail's link; return the order's number."""
    be_about_to_pay(page)
    found = re.search(r"/order-pay/(\d+)/", page.url)
    assert found
    return found[1]


def accept_and_pay(page: Page) -> None:
    page.locator("form").get_by_role("checkbox", name=shopper.TERMS).check()
    shopper.press_pay(page)


def test_36_the_mailed_link_pays_a_declined_order_and_charges_once(page: Page, books: str) -> None:
    order = to_the_order(page)
    expect(page.get_by_role("heading", name=f"Pay for order {order}")).to_be_visible()
    total = page.locator("[data-total]").inner_text()
    expect(page.get_by_role("button", name=f"Pay {total}")).to_be_visible()
    shopper.fill_card(page)
    accept_and_pay(page)
    assert shopper.expect_receipt(page) == order
    assert shopper.ledger(page, books, order)["captured_count"] == 1
    expect(page.get_by_role("link", name="Pay for the order")).to_have_count(0)


def test_36_another_decline_says_why_and_keeps_what_was_ticked(page: Page, books: str) -> None:
    order = to_the_order(page)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.press_pay(page)
    expect(summary(page).get_by_role("link", name=re.compile("accept the terms"))).to_be_visible()
    accept_and_pay(page)
    expect(summary(page)).to_contain_text("The card was declined.")
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_focused()
    expect(page.locator("form").get_by_role("checkbox", name=shopper.TERMS)).to_be_checked()
    shopper.fill_card(page, shopper.CHALLENGED)
    shopper.press_pay(page)
    shopper.answer_bank(page, "Complete")
    assert shopper.expect_receipt(page) == order
    assert shopper.ledger(page, books, order)["captured_count"] == 1


def change_as_staff(store: RunningStore, browser: Browser, order: str) -> None:
    """Do what the merchant does when a customer wants another bottle."""
    staff = browser.new_page(base_url=store.url)
    let_in(staff.context, store)
    log_in(staff, MANAGER.email, MANAGER.password)
    visit(staff, f"/admin/orders/order/{order}/edit/")
    staff.locator("input.bottles").fill("3")
    staff.get_by_role("button", name="Update the price").click()
    staff.get_by_role("button", name="Save the order").click()
    staff.wait_for_url(re.compile(r"/admin/orders/order/\d+/(?!edit)"))
    staff.close()


def test_an_order_changed_while_its_page_is_open_is_shown_again_before_it_is_paid(
    page: Page, store: RunningStore, browser: Browser, books: str
) -> None:
    order = to_the_order(page)
    before = page.locator("[data-total]").inner_text()
    change_as_staff(store, browser, order)
    shopper.fill_card(page)
    accept_and_pay(page)
    now = page.locator("[data-total]")
    expect(now).not_to_have_text(before)
    expect(page.get_by_text(f"This order costs {now.inner_text()} now. Nothing was charged")).to_be_visible()
    assert shopper.ledger(page, books, order)["captured_count"] == 0
    wait_until_live(page)
    shopper.fill_card(page)
    shown = now.inner_text()
    accept_and_pay(page)
    assert shopper.expect_receipt(page) == order
    expect(page.locator("[data-total]").first).to_have_text(shown)
    assert shopper.ledger(page, books, order)["captured_count"] == 1


def test_what_is_paid_leads_to_its_receipt(page: Page) -> None:
    to_the_order(page)
    path = page.url
    shopper.fill_card(page)
    accept_and_pay(page)
    shopper.expect_receipt(page)
    visit(page, path)
    page.wait_for_url(shopper.RECEIPT)
    expect(page.get_by_text("so there is nothing to pay for")).to_be_visible()


def test_a_link_that_was_cut_short_says_so(page: Page) -> None:
    answer = page.request.get("/checkout/order-pay/1/?pay_for_order=true&key=wc_order_")
    assert answer.status == 404
    assert "does not lead to an order" in answer.text()
