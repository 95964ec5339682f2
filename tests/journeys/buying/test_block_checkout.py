"""The checkout in blocks, through the Store API: the same store, the same promises."""

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.journeys import shopper
from tests.journeys.everywhere.keyboard import MOST_TO_PAY, Keyboard
from tests.journeys.live import reload, visit
from tests.journeys.shopper import PASSWORD
from tests.journeys.states.checkout import to_the_block_checkout
from tests.journeys.visitors import Complaints

REFUSED = "Failed to load resource"
"""What the console says of a refusal, which the Store API tells by its status."""


def notices(page: Page) -> Locator:
    return page.locator("[data-payment-notices]")


def order_summary(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Order summary")


def total(page: Page) -> str:
    return order_summary(page).locator("[data-total]").inner_text()


def fill(page: Page, **other: str) -> None:
    """Fill the form and wait until the store has priced the cart for the whole address."""
    with page.expect_response(lambda response: _tells_address(response.request)):
        shopper.fill_blocks(page, **other)
        page.locator("#shipping_phone").blur()


def _tells_address(request: Request) -> bool:
    return request.url.endswith("/cart/update-customer") and '"address_1":"1 Main St"' in (request.post_data or "")


def test_a_guest_pays_with_a_card(page: Page) -> None:
    to_the_block_checkout(page)
    fill(page)
    shopper.fill_card(page)
    shown = total(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.locator("[data-total]").first).to_have_text(shown)
    expect(page.get_by_text("1 Main St").first).to_be_visible()


def test_declined_then_paid_and_nothing_is_typed_twice(page: Page, complaints: Complaints) -> None:
    complaints.expected.append(REFUSED)
    to_the_block_checkout(page)
    shopper.fill_blocks(page)
    page.get_by_text("Add order notes").click()
    page.get_by_label("Order notes").fill("Ring twice")
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(notices(page).get_by_text("The card was declined.")).to_be_visible()
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_focused()
    expect(page.locator("#shipping_address_1")).to_have_value("1 Main St")
    expect(page.locator("form").get_by_role("checkbox", name=shopper.TERMS)).to_be_checked()
    shopper.fill_card(page)
    shopper.press_pay(page)
    shopper.expect_receipt(page)
    expect(page.get_by_text("Ring twice")).to_be_visible()


@pytest.mark.sweep
def test_an_account_made_with_a_declined_card_stays_and_the_page_says_why(page: Page, complaints: Complaints) -> None:
    complaints.expected.append(REFUSED)
    to_the_block_checkout(page)
    shopper.fill_blocks(page, email=f"{shopper.new_word()}@example.com")
    page.get_by_label("Create an account").check()
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(page.get_by_role("alert").get_by_text("The card was declined.")).to_be_visible()
    expect(page.get_by_label("Create an account")).to_have_count(0)
    expect(page.get_by_role("link", name="Log in")).to_have_count(0)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)


def test_the_bank_asks_and_the_shopper_says_yes(page: Page) -> None:
    to_the_block_checkout(page)
    shopper.fill_blocks(page)
    shopper.fill_card(page, shopper.CHALLENGED)
    shopper.pay(page)
    shopper.answer_bank(page, "Complete")
    shopper.expect_receipt(page)


@pytest.mark.sweep
def test_a_coupon_lowers_what_is_charged(page: Page, complaints: Complaints) -> None:
    complaints.expected.append(REFUSED)
    to_the_block_checkout(page)
    before = total(page)
    page.get_by_text("Have a coupon?").click()
    page.get_by_label("Coupon code").fill("nosuch")
    page.get_by_role("button", name="Apply coupon").click()
    expect(page.get_by_label("Coupon code")).to_have_accessible_description(re.compile("don’t recognize"))
    page.get_by_label("Coupon code").fill("save10")
    page.get_by_label("Coupon code").press("Enter")
    expect(order_summary(page).get_by_text("Coupon: save10")).to_be_visible()
    expect(page.get_by_label("Coupon code")).to_be_hidden()
    expect(order_summary(page).locator("[data-total]")).not_to_have_text(before)
    fill(page)
    shopper.fill_card(page)
    shown = total(page)
    expect(page.get_by_role("button", name=f"Pay {shown}")).to_be_visible()
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.locator("[data-total]").first).to_have_text(shown)


def test_the_parcel_s_place_decides_taxes_and_delivery(page: Page, complaints: Complaints) -> None:
    complaints.expected.append(REFUSED)  # of the postcode, which is none of Ontario's
    to_the_block_checkout(page)
    fill(page)
    expect(order_summary(page).get_by_text("CA Tax")).to_be_visible()
    pickup = page.get_by_role("region", name="Delivery options").get_by_role("radio", name=re.compile("Pickup"))
    with page.expect_response("**/cart/select-shipping-rate"):
        pickup.check()
    expect(order_summary(page).get_by_text("Shipping (Pickup at the cellar door)")).to_be_visible()
    page.locator("#shipping_country").select_option("CA")
    with page.expect_response(lambda response: '{"shipping_address"' in (response.request.post_data or "")):
        page.locator("#shipping_state").select_option("ON")
    expect(order_summary(page).get_by_text("CA Tax")).to_have_count(0)
    expect(page.locator("#shipping_postcode")).to_have_accessible_description(re.compile("Postal code should look"))


