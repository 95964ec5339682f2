"""Wine that is sold by subscription, bought by a new customer in both checkouts."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.buying.subscribing import CHARGES, agree_and_pay, expect_subscribed, put_box
from tests.journeys.live import visit
from tests.journeys.shopper import PASSWORD
from tests.journeys.visitors import Complaints
from vintner.subscriptions.words import CHARGES_NOT_AGREED

TERMS = "Your subscription: Cellar Club: Three Reds"
LATER = re.compile(r"^Then \$[\d.]+ every month, first on \w+ \d+, \d{4}\.$")


def test_a_new_customer_subscribes_in_the_classic_checkout(page: Page) -> None:
    put_box(page)
    visit(page, "/checkout/classic/")
    expect(page.get_by_text("A subscription needs an account")).to_be_visible()
    expect(page.get_by_label("Create an account")).to_have_count(0)
    shopper.fill_address(page, email=f"{shopper.new_word()}@example.com")
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page)
    expect(page.get_by_label("Save this card for future orders")).to_have_count(0)
    expect(page.locator("#payment").get_by_text(LATER)).to_be_visible()
    expect(page.get_by_text(TERMS)).to_be_visible()
    shopper.pay(page)
    expect(page.get_by_role("link", name=CHARGES_NOT_AGREED)).to_be_visible()
    agree_and_pay(page)
    expect_subscribed(page)


def test_a_new_customer_subscribes_in_the_block_checkout(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    put_box(page)
    visit(page, "/checkout/block/")
    expect(page.locator("#payment").get_by_text(LATER)).to_be_visible()
    expect(page.get_by_text("A subscription needs an account")).to_be_visible()
    shopper.fill_blocks(page, email=f"{shopper.new_word()}@example.com")
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page)
    expect(page.get_by_text(TERMS)).to_be_visible()
    agree_and_pay(page)
    expect_subscribed(page)


@pytest.mark.sweep
def test_a_refused_password_keeps_the_subscriber_on_the_page(page: Page) -> None:
    put_box(page)
    visit(page, "/checkout/classic/")
    shopper.fill_address(page, email=f"{shopper.new_word()}@example.com")
    shopper.fill_card(page)
    agree_and_pay(page)
    expect(page.get_by_role("link", name="Create account password is a required field.")).to_be_visible()


@pytest.mark.sweep
def test_after_a_decline_the_new_subscriber_has_agreed_already(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("400")
    put_box(page)
    visit(page, "/checkout/block/")
    shopper.fill_blocks(page, email=f"{shopper.new_word()}@example.com")
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page, shopper.DECLINED)
    agree_and_pay(page)
    expect(page.get_by_text("The card was declined.").first).to_be_visible()
    expect(page.get_by_label("Create account password")).to_have_count(0)  # the page was loaded again, with an account
    for words in (shopper.OF_AGE, shopper.TERMS, CHARGES):
        expect(page.locator("form").get_by_role("checkbox", name=words)).to_be_checked()
    shopper.fill_card(page)
    shopper.press_pay(page)
    expect_subscribed(page)
