"""The browser's part in Chromium: the real react-stripe-js, a store on one origin, the provider on another."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

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


def test_a_card_pays(page: Page, store: Store) -> None:
    fill(page, "4242424242424242")
    expect(page.locator("#seen")).to_have_text("card complete")
    pay(page)
    expect_text(page, "succeeded")
    assert captured(store) == 1999
    assert [heard for heard in store.heard if heard.startswith("/pay")]


def test_a_decline_and_then_another_card(page: Page, store: Store) -> None:
    fill(page, "4000000000009995")
    pay(page)
    expect_text(page, "insufficient_funds")
    fill(page, "5555555555554444")
    pay(page)
    expect_text(page, "succeeded")
    assert captured(store) == 1999


def test_the_fields_format_and_name_what_is_wrong(page: Page) -> None:
    frame = fields(page)
    number = frame.get_by_label("Card number")
    pay(page)
    expect_text(page, "validation_error incomplete_number")
    expect(number).to_be_focused()
    expect(number).to_have_attribute("aria-invalid", "true")
    expect(number).to_have_accessible_description("Your card number is incomplete.")
    number.press("Tab")
    expect(frame.get_by_label("Expiration date")).to_be_focused()
    expect(number).to_have_accessible_description("Your card number is incomplete.")
    number.press_sequentially("378282246310005")
    expect(number).to_have_value("3782 822463 10005")
    expect(frame.get_by_alt_text("American Express")).to_be_visible()
    expect(frame.get_by_label("Expiration date")).to_be_focused()
    expect(frame.get_by_label("Security code")).to_have_attribute("placeholder", "4 digits")
    number.fill("4242424242424241")
    expect(frame.get_by_text("Your card number is invalid.")).to_be_visible()
    frame.get_by_label("Expiration date").press_sequentially("9")
    expect(frame.get_by_label("Expiration date")).to_have_value("09 / ")
    frame.get_by_label("Expiration date").fill("01 / 20")
    expect(frame.get_by_text("Your card's expiration year is in the past.")).to_be_visible()


def test_the_provider_may_refuse_what_the_fields_let_pass(page: Page) -> None:
    fill(page, "4111111111111111")
    pay(page)
    expect_text(page, "card_error card_declined")
    expect(fields(page).get_by_label("Card number")).to_be_focused()


def test_the_banks_question_completed_pays(page: Page, store: Store) -> None:
    question(page).get_by_role("button", name="Complete").click()
    expect_text(page, "succeeded")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert captured(store) == 1999


def test_the_banks_question_failed_is_told(page: Page, store: Store) -> None:
    question(page).get_by_role("button", name="Fail").click()
    expect_text(page, "payment_intent_authentication_failure")
    assert captured(store) == 0


@pytest.mark.parametrize("inside", [False, True], ids=["on the dialog", "inside the frame"])
def test_escape_gives_the_question_up(page: Page, store: Store, inside: bool) -> None:
    button = question(page).get_by_role("button", name="Complete")
    expect(button).to_be_visible()
    if inside:
        button.press("Escape")
    else:
        page.get_by_role("button", name="Cancel").press("Escape")
    expect_text(page, "payment_intent_authentication_failure")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert captured(store) == 0


def test_the_banks_page_is_shown_once_it_hears_keys(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sandbox/challenge.js", hold)
    with page.expect_request("**/sandbox/challenge.js"):
        frame = question(page)
    expect(frame.locator("form")).to_be_attached()
    button = frame.get_by_role("button", name="Complete")
    expect(button).to_be_hidden()
    expect(page.get_by_role("dialog")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    button.press("Escape")
    expect_text(page, "payment_intent_authentication_failure")


def test_country_and_postal_code_are_asked_unless_the_store_has_them(page: Page, store: Store) -> None:
    expect(fields(page).get_by_label("Country")).to_be_hidden()
    page.goto(f"{store.url}/?address")
    expect(page.locator("#seen")).to_have_text("ready")
    fill(page, "4242424242424242")
    pay(page)
    expect_text(page, "validation_error incomplete_zip")
    fields(page).get_by_label("Country").select_option("CA")
    fields(page).get_by_label("Postal code").fill("k1a 0b1")
    expect(fields(page).get_by_label("Postal code")).to_have_value("K1A 0B1")
    pay(page)
    expect_text(page, "succeeded")


def test_the_frame_is_as_high_as_its_content(page: Page) -> None:
    def fits() -> float:
        """Wait until the frame is as high as what it holds, and return how high that is."""
        (inside,) = (frame for frame in page.frames if "/sandbox/element" in frame.url)
        held = "Math.ceil(document.getElementById('element').getBoundingClientRect().height)"
        inside.wait_for_function(f"() => {held} === innerHeight")
        return float(inside.evaluate("innerHeight"))

    before = fits()
    pay(page)
    expect(fields(page).get_by_text("Your card number is incomplete.")).to_be_visible()
    assert fits() > before


def test_no_page_but_the_stores_may_talk_to_the_fields(browser: Browser, store: Store) -> None:
    assert store.sandbox is not None
    page = browser.new_page()
    page.goto(f"{store.sandbox.base_url}/sandbox/element?origin={store.url}")
    # The frame's own script hears it first: its handler was there before this one.
    page.evaluate("""new Promise(heard => {
        addEventListener('message', heard, { once: true });
        postMessage({to: 'frame', type: 'options', options: {appearance: {theme: 'night'}}}, '*');
    }).then(() => true)""")
    assert page.evaluate("document.documentElement.dataset.theme ?? ''") == ""
    page.close()


def test_no_page_but_the_providers_may_speak_for_the_fields(page: Page) -> None:
    # The provider's script hears it first: its handler was there before this one.
    page.evaluate("""new Promise(heard => {
        addEventListener('message', heard, { once: true });
        postMessage({from: 'frame', type: 'change', empty: false, complete: true, method: 'card'}, '*');
    }).then(() => true)""")
    expect(page.locator("#seen")).to_have_text("ready")


KEY = "pk_test_sandbox_vintner"
GROUP = "{mode: 'payment', amount: 1999, currency: 'usd'"


WRONG_CALLS = {
    "Stripe('pk_live_x')": "takes the sandbox's publishable key only",
    f"Stripe('{KEY}').elements({GROUP}, paymentMethodTypes: ['card']}})": "no longer takes paymentMethodTypes",
    f"Stripe('{KEY}').elements({GROUP}, allowedPaymentMethodTypes: ['konbini']}}).create('payment')": "type konbini",
    f"Stripe('{KEY}').elements({GROUP}}}).create('address')": "offers no address element",
    f"Stripe('{KEY}').elements({GROUP}}}).submit()": "should have a mounted payment element",
    f"Stripe('{KEY}').confirmPayment({{redirect: 'if_required'}})": "confirmPayment needs a clientSecret",
    f"Stripe('{KEY}').confirmPayment({{clientSecret: 'pi_1_secret_1'}})": "needs confirmParams.return_url",
    f"Stripe('{KEY}').retrievePaymentIntent('seti_1_secret_1')": "must look like pi_",
}


def test_wrong_calls_of_the_store_are_said_aloud(page: Page) -> None:
    for call, words in WRONG_CALLS.items():
        tried = f"try {{ await {call} }} catch (wrong) {{ return `${{wrong.name}} ${{wrong.message}}` }}"
        thrown = page.evaluate(f"(async () => {{ {tried} }})()")
        assert str(thrown).startswith("IntegrationError "), call
        assert words in thrown


@pytest.mark.parametrize("flow", ["payUnchecked", "payChanged"])
def test_fields_that_were_not_checked_make_no_method(page: Page, store: Store, flow: str) -> None:
    open_flow(page, store, flow)
    fill(page, "4242424242424242")
    pay(page)
    expect_text(page, "elements.submit() must be called before a payment method is created or confirmed.")


@pytest.mark.parametrize("theme", ["stripe", "night", "flat"])
@pytest.mark.parametrize("width", [360, 1440])
def test_the_fields_and_the_question_are_accessible(page: Page, store: Store, theme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{store.url}/?theme={theme}&address")
    expect(page.locator("#seen")).to_have_text("ready")
    pay(page)
    expect(fields(page).get_by_text("Your postal code is incomplete.")).to_be_visible()
    if theme == "night":
        for frame in page.frames:  # the fields are transparent: what is behind them is the store's
            frame.evaluate("document.documentElement.style.cssText += 'background: #1d1d23; color: #fff'")
    assert_accessible(page)
    fields(page).get_by_label("ZIP code").fill("94107")
    expect(question(page).get_by_role("button", name="Complete")).to_be_visible()
    assert_accessible(page)


def test_the_dashboard_is_accessible(browser: Browser, store: Store) -> None:
    assert store.sandbox is not None
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
        dashboard = context.new_page()
        dashboard.goto(store.sandbox.base_url)
        expect(dashboard.get_by_role("heading", name="Test cards")).to_be_visible()
        assert_accessible(dashboard)
        context.close()


def test_the_built_script_is_small(browser_files: Path) -> None:
    assert (browser_files / "stripe.js").stat().st_size < 36_000
