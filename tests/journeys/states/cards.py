"""The checkout with cards that are kept, or are to be, and the account's pages of them."""

import re

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.states.checkout import to_the_checkout, want_an_account
from tests.journeys.states.pages import State, arrive
from tests.journeys.states.pages import log_in as enter
from vintner.demo.people import CUSTOMER, DemoPerson

PASSWORD = "violet tractor seven moons"
CARDS_PAGE, ADD_PAGE = "/my-source/payment-methods/", "/my-source/add-payment-method/"


def want_to_keep_the_card(page: Page) -> None:
    want_an_account(page)
    page.get_by_label("Save this card").check()
    expect(shopper.card_fields(page).get_by_text("charge it for later payments")).to_be_visible()


def keep_a_card(page: Page) -> str:
    """Buy with a new account that keeps the card; return its e-mail address."""
    want_to_keep_the_card(page)
    email = f"{shopper.new_word()}@example.com"
    shopper.fill_address(page, email=email)
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    return email


def choose_among_saved_cards(page: Page) -> None:
    keep_a_card(page)
    to_the_checkout(page)
    expect(page.get_by_role("radio", name=re.compile("ending in 4242"))).to_be_checked()


def about_to_add(page: Page) -> None:
    """Go on to where a card is entered, and wait for the provider's fields."""
    arrive(page, CARDS_PAGE)
    page.get_by_role("link", name="Add a card").click()
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_visible()


def fill_new_card(page: Page, number: str = shopper.PAID) -> None:
    """Fill the card's fields; here they ask for the postcode too, as no form around them does."""
    shopper.fill_card(page, number)
    shopper.card_fields(page).get_by_label("ZIP code").fill("94110")


def save_card(page: Page) -> None:
    page.get_by_role("button", name="Save card").click()


def log_in(page: Page, place: str, who: DemoPerson = CUSTOMER) -> None:
    """Log in as somebody of the demo, by default its customer, who has no cards, and be led on."""
    arrive(page, place)
    enter(page, who.password, email=who.email)
    page.wait_for_url(f"**{place}*")


def have_no_cards(page: Page) -> None:
    log_in(page, CARDS_PAGE)
    expect(page.get_by_text("You have no saved cards yet.")).to_be_visible()


def be_about_to_delete(page: Page) -> None:
    keep_a_card(page)
    arrive(page, CARDS_PAGE)
    page.get_by_text("Delete").first.click()
    expect(page.get_by_role("button", name="Yes, delete it")).to_be_visible()


def enter_a_card(page: Page) -> None:
    log_in(page, ADD_PAGE)
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_visible()


def leave_the_card_out(page: Page) -> None:
    enter_a_card(page)
    save_card(page)
    expect(page.get_by_text("The card number is incomplete.").first).to_be_visible()


def be_asked_by_the_bank(page: Page) -> None:
    keep_a_card(page)
    about_to_add(page)
    fill_new_card(page, shopper.CHALLENGED)
    save_card(page)
    expect(page.get_by_role("dialog", name="Your bank asks")).to_be_visible()


SAVED_CARDS = [
    State("checkout, card to be kept", "/checkout/", want_to_keep_the_card),
    State("checkout, saved cards", "/checkout/", choose_among_saved_cards),
    State("saved cards, none", "/my-source/", have_no_cards),
    State("saved cards, about to delete", "/checkout/", be_about_to_delete),
    State("add a card", "/my-source/", enter_a_card),
    State("add a card, left out", "/my-source/", leave_the_card_out),
    State("add a card, bank's question", "/checkout/", be_asked_by_the_bank),
]
