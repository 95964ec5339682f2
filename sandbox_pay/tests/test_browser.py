"""The browser's part in Chromium: the real react-stripe-js, a store on one origin, the provider on another."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FrameLocator, Page, Route, expect, sync_playwright

from sandbox_pay.testing import ROOT, Sandbox
from sandbox_pay.tests.store_server import Store, store_on_a_port

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DIGITS = re.compile(r"\d[\d ]{11,}\d")


def build(config: str, **environment: str) -> None:
    subprocess.run(
        [ROOT / "node_modules/.bin/vite", "build", "-c", config],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    folder = tmp_path_factory.mktemp("store_page")
    build("sandbox_pay/browser/vite.config.ts")
    build("sandbox_pay/tests/store_page/vite.config.ts", STORE_PAGE_OUT=str(folder))
    with (
        store_on_a_port(folder / "main.js") as store,
        Sandbox(tmp_path_factory.mktemp("sandbox"), store_origins=(store.url,)) as sandbox,
    ):
        store.sandbox = sandbox
        yield store


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
        if path is None:
            pytest.fail("These tests need Chromium; install it with: apt-get install chromium")
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser, store: Store) -> Iterator[Page]:
    """Open the checkout; nothing may be reported on its console, and no card may reach the store."""
    assert store.sandbox is not None
    store.sandbox.reset()
    store.heard.clear()
    context = browser.new_context(viewport={"width": 480, "height": 900})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    page.goto(store.url)
    expect(page.locator("#seen")).to_have_text("ready")
    yield page
    context.close()
    # A refused card is a 402, which the browser itself notes on the console.
    assert [said for said in complaints if "402" not in said] == []
    assert not [heard for heard in store.heard if DIGITS.search(heard)]


def fields(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[title='Secure card payment']")


def fill(page: Page, number: str, expiry: str = "12 / 40", code: str = "123") -> None:
    frame = fields(page)
    frame.get_by_label("Card number").fill(number)
    frame.get_by_label("Expiration date").fill(expiry)
    frame.get_by_label("Security code").fill(code)


def pay(page: Page) -> None:
    page.get_by_role("button", name="Pay").click()


def said(page: Page, text: str) -> None:
    expect(page.locator("#said")).to_have_text(text)


def captured(store: Store) -> int:
    assert store.sandbox is not None
    return store.sandbox.ledger(77).captured


def test_a_card_pays(page: Page, store: Store) -> None:
    fill(page, "4242424242424242")
    expect(page.locator("#seen")).to_have_text("card complete")
    pay(page)
    said(page, "succeeded")
    assert captured(store) == 1999
    assert [heard for heard in store.heard if heard.startswith("/pay")]


def test_a_decline_and_then_another_card(page: Page, store: Store) -> None:
    fill(page, "4000000000009995")
    pay(page)
    said(page, "insufficient_funds")
    fill(page, "5555555555554444")
    pay(page)
    said(page, "succeeded")
    assert captured(store) == 1999


def test_the_fields_format_and_name_what_is_wrong(page: Page) -> None:
    frame = fields(page)
    number = frame.get_by_label("Card number")
    pay(page)
    said(page, "validation_error incomplete_number")
    expect(number).to_be_focused()
    expect(number).to_have_attribute("aria-invalid", "true")
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
    said(page, "card_error card_declined")
    expect(fields(page).get_by_label("Card number")).to_be_focused()


def question(page: Page) -> FrameLocator:
    fill(page, "4000000000003220")
    pay(page)
    expect(page.get_by_role("dialog", name="Your bank asks")).to_be_visible()
    return page.frame_locator("iframe[name='sandbox-challenge']")


def test_the_banks_question_completed_pays(page: Page, store: Store) -> None:
    question(page).get_by_role("button", name="Complete").click()
    said(page, "succeeded")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert captured(store) == 1999


def test_the_banks_question_failed_is_told(page: Page, store: Store) -> None:
    question(page).get_by_role("button", name="Fail").click()
    said(page, "payment_intent_authentication_failure")
    assert captured(store) == 0


@pytest.mark.parametrize("inside", [False, True], ids=["on the dialog", "inside the frame"])
def test_escape_gives_the_question_up(page: Page, store: Store, inside: bool) -> None:
    button = question(page).get_by_role("button", name="Complete")
    expect(button).to_be_visible()
    if inside:
        button.press("Escape")
    else:
        page.get_by_role("button", name="Cancel").press("Escape")
    said(page, "payment_intent_authentication_failure")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert captured(store) == 0


def test_the_banks_page_is_shown_once_it_hears_keys(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sandbox/challenge.js", hold)
    frame = question(page)
    expect(frame.locator("form")).to_be_attached()
    button = frame.get_by_role("button", name="Complete")
    expect(button).to_be_hidden()
    expect(page.get_by_role("dialog")).to_have_attribute("aria-busy", "true")
    held[0].continue_()
    button.press("Escape")
    said(page, "payment_intent_authentication_failure")


def test_country_and_postal_code_are_asked_unless_the_store_has_them(page: Page, store: Store) -> None:
    expect(fields(page).get_by_label("Country")).to_be_hidden()
    page.goto(f"{store.url}/?address")
    expect(page.locator("#seen")).to_have_text("ready")
    fill(page, "4242424242424242")
    pay(page)
    said(page, "validation_error incomplete_zip")
    fields(page).get_by_label("Country").select_option("CA")
    fields(page).get_by_label("Postal code").fill("k1a 0b1")
    expect(fields(page).get_by_label("Postal code")).to_have_value("K1A 0B1")
    pay(page)
    said(page, "succeeded")


def test_the_frame_is_as_high_as_its_content(page: Page) -> None:
    def height() -> float:
        box = page.locator("iframe[title='Secure card payment']").bounding_box()
        assert box is not None
        return box["height"]

    before = height()
    pay(page)
    expect(fields(page).get_by_text("Your card number is incomplete.")).to_be_visible()
    expect(page.locator("#said")).not_to_be_empty()
    page.wait_for_function(
        "before => document.querySelector('iframe').getBoundingClientRect().height > before", arg=before
    )


def test_no_page_but_the_stores_may_talk_to_the_fields(browser: Browser, store: Store) -> None:
    assert store.sandbox is not None
    page = browser.new_page()
    page.goto(f"{store.sandbox.base_url}/sandbox/element?origin={store.url}")
    page.evaluate("window.postMessage({to: 'frame', type: 'options', options: {appearance: {theme: 'night'}}}, '*')")
    page.evaluate("new Promise(done => setTimeout(done))")
    assert page.evaluate("document.documentElement.dataset.theme ?? ''") == ""
    page.close()


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


def assert_accessible(page: Page) -> None:
    """Run axe in the page and in each frame: from outside it can't look into a foreign one."""
    for frame in page.frames:
        rules = {"page-has-heading-one": {"enabled": frame == page.main_frame}}  # a frame need not have its own
        options = {"resultTypes": ["violations"], "iframes": False, "rules": rules}
        found = Axe().run(frame, options=options)
        assert found.violations_count == 0, f"{frame.url}\n{found.generate_report()}"


def test_the_built_script_is_small(store: Store) -> None:
    script = Path(ROOT / "sandbox_pay/static/stripe.js")
    assert script.stat().st_size < 30_000
