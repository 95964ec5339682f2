"""A customer looks after the cards in their account: adds one, prefers it, pays with it, deletes it."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from sandbox_pay import SECRET_KEY
from tests.journeys import shopper
from tests.journeys.live import visit
from tests.journeys.states.cards import CARDS_PAGE, PASSWORD, about_to_add, fill_new_card, keep_a_card, save_card
from tests.journeys.states.checkout import to_the_checkout
from tests.journeys.states.pages import arrive, log_in
from tests.journeys.store.running_store import RunningStore

ADDED, KEPT = "Visa ending in 3155", "Visa ending in 4242"


@pytest.fixture
def books(store: RunningStore) -> str:
    return store.stack.environment["SANDBOX_URL"]


def cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Your saved cards").get_by_role("listitem")


def card(page: Page, label: str) -> Locator:
    return cards(page).filter(has_text=label)


def at_the_provider(page: Page, books: str, email: str) -> list[str]:
    """Return the last digits of the cards that the provider keeps for who has this e-mail address."""
    as_the_store = {"Authorization": f"Bearer {SECRET_KEY}"}
    [customer] = page.request.get(f"{books}/v1/customers?email={email}", headers=as_the_store).json()["data"]
    path = f"{books}/v1/customers/{customer['id']}/payment_methods"
    found = page.request.get(path, headers=as_the_store).json()["data"]
    return sorted(each["card"]["last4"] for each in found)


def test_a_card_is_added_with_the_bank_s_yes_preferred_paid_with_and_deleted(page: Page, books: str) -> None:
    email = keep_a_card(page)
    about_to_add(page)
    fill_new_card(page, shopper.CHALLENGED)
    save_card(page)
    shopper.answer_bank(page, "Complete")
    page.wait_for_url(f"**{CARDS_PAGE}")
    expect(page.get_by_text("Your card is saved.")).to_be_visible()
    expect(cards(page)).to_have_count(2)
    assert at_the_provider(page, books, email) == ["3155", "4242"]

    card(page, ADDED).get_by_role("button", name=re.compile("^Make default")).click()
    expect(card(page, ADDED).get_by_text("Default", exact=True)).to_be_visible()
    expect(card(page, KEPT).get_by_role("button", name=re.compile("^Make default"))).to_be_visible()

    to_the_checkout(page)
    expect(page.get_by_role("radio", name=re.compile(ADDED))).to_be_checked()
    shopper.pay(page)
    shopper.answer_bank(page, "Complete")  # of who is there, this card's bank asks each time
    order = shopper.expect_receipt(page)
    expect(page.get_by_text("Visa •••• 3155").first).to_be_visible()
    assert shopper.ledger(page, books, order)["captured_count"] == 1

    arrive(page, CARDS_PAGE)
    card(page, ADDED).get_by_text("Delete").first.click()
    card(page, ADDED).get_by_role("button", name=re.compile("^Yes, delete it")).click()
    expect(page.get_by_text(f"{ADDED} is deleted.")).to_be_visible()
    expect(cards(page)).to_have_count(1)
    expect(card(page, KEPT).get_by_text("Default", exact=True)).to_be_visible()


@pytest.mark.sweep
def test_what_a_card_still_lacks_is_told_at_its_field(page: Page) -> None:
    keep_a_card(page)
    about_to_add(page)
    shopper.fill_card(page)
    save_card(page)
    fields = shopper.card_fields(page)
    expect(fields.get_by_text("Your postal code is incomplete.")).to_be_visible()
    expect(fields.get_by_label("ZIP code")).to_be_focused()


def test_the_bank_s_no_and_a_decline_are_told_beside_the_card(page: Page, books: str) -> None:
    email = keep_a_card(page)
    about_to_add(page)
    fill_new_card(page, shopper.CHALLENGED)
    save_card(page)
    shopper.answer_bank(page, "Fail")
    told = page.get_by_text("Your bank did not confirm that the card is yours")
    expect(told).to_be_focused()
    save_card(page)  # at once: too soon
    expect(page.get_by_text("so soon after the previous one.")).to_be_focused()
    assert at_the_provider(page, books, email) == ["4242"]


@pytest.mark.sweep
def test_a_card_is_added_by_keyboard_alone(page: Page) -> None:
    keep_a_card(page)
    about_to_add(page)
    fields = shopper.card_fields(page)
    fields.get_by_label("Card number").focus()
    for digits in ("5555555555554444", "1234", "123"):  # a field that is full passes the focus on
        page.keyboard.type(digits)
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(fields.get_by_label("ZIP code")).to_be_focused()
    page.keyboard.type("94110")
    button = page.get_by_role("button", name="Save card")
    for _ in range(6):
        if button.evaluate("each => each === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{CARDS_PAGE}")
    expect(card(page, "Mastercard ending in 4444")).to_be_visible()


def test_04_without_javascript_cards_are_looked_at_and_deleted(page: Page, plain: Page) -> None:
    email = keep_a_card(page)
    visit(plain, CARDS_PAGE)
    log_in(plain, PASSWORD, email=email)
    expect(card(plain, KEPT)).to_be_visible()
    plain.get_by_role("link", name="Add a card").click()
    expect(plain.locator("noscript p")).to_contain_text("which needs JavaScript")
    expect(plain.locator("noscript p")).to_be_visible()
    plain.get_by_role("link", name="Back").click()
    card(plain, KEPT).get_by_text("Delete").first.click()
    card(plain, KEPT).get_by_role("button", name=re.compile("^Yes, delete it")).click()
    expect(plain.get_by_text("You have no saved cards yet.")).to_be_visible()
