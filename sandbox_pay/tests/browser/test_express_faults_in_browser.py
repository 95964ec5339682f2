"""What goes wrong with wallets in Chromium: the shopper, the store, the bank and the provider all may be the reason."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from sandbox_pay.tests.express_steps import Opening, buttons, expect_said, press, product_page, said
from sandbox_pay.tests.store_page_steps import captured
from sandbox_pay.tests.store_server import Store

PAY = "Pay $24.99"
SECOND = 1000


@pytest.fixture
def opened(browser: Browser, store: Store) -> Iterator[Opening]:
    with product_page(browser, store) as opening:
        yield opening


@pytest.fixture
def timed(browser: Browser, store: Store) -> Iterator[Opening]:
    """Open pages whose time can be moved."""
    with product_page(browser, store, timed=True) as opening:
        yield opening


def set_switches(store: Store, **switches: object) -> None:
    assert store.sandbox is not None
    store.sandbox.set_express(**switches)


def no_sheet(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_click_that_is_answered_too_late_opens_nothing(timed: Opening) -> None:
    page = timed(late="")
    buttons(page).get_by_role("button", name="Link").dblclick()
    expect_said(page, "click link")
    page.clock.fast_forward(2 * SECOND)
    expect_said(page, "IntegrationError: The click event: resolve() or reject() was called too late, or twice.")
    no_sheet(page)


def test_a_click_is_answered_once(opened: Opening) -> None:
    page = opened(again="")
    press(page, "Link")
    expect_said(page, "IntegrationError: The click event: resolve() or reject() was called too late, or twice.")


def test_a_rejected_click_opens_nothing_and_the_next_one_is_heard(opened: Opening) -> None:
    page = opened(reject="")
    for count in (1, 2):
        buttons(page).get_by_role("button", name="Link").click()
        expect(page.locator("#log li", has_text="click link")).to_have_count(count)
    no_sheet(page)


def test_an_address_that_the_store_rejects_can_not_be_paid(opened: Opening, store: Store) -> None:
    page = opened()
    wallet = press(page, "Link")
    wallet.get_by_role("radio", name="Utah").check()
    expect(wallet.get_by_role("alert")).to_have_text("The store does not ship to this address.")
    expect(wallet.get_by_role("button", name="Pay")).to_be_disabled()
    wallet.get_by_role("radio", name="Work").check()
    expect_said(page, "address Ada Lovelace, Los Angeles, California 90012, US")
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "succeeded")
    assert captured(store) == 2499


def test_a_rate_that_the_store_rejects_gives_way_to_the_former(opened: Opening, store: Store) -> None:
    page = opened(ground="")
    wallet = press(page, "Link")
    wallet.get_by_role("radio", name="Air").check()
    expect(wallet.get_by_role("alert")).to_have_text("The store does not ship by this shipping method.")
    expect(wallet.get_by_role("radio", name="Ground")).to_be_checked()
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "confirm ada@example.com 1 Market Street ground")
    expect_said(page, "succeeded")
    assert captured(store) == 2499


def test_an_address_is_answered_within_thirty_seconds(timed: Opening) -> None:
    page = timed(silent="")
    wallet = press(page, "Link")
    expect_said(page, "address")
    expect(wallet.get_by_role("status")).to_have_text("Asking the store about this address…")
    page.clock.fast_forward(31 * SECOND)
    expect(wallet.get_by_role("alert")).to_have_text("The store does not answer. Please try again.")
    expect(wallet.get_by_role("button", name="Pay")).to_be_disabled()
    page.evaluate("answerNow()")
    expect_said(page, "IntegrationError: The shippingaddresschange event: resolve() or reject() was called after more")


def test_an_answer_to_an_earlier_address_comes_to_nothing(opened: Opening) -> None:
    page = opened(silent="")
    wallet = press(page, "Link")
    expect_said(page, "San Francisco")
    page.evaluate("window.first = answerNow, null")
    wallet.get_by_role("radio", name="Toronto").check()
    expect_said(page, "Toronto")
    page.evaluate("first()")
    expect(wallet.get_by_role("button", name="Pay")).to_be_disabled()
    page.evaluate("answerNow()")
    expect(wallet.get_by_role("button", name="Pay")).to_be_enabled()


def test_an_answer_to_an_earlier_address_changes_no_sum(opened: Opening, store: Store) -> None:
    page = opened(silent="")
    wallet = press(page, "Link")
    expect_said(page, "San Francisco")
    page.evaluate("window.first = answerNow, null")
    wallet.get_by_role("radio", name="Toronto").check()
    expect_said(page, "Toronto")
    page.evaluate("answerNow()")
    expect(wallet.get_by_role("button", name="Pay $19.99")).to_be_enabled()
    page.evaluate("elements.update({amount: 2600}); first()")
    wallet.get_by_role("button", name="Pay $19.99").click()
    expect_said(page, "IntegrationError: The sheet showed 1999, but the amount of the elements is 2600.")
    assert captured(store) == 0


def test_an_answer_to_a_closed_sheet_comes_to_nothing(timed: Opening) -> None:
    page = timed(silent="")
    wallet = press(page, "Link")
    expect_said(page, "San Francisco")
    wallet.get_by_role("button", name="Cancel").click()
    expect_said(page, "cancel")
    page.clock.fast_forward(31 * SECOND)
    page.evaluate("answerNow()")
    assert not [line for line in said(page) if "Error" in line]


WRONG_ANSWERS = {
    "twice": "IntegrationError: Two shippingRates have the id ground: each needs its own.",
    "stale": "IntegrationError: The amount 1999 is less than the 2499 of the lineItems and the chosen shipping rate.",
}


@pytest.mark.parametrize("query", WRONG_ANSWERS)
def test_what_a_sheet_can_not_show_is_thrown_at_the_store(opened: Opening, query: str) -> None:
    page = opened(**{query: ""})
    wallet = press(page, "Link")
    expect_said(page, WRONG_ANSWERS[query])
    expect(wallet.get_by_role("button", name="Pay")).to_be_disabled()


WRONG_CLICKS: dict[str, tuple[dict[str, object], str]] = {
    "no rate": ({"shippingRates": []}, "shippingRates must hold at least one rate"),
    "a rate beyond the amount": (
        {"shippingRates": [{"id": "air", "displayName": "Air", "amount": 1}]},
        "The amount 1999 is less than the 2000 of the lineItems and the chosen shipping rate.",
    ),
    "items beyond the amount": (
        {"lineItems": [{"name": "Wine", "amount": 2000}]},
        "The amount 1999 is less than the 2000 of the lineItems",
    ),
    "a broken amount": ({"lineItems": [{"name": "Wine", "amount": 19.99}]}, "a whole amount in minor units"),
    "a rate without an id": ({"shippingRates": [{"displayName": "Air", "amount": 0}]}, "needs an id"),
    "an unknown word": ({"shippingOptions": []}, "The click event: resolve() knows no shippingOptions."),
}


@pytest.mark.parametrize("wrong", WRONG_CLICKS)
def test_a_click_is_answered_with_what_a_sheet_can_show(opened: Opening, wrong: str) -> None:
    details, words = WRONG_CLICKS[wrong]
    page = opened(click=json.dumps(details))
    buttons(page).get_by_role("button", name="Link").click()
    expect_said(page, words)
    no_sheet(page)


def test_a_rate_among_the_items_counts_once(opened: Opening, store: Store) -> None:
    items = [{"name": "Wine", "amount": 1499}, {"name": "Ground", "amount": 500}]
    rates = [{"id": "ground", "displayName": "Ground", "amount": 500}]
    page = opened(click=json.dumps({"lineItems": items, "shippingRates": rates}))
    press(page, "Link").get_by_role("button", name=PAY).click()
    expect_said(page, "succeeded")
    assert captured(store) == 2499


def test_another_sum_than_the_shown_one_charges_nothing(opened: Opening, store: Store) -> None:
    page = opened(asked="2600")
    wallet = press(page, "Apple Pay")
    wallet.get_by_role("button", name=PAY).click()
    expect(wallet.get_by_role("alert")).to_contain_text(
        "The bank says: The wallet showed $24.99, but this PaymentIntent is for $26.00."
    )
    expect(wallet.get_by_role("button", name=PAY)).to_be_enabled()
    assert captured(store) == 0


def test_elements_of_another_amount_than_the_sheets_make_no_token(opened: Opening, store: Store) -> None:
    page = opened()
    pay = press(page, "Apple Pay").get_by_role("button", name=PAY)
    expect(pay).to_be_enabled()
    page.evaluate("elements.update({amount: 2600})")
    pay.click()
    expect_said(page, "IntegrationError: The sheet showed 2499, but the amount of the elements is 2600.")
    assert captured(store) == 0


def test_a_decline_is_shown_and_another_card_pays(opened: Opening, store: Store) -> None:
    page = opened()
    wallet = press(page, "Google Pay")
    wallet.get_by_role("radio", name="declined").check()
    wallet.get_by_role("button", name=PAY).click()
    expect(wallet.get_by_role("alert")).to_have_text("The bank says: generic_decline")
    wallet.get_by_role("radio", name="4242").check()
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "succeeded")
    assert captured(store) == 2499


@pytest.mark.parametrize(
    ("answer", "end"),
    [("Complete", "succeeded after the question"), ("Fail", "payment_intent_authentication_failure")],
)
def test_the_banks_question_takes_the_sheets_place(opened: Opening, store: Store, answer: str, end: str) -> None:
    set_switches(store, card="4000000000003220")
    page = opened()
    press(page, "Apple Pay").get_by_role("button", name=PAY).click()
    expect(page.get_by_role("dialog")).to_have_accessible_name("Your bank asks")
    page.frame_locator("iframe[name='sandbox-challenge']").get_by_role("button", name=answer).click()
    expect_said(page, end)
    no_sheet(page)
    assert captured(store) == (2499 if answer == "Complete" else 0)


def test_a_store_may_have_no_wallet(opened: Opening, store: Store) -> None:
    set_switches(store, wallets=[])
    page = opened("ready none")
    expect(buttons(page).get_by_role("button")).to_have_count(0)
    assert page.locator("iframe[name='sandbox-express-buttons']").evaluate("frame => frame.offsetHeight") == 0


def test_the_switches_choose_the_wallets(opened: Opening, store: Store) -> None:
    set_switches(store, wallets=["paypal", "link"])
    page = opened("ready link paypal")
    expect(buttons(page).get_by_role("button")).to_have_text(["PayPal", "Link"])


def test_wallets_follow_the_types_of_the_group(opened: Opening) -> None:
    page = opened()
    page.evaluate("elements.update({allowedPaymentMethodTypes: ['card', 'klarna']})")
    expect_said(page, "available 3")
    expect(buttons(page).get_by_role("button")).to_have_text(["Apple Pay", "Google Pay", "Klarna"])


def test_the_element_may_fail_to_load(opened: Opening, store: Store) -> None:
    set_switches(store, load_error=True)
    page = opened("loaderror api_connection_error")
    expect(buttons(page).get_by_role("button")).to_have_count(0)


def test_buttons_that_never_come_are_an_error(timed: Opening) -> None:
    page = timed()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/sandbox/express.js", hold)
    with page.expect_request("**/sandbox/express.js"):
        page.goto(page.url, wait_until="commit")
    page.clock.fast_forward(16 * SECOND)
    expect_said(page, "loaderror api_connection_error")


@pytest.mark.parametrize("step", ["click", "address", "rate", "confirm"])
def test_a_sheet_may_close_at_any_step(opened: Opening, store: Store, step: str) -> None:
    set_switches(store, close_at=step)
    page = opened()
    wallet = press(page, "Link")
    if step == "rate":
        wallet.get_by_role("radio", name="Air").click()  # check() would look at it once more, and it is gone by then
    if step == "confirm":
        wallet.get_by_role("button", name=PAY).click()
        expect_said(page, "no token: validation_error")
    expect_said(page, "cancel")
    no_sheet(page)
    assert [line for line in said(page) if line.startswith("IntegrationError")] == []
    assert captured(store) == 0


def test_the_provider_may_be_out_of_reach_at_the_end(opened: Opening, store: Store) -> None:
    set_switches(store, offline=True)
    page = opened()
    wallet = press(page, "Link")
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "no token: api_connection_error")
    expect(wallet.get_by_role("alert")).to_have_text("The payment failed.")
    assert captured(store) == 0


def test_a_token_may_be_refused(opened: Opening, store: Store) -> None:
    assert store.sandbox is not None
    store.sandbox.plan_refusal("confirmation_tokens.create", status=400, type="invalid_request_error")
    page = opened()
    wallet = press(page, "Link")
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "no token: invalid_request_error")
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "succeeded")


def test_every_step_may_be_slow(timed: Opening, store: Store) -> None:
    steps = ("ready", "click", "address", "rate", "confirm")
    set_switches(store, delays=dict.fromkeys(steps, 20_000))
    page = timed("")
    page.clock.fast_forward(10 * SECOND)
    assert said(page) == []
    page.clock.fast_forward(10 * SECOND)
    expect_said(page, "ready")
    wallet = press(page, "Link")
    expect(page.get_by_role("dialog", name="Link")).to_be_visible()
    wallet.get_by_role("button", name="Cancel").wait_for()
    for event, then in (("address", "Air"), ("rate air", PAY.replace("24", "34")), ("confirm", "")):
        if event == "address":
            page.clock.fast_forward(20 * SECOND)
            expect(wallet.get_by_role("status")).to_contain_text("about this address")
        assert not [line for line in said(page) if line.startswith(event)]
        page.clock.fast_forward(20 * SECOND)
        expect_said(page, event)
        if then:
            wallet.get_by_text(then).click()
    expect_said(page, "succeeded")
    assert captured(store) == 3499


@pytest.mark.parametrize("way", ["Cancel", "Close", "Escape inside", "Escape outside"])
def test_the_shopper_closes_the_sheet(opened: Opening, store: Store, way: str) -> None:
    page = opened()
    wallet = press(page, "Link")
    expect(wallet.get_by_role("button", name=PAY)).to_be_enabled()
    if way == "Escape inside":
        wallet.get_by_role("radio", name="Home").press("Escape")
    elif way == "Escape outside":
        page.get_by_role("button", name="Close").press("Escape")
    elif way == "Close":
        page.get_by_role("button", name="Close").click()
    else:
        wallet.get_by_role("button", name="Cancel").click()
    expect_said(page, "cancel")
    no_sheet(page)
    press(page, "Link").get_by_role("button", name=PAY).click()
    expect_said(page, "succeeded")


def test_a_payment_under_way_can_not_be_called_back(timed: Opening) -> None:
    page = timed(stuck="")
    wallet = press(page, "Link")
    wallet.get_by_role("button", name=PAY).click()
    expect_said(page, "confirm")
    page.evaluate("elements.submit()")
    expect(wallet.get_by_role("button", name="Cancel")).to_be_disabled()
    for _ in range(3):
        page.get_by_role("button", name="Close").press("Escape")
    expect(page.get_by_role("dialog", name="Link")).to_be_visible()
    assert "cancel" not in said(page)
    page.clock.fast_forward(31 * SECOND)
    expect_said(page, "cancel")
    no_sheet(page)
    answer = page.evaluate("Stripe('pk_test_sandbox_vintner').createConfirmationToken({elements})")
    assert answer["error"]["message"] == "The wallet was closed before the payment was confirmed."


def test_a_payment_is_submitted_before_its_token_is_made(opened: Opening) -> None:
    page = opened(unsubmitted="")
    press(page, "Link").get_by_role("button", name=PAY).click()
    expect_said(page, "IntegrationError: elements.submit() must be called before")


def test_nothing_is_submitted_that_no_wallet_confirmed(opened: Opening) -> None:
    page = opened()
    answer = page.evaluate("elements.submit()")
    assert answer["error"]["message"] == "The wallet was closed before the payment was confirmed."


def test_other_countries_than_the_stores_can_not_be_chosen(opened: Opening) -> None:
    wallet = press(opened(), "Link")
    expect(wallet.get_by_role("radio", name="London")).to_be_disabled()
    expect(wallet.get_by_role("radio", name="Toronto")).to_be_enabled()
