"""The classic checkout: few fields, clear errors, nothing lost."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys import shopper
from tests.journeys.express_cells import control
from tests.journeys.live import reload, until, visit
from tests.journeys.shopper import PASSWORD
from tests.journeys.states.checkout import come_back_as_a_customer, search_for_an_address, to_the_checkout
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints
from vintner.demo.people import CUSTOMER

MOST_NEW, MOST_KNOWN = 12, 8
"""The most fields that a new shopper, and one whom the store knows, has to fill in."""
CARD_FIELDS = 3


def form(page: Page) -> Locator:
    return page.locator("form.checkout")


def summary(page: Page) -> Locator:
    return page.get_by_role("alert").filter(has=page.get_by_role("heading"))


def total_with_tax(page: Page) -> str:
    """Return the total once the review knows the Californian address that was filled in."""
    expect(page.get_by_text("CA Tax")).to_be_visible()
    return page.locator("[data-total]").inner_text()


def new_email() -> str:
    return f"{shopper.new_word()}@example.com"


def visible_fields(page: Page) -> int:
    """Count what is to be filled in, the card's own fields too."""
    inputs = form(page).locator("input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea")
    return inputs.locator("visible=true").count() + CARD_FIELDS


def test_30_a_guest_buys_without_being_asked_for_an_account(page: Page) -> None:
    to_the_checkout(page)
    box = page.get_by_label("Create an account")
    expect(box).not_to_be_checked()
    expect(page.get_by_label("Create account password")).to_be_hidden()
    shopper.fill_address(page)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)


def test_30_one_box_and_a_password_make_an_account_along_with_the_order(page: Page) -> None:
    to_the_checkout(page)
    email = new_email()
    shopper.fill_address(page, email=email)
    page.get_by_label("Create an account").check()
    page.get_by_label("Create account password").fill("short")
    expect(page.get_by_text("Very weak - Please enter a stronger password.")).to_be_visible()
    shopper.fill_card(page)
    page.locator("#place_order").click()
    page.get_by_role("link", name="Please enter a stronger password.").click()
    expect(page.get_by_label("Create account password")).to_be_focused()
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    visit(page, "/my-source/")
    expect(page.get_by_text(email)).to_be_visible()
    expect(page.get_by_role("link", name=f"Order {order}", exact=True)).to_be_visible()


@pytest.mark.sweep
def test_an_account_made_with_a_declined_card_stays_and_the_page_says_why(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page, email=new_email())
    page.get_by_label("Create an account").check()
    page.get_by_label("Create account password").fill(PASSWORD)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(page.get_by_role("alert").get_by_text("The card was declined.")).to_be_visible()
    expect(page.get_by_label("Create an account")).to_have_count(0)
    expect(page.get_by_text("1 Main St")).to_be_visible()
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)


def test_31_there_is_little_to_fill_in(page: Page) -> None:
    to_the_checkout(page)
    assert visible_fields(page) <= MOST_NEW


def test_31_what_is_known_of_a_customer_is_a_summary_with_edit(page: Page) -> None:
    come_back_as_a_customer(page)
    assert visible_fields(page) <= MOST_KNOWN
    expect(page.get_by_text(CUSTOMER.address.address_1)).to_be_visible()
    page.get_by_text("Edit", exact=True).first.click()
    expect(page.locator("#billing_first_name")).to_have_value(CUSTOMER.address.first_name)
    expect(page.locator("#billing_state")).to_have_value(CUSTOMER.address.state)


def test_31_back_and_forth_loses_nothing(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page, country="CA", state="ON", postcode="M5V 2T6", city="Toronto")
    page.get_by_text("Add order notes").click()
    page.get_by_label("Order notes").fill("Ring twice")
    visit(page, "/cart/")
    visit(page, "/checkout/")
    expect(page.locator("#billing_state")).to_have_value("ON")
    expect(page.locator("#billing_first_name")).to_have_value("Jane")
    expect(page.get_by_label("Order notes")).to_have_value("Ring twice")
    reload(page)
    expect(page.locator("#billing_state")).to_have_value("ON")
    expect(page.locator("#billing_postcode")).to_have_value("M5V 2T6")


