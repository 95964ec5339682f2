"""Every state of both checkouts and of a mixed case, and the ways that lead there."""

import re

from playwright.sync_api import Page, expect

from tests.journeys import shopper
from tests.journeys.states.pages import State, arrive, put_in
from vintner.demo.people import CUSTOMER


def to_the_checkout(page: Page) -> None:
    put_in(page, "V-SIMPLE", 2)
    arrive(page, "/checkout/")


def to_the_block_checkout(page: Page) -> None:
    put_in(page, "V-SIMPLE", 2)
    arrive(page, "/checkout/block/")


def subscribe(page: Page) -> None:
    put_in(page, "CLUB-REDS", 1)
    arrive(page, "/checkout/")


def subscribe_in_blocks(page: Page) -> None:
    put_in(page, "CLUB-REDS", 1)
    arrive(page, "/checkout/block/")


def send_the_block_checkout_empty(page: Page) -> None:
    to_the_block_checkout(page)
    shopper.press_pay(page)
    expect(page.get_by_role("heading", name=re.compile("problems"))).to_be_visible()


def bill_elsewhere(page: Page) -> None:
    to_the_block_checkout(page)
    page.get_by_label("Use the same address for billing").uncheck()
    expect(page.get_by_role("heading", name="Billing address")).to_be_visible()


def have_the_card_declined_in_blocks(page: Page) -> None:
    to_the_block_checkout(page)
    shopper.fill_blocks(page)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(page.locator("[data-payment-notices]").get_by_text("The card was declined.")).to_be_visible()


def unfold_the_order(page: Page) -> None:
    """On wide screens it stands open beside the form."""
    to_the_block_checkout(page)
    fold = page.get_by_text("Show the order")
    if fold.is_visible():
        fold.click()
    page.get_by_text("Have a coupon?").click()
    expect(page.get_by_label("Coupon code")).to_be_visible()


def open_the_log_in(page: Page) -> None:
    to_the_checkout(page)
    page.get_by_text("Returning customer?").click()
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()


def mistake_the_password_at_the_checkout(page: Page) -> None:
    to_the_checkout(page)
    shopper.log_in_at_checkout(page, CUSTOMER.email, "not the password")
    expect(page.get_by_text("Wrong password.").first).to_be_visible()


def come_back_as_a_customer(page: Page) -> None:
    to_the_checkout(page)
    shopper.log_in_at_checkout(page, CUSTOMER.email, CUSTOMER.password)
    expect(page.get_by_text("Edit", exact=True).first).to_be_visible()


def edit_what_is_known(page: Page) -> None:
    come_back_as_a_customer(page)
    page.get_by_text("Edit", exact=True).first.click()
    expect(page.locator("#billing_first_name")).to_be_visible()


def mistake_the_coupon_at_the_checkout(page: Page) -> None:
    to_the_checkout(page)
    page.get_by_text("Have a coupon?").click()
    page.get_by_label("Coupon code").fill("nosuch")
    page.get_by_role("button", name="Apply coupon").click()
    expect(page.get_by_label("Coupon code")).to_have_attribute("aria-invalid", "true")


def put_a_coupon_on(page: Page) -> None:
    mistake_the_coupon_at_the_checkout(page)
    page.get_by_label("Coupon code").fill("save10")
    page.get_by_role("button", name="Apply coupon").click()
    expect(page.get_by_role("button", name="Take the coupon save10 off")).to_be_visible()


def want_an_account(page: Page) -> None:
    to_the_checkout(page)
    page.get_by_label("Create an account").check()
    expect(page.get_by_label("Create account password")).to_be_visible()


def open_every_text(page: Page) -> None:
    to_the_checkout(page)
    for words in ("Read the terms and conditions", "Read our privacy policy", "Add order notes"):
        page.get_by_text(words).last.click()  # beside the wallets' buttons the terms stand once more
    page.get_by_label("Deliver to a different address").check()
    expect(page.locator("#shipping_first_name")).to_be_visible()


