"""The express checkout element in Chromium: buttons, the wallet's sheet, and the payment that it leads to."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from sandbox_pay.tests.express_steps import Opening, buttons, expect_said, press, product_page, said, sheet
from sandbox_pay.tests.store_page_steps import assert_accessible, captured
from sandbox_pay.tests.store_server import Store


@pytest.fixture
def opened(browser: Browser, store: Store) -> Iterator[Opening]:
    with product_page(browser, store) as opening:
        yield opening


def test_a_shopper_buys_in_two_presses(opened: Opening, store: Store) -> None:
    page = opened()
    wallet = press(page, "Apple Pay")
    wallet.get_by_role("button", name="Pay $24.99").click()
    expect_said(page, "succeeded")
    assert said(page) == [
        "ready amazonPay applePay googlePay klarna link",
        "available 5",
        "click apple_pay",
        "address Ada Lovelace, San Francisco, CA 94105, US",
        "confirm ada@example.com 1 Market Street ground",
        "token card apple_pay 94105",
        "succeeded",
    ]
    assert captured(store) == 2499


def test_another_address_and_rate_are_paid_as_shown(opened: Opening, store: Store) -> None:
    page = opened()
    wallet = press(page, "Google Pay")
    expect(wallet.get_by_role("row", name="Total $24.99")).to_be_visible()
    expect(wallet.get_by_role("radio", name="Ground, $5.00 3 to 5 days")).to_be_checked()
    expect(wallet.get_by_role("radio", name="Air, $15.00 1 to 2 business days")).to_be_visible()
    wallet.get_by_role("radio", name="Toronto").check()
    expect_said(page, "address Ada Lovelace, Toronto, ON M5V, CA")
    wallet.get_by_role("radio", name="Air, $15.00").check()
    expect(wallet.get_by_role("row", name="Total $34.99")).to_be_visible()
    wallet.get_by_role("button", name="Pay $34.99").click()
    expect_said(page, "token card google_pay M5V 3L9")
    expect_said(page, "succeeded")
    assert captured(store) == 3499


@pytest.mark.parametrize("wallet", ["Link", "Amazon Pay", "Klarna"])
def test_wallets_without_cards_pay_by_their_own_type(opened: Opening, store: Store, wallet: str) -> None:
    page = opened()
    press(page, wallet).get_by_role("button", name="Pay $24.99").click()
    if wallet != "Link":
        page.get_by_role("button", name="Authorize").click()
        page.wait_for_url("**/thanks?**redirect_status=succeeded")
    else:
        expect_said(page, "succeeded")
    assert captured(store) == 2499


def test_what_needs_no_shipping_is_paid_without_an_address(opened: Opening, store: Store) -> None:
    page = opened(digital="")
    wallet = press(page, "Link")
    expect(wallet.get_by_role("group", name="Ship to")).to_be_hidden()
    wallet.get_by_role("button", name="Pay $19.99").click()
    expect_said(page, "confirm ada@example.com undefined undefined")
    expect_said(page, "succeeded")
    assert captured(store) == 1999


@pytest.mark.parametrize(("wallet", "known"), [("Apple Pay", "EC2R"), ("Google Pay", "EC2R"), ("Link", "EC2R 8EJ")])
def test_some_wallets_hide_a_part_of_british_codes(opened: Opening, wallet: str, known: str) -> None:
    page = opened(click=json.dumps({"allowedShippingCountries": ["GB"]}))
    sheet_of_wallet = press(page, wallet)
    expect_said(page, f"address Ada Lovelace, London, {known}, GB")
    expect(sheet_of_wallet.get_by_role("radio", name="London")).to_be_checked()


def test_a_wallet_gives_no_more_than_it_is_asked_for(opened: Opening) -> None:
    page = opened(click=json.dumps({"emailRequired": False, "phoneNumberRequired": False}))
    wallet = press(page, "Apple Pay")
    wallet.get_by_role("button", name="Pay $24.99").click()
    expect_said(page, "confirm undefined 1 Market Street ground")
    expect(wallet.get_by_text("Contact:")).to_be_hidden()
    expect_said(page, "succeeded")


def test_buttons_follow_the_stores_options(opened: Opening) -> None:
    options = {
        "buttonHeight": 50,
        "paymentMethods": {"amazonPay": "never"},
        "paymentMethodOrder": ["klarna", "apple_pay"],
        "buttonType": {"applePay": "check-out"},
        "buttonTheme": {"applePay": "white-outline"},
        "layout": {"maxColumns": 2, "maxRows": 1, "overflow": "auto"},
    }
    page = opened("ready applePay googlePay klarna link", options=json.dumps(options))
    shown = buttons(page).get_by_role("button")
    expect(shown).to_have_text(["Klarna", "Check out with Apple Pay", "More ways to pay"])
    box = shown.first.bounding_box()
    assert box is not None
    assert box["height"] == 50
    shown.last.click()
    expect(shown).to_have_text(["Klarna", "Check out with Apple Pay", "Google Pay", "Link"])
    expect(shown.nth(2)).to_be_focused()
    assert_accessible(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_buttons_and_sheet_are_accessible(opened: Opening, scheme: str, width: int) -> None:
    page = opened()
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    wallet = press(page, "Apple Pay")
    expect(page.get_by_role("dialog", name="Apple Pay")).to_be_visible()
    expect(wallet.get_by_role("radio", name="Ground")).to_be_checked()
    wallet.get_by_role("radio", name="Utah").check()
    expect(wallet.get_by_role("alert")).not_to_be_empty()
    assert_accessible(page)


def test_the_keyboard_alone_pays(opened: Opening, store: Store) -> None:
    page = opened()
    first = buttons(page).get_by_role("button", name="Apple Pay")
    first.press("Enter")
    wallet = sheet(page)
    pay = wallet.get_by_role("button", name="Pay $24.99")
    expect(pay).to_be_enabled()
    wallet.get_by_role("radio", name="Ground").press("ArrowDown")
    expect(wallet.get_by_role("radio", name="Air")).to_be_focused()
    expect(wallet.get_by_role("row", name="Total $34.99")).to_be_visible()
    wallet.get_by_role("button", name="Cancel").press("Enter")
    expect(first).to_be_focused()
    first.press("Enter")
    pay.press("Enter")
    expect_said(page, "succeeded")
    assert captured(store) == 2499


WRONG_CALLS = {
    "elements.create('expressCheckout')": "one expressCheckout element in a group",
    "group(ONE, {buttonHeight: 56})": "buttonHeight must be 40 to 55 pixels",
    "group(ONE, {buttonHeight: 39})": "buttonHeight must be 40 to 55 pixels",
    "group(ONE, {height: 48})": "knows no height",
    "group(ONE, {layout: {maxRows: 1, overflow: 'never'}})": "maxRows must be 0",
    "group({mode: 'payment', currency: 'usd'}, {})": "a mode, an amount and a currency",
    "stripe.createConfirmationToken({elements})": "should have a mounted payment element",
    "express.mount('#nowhere')": "no element on the page that matches #nowhere",
}


def test_wrong_calls_of_the_store_are_said_aloud(opened: Opening) -> None:
    page = opened()
    page.evaluate("""() => {
        window.stripe = Stripe('pk_test_sandbox_vintner');
        window.ONE = {mode: 'payment', amount: 1, currency: 'usd'};
        window.group = (options, more) => stripe.elements(options).create('expressCheckout', more);
    }""")
    for call, words in WRONG_CALLS.items():
        tried = f"try {{ await {call} }} catch (wrong) {{ return `${{wrong.name}} ${{wrong.message}}` }}"
        thrown = str(page.evaluate(f"(async () => {{ {tried} }})()"))
        assert thrown.startswith("IntegrationError "), call
        assert words in thrown


@pytest.mark.parametrize("frame", ["express", "sheet"])
def test_no_page_but_the_stores_may_talk_to_the_frames(browser: Browser, store: Store, frame: str) -> None:
    assert store.sandbox is not None
    page = browser.new_page()
    page.goto(f"{store.sandbox.base_url}/sandbox/{frame}?origin={store.url}")
    shown = page.locator("main").inner_text()
    # The frame's own script hears it first: its handler was there before this one.
    page.evaluate("""new Promise(heard => {
        addEventListener('message', heard, { once: true });
        const options = {wallets: ['link'], lineItems: [{name: 'Wine', amount: 1}], shippingRates: [], currency: 'usd'};
        postMessage({to: location.pathname.endsWith('sheet') ? 'sheet' : 'buttons', type: 'options', options}, '*');
    }).then(() => true)""")
    assert page.locator("main").inner_text() == shown
    page.close()


def test_no_page_but_the_providers_may_speak_for_a_wallet(opened: Opening) -> None:
    page = opened()
    page.evaluate("""new Promise(heard => {
        addEventListener('message', heard, { once: true });
        postMessage({from: 'buttons', type: 'click', wallet: 'link'}, '*');
    }).then(() => true)""")
    assert "click link" not in said(page)
