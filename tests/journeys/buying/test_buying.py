"""A guest buys a bottle, in all the ways it can go."""

import re
from math import ceil

import pytest
from playwright.sync_api import Page, Route, expect

from tests.journeys import shopper
from tests.journeys.live import reload, visit, wait_until_live
from tests.journeys.states.checkout import to_the_checkout
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints


@pytest.fixture
def books(store: RunningStore) -> str:
    return store.stack.environment["SANDBOX_URL"]


def test_from_the_shelf_to_the_receipt(page: Page, books: str) -> None:
    arrive(page, "/product-category/red/")
    page.get_by_role("button", name=re.compile("^Add to cart")).first.click()
    expect(page.get_by_role("link", name="View cart").first).to_be_visible()
    visit(page, "/cart/")
    page.get_by_role("link", name="Checkout").first.click()
    page.wait_for_url("**/checkout/")
    wait_until_live(page)
    shopper.fill_address(page)
    shopper.fill_card(page)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    assert shopper.ledger(page, books, order)["captured_count"] == 1
    expect(page.locator("[data-cart-count]")).to_have_count(0)
    reload(page)
    expect(page.get_by_text("Visa •••• 4242")).to_be_visible()


def test_the_price_follows_the_address_before_anything_is_charged(page: Page) -> None:
    shopper.add(page, "V-SIMPLE")
    shopper.go_to_checkout(page)
    expect(page.get_by_text("CA Tax")).to_be_visible()
    shopper.fill_address(page, state="NY", city="New York", postcode="10001")
    expect(page.get_by_text("NY Tax")).to_be_visible()
    page.locator("#billing_country").select_option("CA")
    page.locator("#billing_state").select_option("ON")
    page.locator("#billing_postcode").fill("M5V 2T6")
    expect(page.get_by_text("GST")).to_be_visible()
    expect(page.get_by_text("$20.00").first).to_be_visible()


def test_a_declined_card_costs_nothing_and_another_one_pays(page: Page, books: str) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page, shopper.DECLINED)
    shopper.pay(page)
    expect(page.get_by_role("alert").get_by_text("The card was declined.")).to_be_visible()
    expect(page.locator("#billing_address_1")).to_have_value("1 Main St")
    shopper.fill_card(page, shopper.PAID)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    entry = shopper.ledger(page, books, order)
    assert (entry["captured_count"], entry["failed_count"]) == (1, 1)


def test_the_bank_asks_and_the_shopper_confirms(page: Page, books: str) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page, shopper.CHALLENGED)
    shopper.pay(page)
    shopper.answer_bank(page, "Complete")
    order = shopper.expect_receipt(page)
    assert shopper.ledger(page, books, order)["captured_count"] == 1
    assert "#" not in page.url


def test_the_bank_asks_the_shopper_fails_and_pays_with_another_card(page: Page, books: str) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page)
    shopper.fill_card(page, shopper.CHALLENGED)
    shopper.pay(page)
    shopper.answer_bank(page, "Fail")
    expect(page.get_by_role("alert").get_by_text("We are unable to authenticate your payment method.")).to_be_visible()
    expect(page).not_to_have_url(re.compile("secret"))
    shopper.fill_card(page, shopper.PAID)
    shopper.pay(page)
    order = shopper.expect_receipt(page)
    assert shopper.ledger(page, books, order)["captured_count"] == 1


def test_missing_fields_are_listed_linked_and_nothing_is_lost(page: Page) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    page.locator("#billing_city").fill("Los Angeles")
    shopper.pay(page)
    summary = page.get_by_role("alert").filter(has=page.get_by_role("heading"))
    summary.get_by_role("link", name=re.compile("First name")).click()
    expect(page.locator("#billing_first_name")).to_be_focused()
    expect(page.locator("#billing_first_name")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#billing_city")).to_have_value("Los Angeles")


def test_wine_does_not_go_where_it_may_not(page: Page) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page, state="UT", city="Provo", postcode="84601")
    shopper.fill_card(page)
    shopper.pay(page)
    expect(page.get_by_role("alert").get_by_text("Utah").first).to_be_visible()
    assert "/checkout/" in page.url


@pytest.mark.sweep
def test_an_incomplete_card_is_told_in_its_own_fields(page: Page) -> None:
    shopper.add(page)
    shopper.go_to_checkout(page)
    shopper.fill_address(page)
    shopper.card_fields(page).get_by_label("Card number").fill("4242")
    shopper.pay(page)
    expect(page.get_by_text("The card number is incomplete.").first).to_be_visible()


def test_a_press_counts_though_new_totals_come_meanwhile(phone: Page) -> None:
    """The first full address brings the shipping's row, above the box on a phone."""
    shopper.add(phone)
    shopper.go_to_checkout(phone)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/?wc-ajax=update_order_review", hold)
    with phone.expect_request("**/?wc-ajax=update_order_review"):
        shopper.type_address(phone)
        phone.locator("#billing_email").blur()
    _settled(phone)
    box = phone.locator("form").get_by_role("checkbox", name=shopper.TERMS)
    box.hover()
    phone.mouse.down()
    with phone.expect_response("**/?wc-ajax=update_order_review") as told:
        held[-1].continue_()
    told.value.finished()
    _drawn(phone)
    phone.mouse.up()
    expect(box).to_be_checked()