def search_for_a_state(page: Page) -> None:
    to_the_checkout(page)
    page.locator("#billing_first_name").focus()
    state = page.get_by_role("combobox", name="State", exact=True)
    expect(state).to_have_attribute("aria-autocomplete", "list")  # no longer the browser's own
    state.click()
    state.press_sequentially("new")
    expect(page.get_by_role("option")).to_have_count(4)


def find_no_state(page: Page) -> None:
    search_for_a_state(page)
    page.keyboard.type("zz")
    expect(page.get_by_text("No matches found")).to_be_visible()


def search_for_an_address(page: Page) -> None:
    to_the_checkout(page)
    page.locator("#billing_first_name").focus()
    street = page.get_by_role("combobox", name="Street address")
    street.press_sequentially("1600 mill")
    expect(page.get_by_role("option")).to_have_count(2)


def send_wine_where_it_may_not_go(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page, state="UT", city="Provo", postcode="84601", phone="555")
    page.locator("#billing_email").blur()
    expect(page.get_by_role("alert").get_by_text("Utah")).to_be_visible()


def write_a_gift_s_message(page: Page) -> None:
    to_the_checkout(page)
    page.get_by_label("This is a gift").check()
    page.get_by_label("Gift message").fill("Dear Bea,\nhappy birthday!")
    expect(page.get_by_text("25 of 300")).to_be_visible()


def write_too_long_a_message_in_blocks(page: Page) -> None:
    to_the_block_checkout(page)
    page.get_by_label("This is a gift").check()
    page.get_by_label("Gift message").fill("x" * 301)
    shopper.press_pay(page)
    expect(page.get_by_text("Gift message is too long: at most 300 characters.").first).to_be_visible()


def fill_a_case(page: Page) -> None:
    """Six bottles of two wines, with the button that adds them."""
    props = page.request.get("/mixed-case/?q=pinot", headers={"Accept": "application/json"}).json()
    red, *_, other = (each["variation_id"] for each in props["wines"])
    arrive(page, f"/mixed-case/?size=6&box={red}-2.{other}-4&q=pinot")
    expect(page.get_by_role("button", name="Add the case to your cart")).to_be_visible()


CHECKOUTS = [
    State("mixed case, empty", "/mixed-case/?colour=rose"),
    State("mixed case, full", "/mixed-case/", fill_a_case),
    State("checkout, log-in open", "/checkout/", open_the_log_in),
    State("checkout, wrong password", "/checkout/", mistake_the_password_at_the_checkout),
    State("checkout, returning customer", "/checkout/", come_back_as_a_customer),
    State("checkout, address edited", "/checkout/", edit_what_is_known),
    State("checkout, unknown coupon", "/checkout/", mistake_the_coupon_at_the_checkout),
    State("checkout, coupon", "/checkout/", put_a_coupon_on),
    State("checkout, account", "/checkout/", want_an_account),
    State("checkout, subscription", "/checkout/", subscribe),
    State("block checkout, subscription", "/checkout/block/", subscribe_in_blocks),
    State("checkout, texts open", "/checkout/", open_every_text),
    State("checkout, state searched", "/checkout/", search_for_a_state, anew=True),
    State("checkout, no such state", "/checkout/", find_no_state, anew=True),
    State("checkout, address searched", "/checkout/", search_for_an_address, anew=True),
    State("checkout, no wine there", "/checkout/", send_wine_where_it_may_not_go),
    State("checkout, gift", "/checkout/", write_a_gift_s_message),
    State("block checkout, gift's message too long", "/checkout/block/", write_too_long_a_message_in_blocks),
    State("block checkout", "/checkout/block/", to_the_block_checkout),
    State("block checkout, sent empty", "/checkout/block/", send_the_block_checkout_empty),
    State("block checkout, billed elsewhere", "/checkout/block/", bill_elsewhere),
    State("block checkout, declined", "/checkout/block/", have_the_card_declined_in_blocks, "Failed to load resource"),
    State("block checkout, order unfolded", "/checkout/block/", unfold_the_order, anew=True),
]