@pytest.mark.sweep
def test_another_address_for_the_bill(page: Page) -> None:
    to_the_block_checkout(page)
    page.get_by_label("Use the same address for billing").uncheck()
    shopper.fill_blocks(page)
    for name, value in shopper.ADDRESS.items():
        page.locator(f"#billing_{name}").fill(value)
    page.locator("#billing_address_1").fill("9 Bank Street")
    page.locator("#billing_state").select_option("NY")
    page.locator("#billing_city").fill("New York")
    page.locator("#billing_postcode").fill("10001")
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.get_by_text("9 Bank Street")).to_be_visible()
    expect(page.get_by_text("1 Main St")).to_be_visible()


def test_what_is_missing_is_listed_and_nothing_is_sent(page: Page) -> None:
    to_the_block_checkout(page)
    placed: list[Request] = []
    page.on("request", lambda request: placed.append(request) if request.url.endswith("/v1/checkout") else None)
    shopper.press_pay(page)
    alert = page.get_by_role("alert").filter(has=page.get_by_role("heading"))
    expect(alert).to_be_focused()
    alert.get_by_role("link", name="City is a required field.").click()
    expect(page.locator("#shipping_city")).to_be_focused()
    assert placed == []


def test_pressing_twice_and_reloading_places_one_order(page: Page) -> None:
    to_the_block_checkout(page)
    shopper.fill_blocks(page)
    shopper.fill_card(page)
    placed: list[Request] = []
    page.on("request", lambda request: placed.append(request) if request.url.endswith("/v1/checkout") else None)
    for words in (shopper.OF_AGE, shopper.TERMS):
        page.locator("form").get_by_role("checkbox", name=words).check()
    page.locator("#place_order").dblclick()
    number = shopper.expect_receipt(page)
    assert len([each for each in placed if each.method == "POST"]) == 1
    reload(page)
    assert shopper.expect_receipt(page) == number


@pytest.mark.sweep
def test_back_and_forth_loses_nothing(page: Page) -> None:
    to_the_block_checkout(page)
    shopper.fill_blocks(page, country="CA", state="ON", postcode="M5V 2T6", city="Toronto")
    visit(page, "/cart/")
    visit(page, "/checkout/block/")
    expect(page.locator("#shipping_state")).to_have_value("ON")
    expect(page.locator("#shipping_postcode")).to_have_value("M5V 2T6")
    expect(page.locator("#billing_email")).to_have_value("jane@example.com")


def test_a_guest_buys_by_the_keyboard(page: Page) -> None:
    to_the_block_checkout(page)
    keys = Keyboard(page, MOST_TO_PAY)
    keys.fill(page.locator("#billing_email"), shopper.ADDRESS["email"])
    for name in ("first_name", "last_name", "address_1", "city"):
        keys.fill(page.locator(f"#shipping_{name}"), shopper.ADDRESS[name])
    keys.fill(page.get_by_role("combobox", name="State", exact=True).first, "calif")
    keys.press("Enter")
    keys.fill(page.locator("#shipping_postcode"), shopper.ADDRESS["postcode"])
    fields = shopper.card_fields(page)
    keys.fill(fields.get_by_label("Card number"), shopper.PAID)
    keys.fill(fields.get_by_label("Expiration date"), "12 / 34")
    keys.fill(fields.get_by_label("Security code"), "123")
    for words in (shopper.OF_AGE, shopper.TERMS):
        keys.reach(page.locator("form").get_by_role("checkbox", name=words))
        keys.press("Space")
    keys.reach(page.locator("#place_order"))
    keys.press("Enter")
    shopper.expect_receipt(page)


@pytest.mark.sweep
def test_on_a_phone_the_order_is_folded_away_above_the_form(phone: Page) -> None:
    to_the_block_checkout(phone)
    expect(order_summary(phone).get_by_role("listitem").first).to_be_hidden()
    phone.get_by_text("Show the order").click()
    expect(order_summary(phone).get_by_role("listitem").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.locator("#place_order").click(trial=True)  # the open order scrolls away, and covers nothing
    phone.get_by_text("Hide the order").click()
    expect(phone.get_by_text("Show the order")).to_be_in_viewport()


def test_without_javascript_there_is_a_way_to_the_classic_checkout(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    plain.get_by_role("button", name="Add to cart").first.click()
    visit(plain, "/checkout/block/")
    expect(plain.locator("#place_order")).to_be_hidden()
    plain.get_by_role("link", name="Use the checkout that works without it.").click()
    expect(plain).to_have_url(re.compile("/checkout/$"))