def test_32_errors_come_on_leaving_and_go_when_mended(page: Page) -> None:
    to_the_checkout(page)
    email = page.locator("#billing_email")
    email.press_sequentially("jane@")
    expect(email).not_to_have_attribute("aria-invalid", "true")
    email.blur()
    expect(email).to_have_accessible_description(re.compile("Enter an email address like"))
    email.focus()
    email.press("End")
    email.press_sequentially("example.com")
    expect(email).not_to_have_attribute("aria-invalid", "true")


def test_32_a_list_of_errors_gets_the_focus_and_leads_to_each(page: Page) -> None:
    to_the_checkout(page)
    shopper.press_pay(page)
    expect(summary(page)).to_be_focused()
    summary(page).get_by_role("link", name="State is a required field.").click()
    expect(page.get_by_role("combobox", name="State", exact=True)).to_be_focused()
    summary(page).get_by_role("link", name=re.compile("terms and conditions")).click()
    expect(page.locator("form").get_by_role("checkbox", name=shopper.TERMS)).to_be_focused()


def test_33_every_field_says_what_it_is_and_what_it_is_for(page: Page) -> None:
    to_the_checkout(page)
    for field in page.locator("#billing ~ * input[id], #billing ~ * select[id]").all():
        name = field.get_attribute("id") or ""
        if name.startswith("billing_") and not name.endswith("-search"):
            expect(page.locator(f"label[for={name}]")).not_to_be_empty()
            assert (field.get_attribute("autocomplete") or "").startswith("billing ")
    expect(page.locator("#billing_phone")).to_have_attribute("inputmode", "tel")
    expect(page.locator("#billing_email")).to_have_attribute("inputmode", "email")
    expect(page.locator("#billing_phone")).to_have_accessible_description(re.compile("So the courier can reach you"))
    expect(page.locator("label[for=billing_company]")).to_contain_text("(optional)")


def test_34_seldom_needed_fields_stand_behind_links(page: Page) -> None:
    to_the_checkout(page)
    for name in ("billing_company", "billing_address_2", "order_comments", "shipping_first_name"):
        expect(page.locator(f"#{name}")).to_be_hidden()
    page.get_by_text("Add company name").first.click()
    expect(page.locator("#billing_company")).to_be_visible()
    page.get_by_label("Deliver to a different address").check()
    expect(page.locator("#shipping_first_name")).to_be_visible()


def test_35_states_are_searched_by_the_keyboard_and_what_fits_stays(page: Page) -> None:
    to_the_checkout(page)
    page.locator("#billing_first_name").focus()
    state = page.get_by_role("combobox", name="State", exact=True)
    expect(state).to_have_attribute("aria-autocomplete", "list")
    state.focus()
    page.keyboard.type("calif")
    expect(page.get_by_role("option")).to_have_text(["California"])
    page.keyboard.press("Enter")
    expect(state).to_have_value("California")
    expect(page.locator("#billing_state")).to_have_value("CA")
    page.locator("#billing_city").fill("Vancouver")
    page.locator("#billing_country").select_option("CA")
    province = page.get_by_role("combobox", name="Province", exact=True)
    expect(province).to_have_value("")
    expect(page.locator("#billing_city")).to_have_value("Vancouver")
    province.focus()
    page.keyboard.type("xyz")
    expect(page.get_by_text("No matches found")).to_be_visible()


