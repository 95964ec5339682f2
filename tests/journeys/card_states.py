"""The checkout with cards that are kept, or are to be."""

import re

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.checkout_states import to_the_checkout, want_an_account
from tests.journeys.states import State

PASSWORD = "violet tractor seven moons"


def want_to_keep_the_card(page: Page) -> None:
    want_an_account(page)
    page.get_by_label("Keep this card").check()
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


SAVED_CARDS = [
    # axe speaks to the provider's frame as if it were the store's own
    State("checkout, card to be kept", "/checkout/", want_to_keep_the_card, "postMessage"),
    State("checkout, saved cards", "/checkout/", choose_among_saved_cards),
]
