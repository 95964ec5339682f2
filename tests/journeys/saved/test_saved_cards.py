"""A card that is kept at the checkout, and pays from then on."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from sandbox_pay import SECRET_KEY
from tests.journeys import shopper
from tests.journeys.live import visit
from tests.journeys.states.cards import PASSWORD, keep_a_card
from tests.journeys.states.checkout import to_the_checkout
from tests.journeys.store.running_store import RunningStore

MASTERCARD, WITHOUT_FUNDS = "5555 5555 5555 4444", "4000000000009995"


@pytest.fixture
def books(store: RunningStore) -> str:
    return store.stack.environment["SANDBOX_URL"]


def saved_card(page: Page) -> Locator:
    return page.get_by_role("radio", name=re.compile("Visa ending in 4242"))


def new_card(page: Page) -> Locator:
    return page.get_by_role("radio", name="Use a new card")


def test_36_a_card_is_kept_with_one_order_and_pays_the_next(page: Page, books: str) -> None:
    keep_a_card(page)
    to_the_checkout(page)
    expect(saved_card(page)).to_be_checked()
    expect(page.locator("iframe[src*='/sandbox/element']")).to_have_count(0)
    expect(page.get_by_label("Save this card")).to_have_count(0)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    expect(page.get_by_text("Visa •••• 4242").first).to_be_visible()
    assert shopper.ledger(page, books, order)["captured_count"] == 1


def test_36_a_declined_saved_card_is_told_and_nothing_is_lost(page: Page, books: str) -> None:
    turn_bad(page, books, keep_a_card(page))
    to_the_checkout(page)
    page.get_by_text("Add order notes").click()
    page.get_by_label("Order notes").fill("Ring twice")
    shopper.pay(page)
    told = page.get_by_role("alert").filter(has=page.get_by_role("heading"))
    expect(told).to_contain_text("Your card has insufficient funds.")
    expect(saved_card(page)).to_be_focused()
    expect(page.get_by_label("Order notes")).to_have_value("Ring twice")
    expect(saved_card(page)).to_be_checked()
    new_card(page).check()
    shopper.fill_card(page, MASTERCARD)
    saved_card(page).check()
    new_card(page).check()
    expect(shopper.card_fields(page).get_by_label("Card number")).to_have_value(MASTERCARD)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    entry = shopper.ledger(page, books, order)
    assert (entry["captured_count"], entry["failed_count"]) == (1, 1)


def test_04_without_javascript_a_saved_card_pays(page: Page, plain: Page, books: str) -> None:
    email = keep_a_card(page)
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    plain.get_by_role("button", name="Add to cart").first.click()
    visit(plain, "/checkout/")
    shopper.log_in_at_checkout(plain, email, PASSWORD)
    expect(saved_card(plain)).to_be_checked()
    shopper.pay(plain)
    order = shopper.expect_receipt(plain)
    assert shopper.ledger(plain, books, order)["captured_count"] == 1


def turn_bad(page: Page, books: str, email: str) -> None:
    """Let the bank have no more money for the card that was kept by who has this e-mail address."""
    as_the_store = {"Authorization": f"Bearer {SECRET_KEY}"}
    [customer] = page.request.get(f"{books}/v1/customers?email={email}", headers=as_the_store).json()["data"]
    path = f"{books}/v1/customers/{customer['id']}/payment_methods"
    [card] = page.request.get(path, headers=as_the_store).json()["data"]
    turned = page.request.post(
        f"{books}/_sandbox/cards/turn", data={"payment_method": card["id"], "number": WITHOUT_FUNDS}
    )
    assert turned.ok, turned.text()
