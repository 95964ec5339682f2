"""Every way to pay and to keep a method by the browser's own functions, in Chromium."""

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from sandbox_pay.tests.store_page_steps import (
    assert_accessible,
    captured,
    expect_text,
    fields,
    fill,
    open_flow,
    pay,
    question,
)
from sandbox_pay.tests.store_server import Store

PAYING = ("payByToken", "payInTheBrowser")
KEEPING = ("keep", "keepByMethod", "keepByToken")


@pytest.mark.parametrize("flow", PAYING)
def test_a_card_pays_by_token_and_in_the_browser(page: Page, store: Store, flow: str) -> None:
    open_flow(page, store, flow)
    fill(page, "4242424242424242")
    pay(page)
    expect_text(page, "succeeded")
    assert captured(store) == 1999


@pytest.mark.parametrize("flow", PAYING)
def test_the_banks_question_is_asked_whichever_way_was_taken(page: Page, store: Store, flow: str) -> None:
    open_flow(page, store, flow)
    question(page).get_by_role("button", name="Complete").click()
    expect_text(page, "succeeded")
    assert captured(store) == 1999


def test_a_declined_token_is_followed_by_another(page: Page, store: Store) -> None:
    open_flow(page, store, "payByToken")
    fill(page, "4000000000009995")
    pay(page)
    expect_text(page, "insufficient_funds")
    fill(page, "4242424242424242")
    pay(page)
    expect_text(page, "succeeded")
    assert captured(store) == 1999


@pytest.mark.parametrize("flow", KEEPING)
def test_a_card_is_kept_without_a_payment(page: Page, store: Store, flow: str) -> None:
    open_flow(page, store, flow)
    expect(fields(page).get_by_text("you let Vintner charge it for later payments")).to_be_visible()
    fill(page, "4242424242424242")
    pay(page)
    expect_text(page, "succeeded")
    assert captured(store) == 0


@pytest.mark.parametrize("flow", KEEPING)
def test_the_bank_asks_about_a_card_that_is_kept(page: Page, store: Store, flow: str) -> None:
    open_flow(page, store, flow)
    asked = question(page)
    expect(asked.get_by_text("Nothing is paid.")).to_be_visible()
    assert_accessible(page)
    asked.get_by_role("button", name="Complete").click()
    expect_text(page, "succeeded")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("flow", "words"),
    [
        ("keep", "setup_intent_authentication_failure requires_payment_method"),
        ("keepByMethod", "setup_intent_authentication_failure"),
        ("keepByToken", "setup_intent_authentication_failure"),
    ],
)
def test_a_failed_question_about_a_kept_card_is_told(page: Page, store: Store, flow: str, words: str) -> None:
    open_flow(page, store, flow)
    question(page).get_by_role("button", name="Fail").click()
    expect_text(page, words)


def test_a_card_that_declines_is_not_kept(page: Page, store: Store) -> None:
    open_flow(page, store, "keep")
    fill(page, "4000000000000002")
    pay(page)
    expect_text(page, "card_declined requires_payment_method")


def test_a_setup_ends_where_the_store_wants_it(page: Page, store: Store) -> None:
    open_flow(page, store, "keepAndLeave")
    fill(page, "4242424242424242")
    pay(page)
    page.wait_for_url(f"{store.url}/returned?*redirect_status=succeeded")
    assert "setup_intent=seti_" in page.url
    assert "setup_intent_client_secret=seti_" in page.url


def dialog(page: Page, title: str) -> FrameLocator:
    expect(page.get_by_role("dialog", name=title)).to_be_visible()
    return page.frame_locator("iframe[name='sandbox-page']")


def test_a_voucher_is_shown_until_it_is_closed(page: Page, store: Store) -> None:
    open_flow(page, store, "payByVoucher")
    pay(page)
    expect(dialog(page, "Your voucher").get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Close").click()
    expect_text(page, "requires_action")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("flow", "taken"), [("payByCashApp", 1999), ("keepCashApp", 0)])
def test_a_code_is_scanned_and_the_phone_answers(page: Page, store: Store, flow: str, taken: int) -> None:
    open_flow(page, store, flow)
    pay(page)
    with page.context.expect_page() as opened:
        dialog(page, "Scan with your phone").get_by_role("link", name="Open the phone's page").click()
    opened.value.get_by_role("button", name="Approve").click()
    expect_text(page, "succeeded")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert captured(store) == taken


@pytest.mark.parametrize("flow", ["payByCashApp", "keepCashApp"])
def test_a_code_can_be_given_up_or_left_for_later(page: Page, store: Store, flow: str) -> None:
    open_flow(page, store, flow)
    pay(page)
    dialog(page, "Scan with your phone").get_by_role("button", name="Cancel").click()
    expect_text(page, "payment_method_customer_decline")
    pay(page)
    dialog(page, "Scan with your phone")
    page.get_by_role("button", name="Close").press("Escape")
    expect_text(page, "requires_action")


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("111111", "succeeded"),
        ("222222", "payment_method_provider_decline"),
        ("12", "payment_method_invalid_parameter"),
    ],
)
def test_a_blik_code_is_waited_for(page: Page, store: Store, code: str, end: str) -> None:
    assert store.sandbox is not None
    store.sandbox.move_account("PL")
    page.goto(f"{store.url}/?flow=payByBlik&code={code}")
    expect(page.locator("#seen")).to_have_text("ready")
    pay(page)
    expect_text(page, end)


def test_alipay_takes_the_shopper_away_and_back(page: Page, store: Store) -> None:
    open_flow(page, store, "payByAlipay")
    pay(page)
    page.get_by_role("button", name="Authorize").click()
    page.wait_for_url(f"{store.url}/returned?*redirect_status=succeeded")
    assert captured(store) == 1999
