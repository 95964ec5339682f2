"""The hosted pages in Chromium: anybody can use them, on a small screen and by keyboard, under a strict policy."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from sandbox_pay.testing import SandboxProcess
from sandbox_pay.tests.chromium import new_page
from sandbox_pay.tests.pages.hosted import EVERY, open_page, read_action
from sandbox_pay.tests.receiver import receiving
from sandbox_pay.tests.types.sample_sales import begin_payment

SMALL = 320


@pytest.fixture(scope="module")
def running_sandbox(tmp_path_factory: pytest.TempPathFactory, browser_files: Path) -> Iterator[SandboxProcess]:
    with SandboxProcess(tmp_path_factory.mktemp("sandbox"), browser_files=browser_files) as sandbox:
        yield sandbox


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with new_page(browser, SMALL, 640) as page:
        yield page


def everybody_can_use(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL


@pytest.mark.parametrize("kind", EVERY)
def test_everybody_can_use_the_page(
    client: stripe.StripeClient, sandbox: SandboxProcess, page: Page, kind: str
) -> None:
    page.goto(open_page(client, sandbox, kind)[1])
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    everybody_can_use(page)


def test_everybody_can_use_the_code_the_phone_and_the_dashboard(
    client: stripe.StripeClient, sandbox: SandboxProcess, page: Page
) -> None:
    page.goto(read_action(begin_payment(client, sandbox, "wechat_pay"))["hosted_instructions_url"])
    code = page.get_by_role("img", name="Code that opens the WeChat Pay page on your phone")
    assert code.evaluate("picture => picture.naturalWidth > 0")
    everybody_can_use(page)
    for path in ("/sandbox/phone", "/"):
        page.goto(f"{sandbox.base_url}{path}")
        everybody_can_use(page)


def test_a_bank_is_answered_by_keyboard(client: stripe.StripeClient, sandbox: SandboxProcess, page: Page) -> None:
    store = f"{sandbox.base_url}/sandbox/phone"
    intent = begin_payment(client, sandbox, "ideal", return_url=store)
    page.goto(read_action(intent)["url"])
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Authorize")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{store}?*")
    assert "redirect_status=succeeded" in page.url
    assert client.v1.payment_intents.retrieve(intent.id).status == "succeeded"


def test_a_wrong_code_is_said_and_a_right_one_goes_on(
    client: stripe.StripeClient, sandbox: SandboxProcess, page: Page
) -> None:
    intent_id, url = open_page(client, sandbox, "us_bank_account")
    page.goto(url)
    page.get_by_label("Code beside the deposit").fill("SM00XX")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("This is not the code of the deposit.")
    everybody_can_use(page)
    page.get_by_label("Code beside the deposit").fill("SM11AA")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    everybody_can_use(page)
    assert client.v1.payment_intents.retrieve(intent_id).status == "processing"


def test_paper_shows_no_buttons(client: stripe.StripeClient, sandbox: SandboxProcess, page: Page) -> None:
    page.goto(open_page(client, sandbox, "multibanco")[1])
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Mark as paid")).to_be_hidden()
    expect(page.get_by_text("Reference")).to_be_visible()


def press(page: Page, name: str) -> None:
    """Press a button of the dashboard, which then shows what came of it."""
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()


def paid(client: stripe.StripeClient, card: str = "pm_card_visa", **more: str) -> str:
    asked = {"amount": 4200, "currency": "usd", "payment_method": card, "confirm": True, **more}
    return client.v1.payment_intents.create({**asked, "allowed_payment_method_types": ["card"]}).id  # type: ignore[typeddict-item]


def test_the_dashboard_moves_the_clock(client: stripe.StripeClient, sandbox: SandboxProcess, page: Page) -> None:
    ideal, wechat = begin_payment(client, sandbox, "ideal"), begin_payment(client, sandbox, "wechat_pay")
    page.goto(sandbox.base_url)
    press(page, f"expire now: {wechat.id}")
    assert client.v1.payment_intents.retrieve(wechat.id).status == "requires_payment_method"
    page.get_by_label("Move the clock by").select_option("an hour")
    press(page, "Move")
    expect(page.get_by_text("No payment waits.")).to_be_visible()
    assert client.v1.payment_intents.retrieve(ideal.id).status == "requires_payment_method"


def test_the_dashboard_brings_payments_into_doubt_and_gives_back(
    client: stripe.StripeClient, sandbox: SandboxProcess, page: Page
) -> None:
    intent = paid(client)
    page.goto(sandbox.base_url)
    for deed in ("Open a review", "Approve", "Dispute", "Win the dispute", "Refund"):
        press(page, f"{deed}: {intent}")
    [dispute], [refund] = client.v1.disputes.list().data, client.v1.refunds.list().data
    assert (dispute.status, refund.amount) == ("won", 4200)
    expect(page.get_by_text("$42.00 refunded")).to_be_visible()
    expect(page.get_by_role("button", name=intent)).to_have_count(0)
    lost = paid(client, "pm_card_createDispute")
    page.reload()
    press(page, f"Lose the dispute: {lost}")
    assert client.v1.disputes.list({"payment_intent": lost}).data[0].status == "lost"


def test_the_dashboard_takes_and_lets_go_and_forgets(
    client: stripe.StripeClient, sandbox: SandboxProcess, page: Page
) -> None:
    taken, let_go = (paid(client, capture_method="manual") for _ in range(2))
    page.goto(sandbox.base_url)
    press(page, f"Capture: {taken}")
    press(page, f"Cancel: {let_go}")
    found = [client.v1.payment_intents.retrieve(each).status for each in (taken, let_go)]
    assert found == ["succeeded", "canceled"]
    press(page, "Forget everything")
    expect(page.get_by_text("No payments yet.")).to_be_visible()
    assert client.v1.payment_intents.list().data == []


def test_the_dashboard_sends_an_event_again(client: stripe.StripeClient, sandbox: SandboxProcess, page: Page) -> None:
    with receiving() as receiver:
        sandbox.send_events_to(receiver.url)
        client.v1.customers.create()
        first = receiver.next()
        page.goto(sandbox.base_url)
        press(page, f"Send again: {first.event(sandbox.webhook_secret).id}")
        assert receiver.next().body == first.body
        [endpoint] = client.v1.webhook_endpoints.list().data
        client.v1.webhook_endpoints.delete(endpoint.id)