def test_a_slow_press_counts_though_the_field_that_was_left_folds_its_description(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 6000})  # both are in view: no scrolling makes up for the move
    shopper.add(phone)
    shopper.go_to_checkout(phone)
    words = phone.get_by_text("So the courier can reach you")
    phone.locator("#billing_phone").focus()
    expect(words).to_be_visible()
    _wait_for_animations(phone)
    phone.get_by_role("button", name=shopper.PAY).hover()
    phone.mouse.down()
    expect(words).to_be_hidden()
    _wait_for_animations(phone)
    phone.mouse.up()
    expect(phone.get_by_role("link", name=re.compile("First name"))).to_be_visible()


def _wait_for_animations(page: Page) -> None:
    """Wait until all animations have ended, and their last frame is drawn."""
    page.evaluate("() => Promise.all(document.getAnimations().map((animation) => animation.finished))")
    _drawn(page)


def _settled(page: Page) -> None:
    """Wait until the card's frame is as tall as its fields: it comes with a height that is only a guess."""
    expect(shopper.card_fields(page).get_by_label("Card number")).to_be_visible()
    fields = shopper.card_fields(page).locator("#element")
    tall = fields.evaluate("async (element) => (await document.fonts.ready, element.getBoundingClientRect().height)")
    expect(page.locator("iframe[src*='/sandbox/element']")).to_have_css("height", f"{ceil(tall)}px")
    _drawn(page)


def _drawn(page: Page) -> None:
    """Wait until what changed is on the screen."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def test_on_a_phone(phone: Page, books: str) -> None:
    shopper.add(phone)
    shopper.go_to_checkout(phone)
    shopper.fill_address(phone)
    shopper.fill_card(phone)
    shopper.pay(phone)
    order = shopper.expect_receipt(phone)
    assert shopper.ledger(phone, books, order)["captured_count"] == 1


def test_a_case_gets_its_bulk_price(page: Page) -> None:
    arrive(page, "V-BULK")
    single = page.locator("form .price, form [class*=price]").first.inner_text()
    page.get_by_role("spinbutton").fill("6")
    page.get_by_role("spinbutton").blur()
    expect(page.locator("form [class*=price]").first).not_to_have_text(single)
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text(re.compile("In your cart"))).to_be_visible()
    visit(page, "/cart/")
    expect(page.get_by_role("spinbutton")).to_have_value("6")


@pytest.mark.sweep
def test_a_state_that_is_typed_and_left_is_chosen_and_one_that_is_none_is_taken_out(page: Page) -> None:
    to_the_checkout(page)
    page.locator("#billing_first_name").focus()
    field, state = page.get_by_role("combobox", name="State", exact=True), page.locator("#billing_state")
    expect(field).to_have_attribute("aria-autocomplete", "list")
    for typed, chosen, shown in (
        ("New York", "NY", "New York"),
        ("ca", "CA", "California"),
        ("new", "CA", "California"),
    ):
        field.fill(typed)
        page.keyboard.press("Tab")
        expect(state).to_have_value(chosen)
        expect(field).to_have_value(shown)


def test_04_without_javascript_everything_works_up_to_the_card(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    plain.get_by_role("button", name="Add to cart").first.click()
    expect(plain.get_by_text("has been added to your cart.")).to_be_visible()
    visit(plain, "/cart/")
    plain.get_by_role("spinbutton").fill("2")
    plain.get_by_role("button", name="Update cart").click()
    expect(plain.get_by_role("spinbutton")).to_have_value("2")
    visit(plain, "/checkout/")
    shopper.type_address(plain, first_name="")
    shopper.pay(plain)
    expect(plain.get_by_role("alert").get_by_text("First name")).to_be_visible()
    expect(plain.locator("#billing_address_1")).to_have_value("1 Main St")
    plain.locator("#billing_first_name").fill("Jane")
    shopper.pay(plain)
    expect(plain.get_by_role("alert").get_by_text("JavaScript")).to_be_in_viewport()
    expect(plain.locator("#billing_first_name")).to_have_value("Jane")


def test_a_variable_wine_is_bought_by_its_vintage(page: Page) -> None:
    arrive(page, "V-VINTAGES")
    page.get_by_role("radio").first.check(force=True)
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text(re.compile("In your cart"))).to_be_visible()
    visit(page, "/cart/")
    expect(page.get_by_role("main").get_by_text(re.compile(r"^20\d\d · 750 ml$"))).to_be_visible()


@pytest.mark.sweep
def test_more_than_there_is_cannot_be_added(page: Page, complaints: Complaints) -> None:
    arrive(page, "V-LAST3")
    page.get_by_role("spinbutton").fill("4")
    page.get_by_role("spinbutton").blur()
    expect(page.get_by_text("Maximum Quantity: 3")).to_be_visible()
    expect(page.get_by_role("spinbutton")).to_have_value("1")
    page.get_by_role("spinbutton").fill("3")
    page.get_by_role("spinbutton").blur()
    expect(page.get_by_text("Maximum Quantity: 3")).to_be_hidden()
    expect(page.get_by_role("spinbutton")).to_have_value("3")