def test_35_an_address_is_found_by_the_keyboard_while_the_street_is_typed(page: Page) -> None:
    search_for_an_address(page)
    street = page.get_by_role("combobox", name="Street address")
    expect(street).to_have_attribute("autocomplete", "billing address-line1")
    expect(street).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_have_count(0)
    expect(street).to_have_value("1600 mill")
    street.press_sequentially(" s")
    expect(page.get_by_role("option")).to_have_text(["1600 Mill StreetNapa, CA, USA"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(street).to_have_value("1600 Mill Street")
    expect(street).to_be_focused()
    for name, value in {"address_2": "Unit 5", "city": "Napa", "state": "CA", "postcode": "94559-1234"}.items():
        expect(page.locator(f"#billing_{name}")).to_have_value(value)
    expect(page.get_by_role("combobox", name="State", exact=True)).to_have_value("California")
    expect(page.locator("#announcements")).to_have_text("The address is filled in.")
    reload(page)
    expect(page.locator("#billing_city")).to_have_value("Napa")


def test_35_an_address_can_always_be_typed(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("net::ERR_FAILED")
    to_the_checkout(page)
    page.route("**/checkout/addresses/", lambda route: route.abort())
    shopper.fill_address(page, address_1="1600 Mill Street")
    page.locator("#billing_address_1").press("End")
    page.locator("#billing_address_1").press_sequentially(" 5")
    page.locator("#billing_address_1").blur()
    expect(page.get_by_role("listbox")).to_have_count(0)
    shopper.fill_card(page)
    shopper.pay(page)
    shopper.expect_receipt(page)
    expect(page.get_by_text("1600 Mill Street 5").first).to_be_visible()


def expect_to_be_led_to_the_card(page: Page) -> None:
    """The message stands above the card's fields, both in the window, and the number has the focus."""
    told = page.locator("#payment").get_by_text("Check the card’s details, or use another card.")
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_focused()
    expect(told).to_contain_text("The card was declined.")
    expect(told).to_be_in_viewport(ratio=1)
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_in_viewport(ratio=1)


@pytest.mark.sweep
@pytest.mark.parametrize("width", [360, 1440])
def test_a_declined_card_leads_to_the_card(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    to_the_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(summary(page)).to_contain_text("The card was declined.")
    expect_to_be_led_to_the_card(page)


def test_36_after_a_decline_only_the_card_is_asked_again(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(summary(page)).to_contain_text("The card was declined.")
    expect_to_be_led_to_the_card(page)
    for name, value in shopper.ADDRESS.items():
        expect(page.locator(f"#billing_{name}")).to_have_value(value)
    expect(page.locator("form").get_by_role("checkbox", name=shopper.TERMS)).to_be_checked()
    reload(page)
    expect(page.locator("#billing_first_name")).to_have_value("Jane")


def test_36_logging_in_loses_nothing(page: Page) -> None:
    to_the_checkout(page)
    page.get_by_text("Add order notes").click()
    page.get_by_label("Order notes").fill("Ring twice")
    shopper.log_in_at_checkout(page, CUSTOMER.email, CUSTOMER.password)
    expect(page.get_by_text("Returning customer?")).to_have_count(0)
    expect(page.get_by_label("Order notes")).to_have_value("Ring twice")
    expect(form(page).get_by_text(re.compile(r"^\d+ × "))).to_be_visible()


def test_37_no_way_to_pay_is_offered_that_cannot_work(page: Page, store: RunningStore) -> None:
    """Where the device has no wallet, its buttons are hidden, and the card is there for everybody."""
    control(store, "express", {"wallets": []})
    try:
        to_the_checkout(page)
        expect(page.get_by_role("radio", name="Card")).to_be_checked()
        expect(shopper.card_fields(page).get_by_label("Card number")).to_be_visible()
        nothing = page.locator("[data-state='none']")
        expect(nothing).to_have_count(1)
        expect(nothing).to_be_hidden()
    finally:
        control(store, "express", {})


def test_38_the_button_says_the_amount_and_locks(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page)
    total = total_with_tax(page)
    button = page.get_by_role("button", name=f"Pay {total}")
    for words in (shopper.OF_AGE, shopper.TERMS):
        page.locator("form").get_by_role("checkbox", name=words).check()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/?wc-ajax=checkout", hold)
    with page.expect_request("**/?wc-ajax=checkout"):
        button.click()
    expect(page.get_by_role("button", name="Placing your order…")).to_be_visible()
    expect(form(page)).to_have_class(re.compile("processing"))
    page.keyboard.press("Enter")
    until(page, "document.querySelector('form.checkout').classList.contains('processing')")
    [route] = held
    route.continue_()
    shopper.expect_receipt(page)
    assert held == [route]
    reload(page)
    shopper.expect_receipt(page)


def test_39_where_wine_may_not_go_is_told_on_the_wine_s_page_and_at_the_address(page: Page) -> None:
    visit(page, shopper.find(page, "V-SIMPLE"))
    expect(page.get_by_text(re.compile("^We send wine to .*except .*Utah"))).to_be_visible()
    expect(page.get_by_text("Adult signature (21+) required on delivery.")).to_be_visible()
    to_the_checkout(page)
    expect(page.get_by_text("of legal age where the wine goes")).to_be_visible()
    shopper.fill_address(page, state="UT", city="Provo", postcode="84601")
    page.locator("#billing_email").blur()
    expect(page.get_by_role("alert").get_by_text("Utah")).to_be_visible()
    expect(page.locator("#billing_state")).to_have_attribute("aria-invalid", "true")
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    shopper.pay(page)
    expect(summary(page)).to_contain_text("Utah")
    assert not [url for url in sent if "wc-ajax=checkout" in url]
    page.locator("#billing_state").select_option("CA")
    expect(page.locator("#billing_state")).not_to_have_attribute("aria-invalid", "true")


def test_39_the_box_of_age_names_the_age_of_the_province(page: Page) -> None:
    to_the_checkout(page)
    expect(page.locator("form").get_by_role("checkbox", name="I am 21 or older")).to_be_visible()
    shopper.fill_address(page, country="CA", state="ON", postcode="M5V 2T6", city="Toronto")
    expect(page.locator("form").get_by_role("checkbox", name="I am 19 or older")).to_be_visible()


def test_40_the_receipt_says_it_all_and_can_be_loaded_again(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page)
    total = total_with_tax(page)
    shopper.fill_card(page)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    for words in (order, "jane@example.com", total, "Visa •••• 4242", "1 Main St", "Los Angeles, CA 90001"):
        expect(page.get_by_role("main").get_by_text(words, exact=True).first).to_be_visible()
    reload(page)
    shopper.expect_receipt(page)


def test_a_coupon_is_put_on_and_taken_off_beside_the_sums(page: Page) -> None:
    to_the_checkout(page)
    shopper.fill_address(page)
    before = total_with_tax(page)
    page.get_by_text("Have a coupon?").click()
    page.get_by_label("Coupon code").fill("save10")
    page.get_by_label("Coupon code").press("Enter")
    expect(page.get_by_text("The coupon has been added to your cart.")).to_be_visible()
    expect(page.locator("[data-total]")).not_to_have_text(before)
    expect(page.locator("#billing_first_name")).to_have_value("Jane")
    page.get_by_role("button", name="Take the coupon save10 off").click()
    expect(page.locator("[data-total]")).to_have_text(before)


def test_04_without_javascript_coupon_terms_and_log_in_work_too(plain: Page, complaints: Complaints) -> None:
    complaints.expected.append("Failed to load resource")
    to_the_cart = shopper.find(plain, "V-SIMPLE")
    visit(plain, to_the_cart)
    plain.get_by_role("button", name="Add to cart").first.click()
    visit(plain, "/checkout/")
    shopper.type_address(plain)
    plain.get_by_text("Have a coupon?").click()
    plain.get_by_label("Coupon code").fill("save10")
    plain.get_by_role("button", name="Apply coupon").click()
    expect(plain.get_by_text("The coupon has been added to your cart.")).to_be_visible()
    expect(plain.locator("#billing_first_name")).to_have_value("Jane")
    shopper.press_pay(plain)
    expect(plain.get_by_role("alert").get_by_text("Please read and accept")).to_be_visible()
    shopper.log_in_at_checkout(plain, CUSTOMER.email, "wrong")
    expect(plain.get_by_text("Wrong password.").first).to_be_visible()
    plain.locator("#xoo-el-password").fill(CUSTOMER.password)
    plain.get_by_role("button", name="Sign in").click()
    expect(plain.get_by_text(CUSTOMER.address.address_1)).to_be_visible()
