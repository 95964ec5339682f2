"""The cart in its two places: above a page, and on its own."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys import shopper
from tests.journeys.live import visit, wait_until_live
from tests.journeys.states.pages import add_from_the_list, arrive, log_in, open_popup, popup, to_the_cart
from tests.journeys.visitors import Complaints, NewVisitor
from tests.sweeps import swept


def total(page: Page) -> Locator:
    return page.locator("[data-total]")


def announced(page: Page) -> Locator:
    return page.locator("#announcements")


def test_18_a_tier_that_is_reached_in_the_cart_is_told_with_the_old_and_the_new_price(page: Page) -> None:
    shopper.add(page, "V-BULK", quantity=2)
    arrive(page, "/cart/")
    field = page.get_by_role("spinbutton")
    field.fill("6")
    field.press("Tab")
    line = page.get_by_role("listitem").filter(has=field)
    expect(line.locator("del")).to_be_visible()
    expect(announced(page)).to_contain_text(re.compile(r"now \$[\d.]+ each instead of \$[\d.]+"))


def test_21_adding_is_seen_and_told_and_leaves_the_focus_where_it_is(page: Page) -> None:
    arrive(page, "/shop/")
    button = page.locator("button.add_to_cart_button").first
    button.focus()
    button.press("Enter")
    expect(button).to_have_class(re.compile(r"\badded\b"))
    expect(page.locator("[data-basket-count]")).to_have_text("1")
    expect(popup(page)).to_be_visible()
    expect(page.locator("[data-flight]")).to_have_count(0)
    expect(button).to_be_focused()
    expect(announced(page)).to_contain_text("was added to your cart.")
    expect(popup(page).locator("[data-added]")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(popup(page)).to_be_hidden()


@pytest.mark.sweep
def test_the_cart_gives_way_to_a_focus_that_it_would_cover(page: Page) -> None:
    arrive(page, "/shop/")
    button = page.locator("button.add_to_cart_button").first
    button.press("Enter")
    expect(popup(page)).to_be_visible()
    for _ in range(12):
        page.keyboard.press("Tab")
        covered = page.evaluate(
            """() => {
                const { left, top, width, height } = document.activeElement.getBoundingClientRect();
                return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("[data-popup]") !== null;
            }"""
        )
        assert not covered
    expect(popup(page)).to_be_hidden()


@pytest.mark.sweep
def test_the_picture_flies_to_the_basket(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    arrive(page, "/shop/")
    page.evaluate(
        """() => new MutationObserver(() => {
            const bird = document.querySelector('[data-flight]');
            if (!bird || window.flight) return;
            const { effect } = bird.getAnimations()[0];
            const widths = effect.getKeyframes().map(({transform}) => bird.offsetWidth * new DOMMatrix(transform).a);
            window.flight = {widths: widths.map(Math.round), duration: effect.getTiming().duration};
        }).observe(document.body, {childList: true})"""
    )
    add_from_the_list(page)
    expect(popup(page)).to_be_visible()
    assert page.evaluate("flight") == {"widths": [150, 55], "duration": 500}


@pytest.mark.parametrize("typed", swept(["0", "-", "typed"], guards={"typed"}))
def test_22_the_popup_minds_every_quantity(page: Page, typed: str) -> None:
    arrive(page, "/shop/")
    add_from_the_list(page)
    expect(popup(page)).to_be_visible()
    open_popup(page)
    field = popup(page).get_by_role("spinbutton")
    if typed == "typed":
        field.fill("1000")
        field.press("Enter")
        expect(popup(page).get_by_text(re.compile(r"^Maximum Quantity: \d+$"))).to_be_visible()
        expect(field).to_have_value("1")
        field.press("ArrowUp")
        expect(page.locator("[data-basket-count]")).to_have_text("2")
        return
    if typed == "0":
        field.fill("0")
        field.press("Enter")
    else:
        popup(page).get_by_role("button", name="Fewer").click()
    expect(popup(page).get_by_text("Your cart is empty.")).to_be_visible()
    popup(page).get_by_role("button", name=re.compile("^Undo")).press("Enter")
    expect(field).to_have_value("1")


def test_22_totals_follow_and_the_update_button_works_once_a_quantity_was_touched(page: Page) -> None:
    to_the_cart(page)
    update = page.get_by_role("button", name="Update Cart", include_hidden=True)
    expect(update).to_be_disabled()
    expect(update).to_be_hidden()
    before = total(page).inner_text()
    page.get_by_role("button", name="More", exact=True).click()
    expect(update).to_be_enabled()
    expect(update).to_be_visible()
    expect(total(page)).not_to_have_text(before)
    field = page.get_by_role("spinbutton")
    for key, value in (("Home", "1"), ("ArrowUp", "2"), ("PageUp", "8")):
        field.press(key)
        expect(field).to_have_value(value)
    field.fill("1000")
    field.press("Enter")
    expect(page.get_by_text(re.compile(r"^Maximum Quantity: \d+$"))).to_be_visible()
    update.click()
    expect(page.get_by_text("Cart updated.").first).to_be_visible()


def test_23_what_is_removed_can_be_put_back_in_its_place_by_keyboard(page: Page) -> None:
    to_the_cart(page)
    field = page.get_by_role("spinbutton")
    page.get_by_role("button", name=re.compile("^Remove")).press("Enter")
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(field).to_have_value("2")
    expect(page.get_by_role("button", name=re.compile("^Remove"))).to_be_focused()


def test_23_an_emptied_cart_can_be_had_back(page: Page) -> None:
    arrive(page, "/shop/")
    add_from_the_list(page)
    expect(popup(page)).to_be_visible()
    open_popup(page)
    popup(page).get_by_role("button", name="Empty cart").click()
    popup(page).get_by_role("button", name="No, keep them").click()
    expect(popup(page).get_by_role("button", name="Empty cart")).to_be_focused()
    page.keyboard.press("Enter")
    popup(page).get_by_role("button", name="Yes, empty it").click()
    expect(page.locator("[data-basket-count]")).to_have_count(0)
    popup(page).get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("[data-basket-count]")).to_have_text("1")
    page.keyboard.press("Escape")
    expect(page.locator("[data-basket] > button")).to_be_focused()


def test_24_all_that_it_costs_is_told_before_any_form(page: Page) -> None:
    to_the_cart(page)
    rows = page.get_by_role("region", name="Summary")
    for name in ("Subtotal", "Shipping (Ground)", "CA Tax", "Total"):
        expect(rows.get_by_text(name, exact=True)).to_be_visible()
    page.get_by_text("Change location").click()
    page.get_by_label("State or province").select_option("US:NY")
    page.get_by_role("button", name="Estimate", exact=True).click()
    expect(rows.get_by_text("NY Tax")).to_be_visible()
    shown = total(page).inner_text()
    visit(page, "/checkout/")
    expect(page.get_by_role("complementary", name="Order summary").locator("[data-total]")).to_have_text(shown)


def test_24_without_javascript_the_estimate_and_the_coupon_work_too(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    plain.get_by_role("button", name="Add to cart").first.click()
    visit(plain, "/cart/")
    plain.get_by_text("Change location").click()
    plain.get_by_label("State or province").select_option("CA:ON")
    plain.get_by_role("button", name="Estimate", exact=True).click()
    expect(plain.get_by_text("GST")).to_be_visible()
    plain.get_by_text("Have a coupon?").click()
    plain.get_by_label("Coupon code").fill("nosuch")
    plain.get_by_role("button", name="Apply coupon").click()
    expect(plain.get_by_role("alert").filter(has_text="nosuch")).to_be_visible()
    expect(plain.get_by_label("Coupon code")).to_have_value("nosuch")
    expect(plain.get_by_role("button", name="Update Cart")).to_be_enabled()


def test_25_the_cart_is_the_same_in_all_tabs(page: Page) -> None:
    arrive(page, "/shop/")
    other = page.context.new_page()
    arrive(other, "/shop/")
    add_from_the_list(page)
    expect(other.locator("[data-basket-count]")).to_have_text("1")


def test_25_carts_become_one_at_login_on_any_device_and_the_shopper_is_told(
    new_visitor: NewVisitor,
) -> None:
    phone, laptop = new_visitor(), new_visitor()
    arrive(phone, "/my-source/")
    log_in(phone)
    expect(phone.get_by_role("heading", name="Your orders")).to_be_visible()
    to_the_cart(phone)
    shopper.add(laptop, "V-BULK")
    arrive(laptop, "/my-source/")
    log_in(laptop)
    expect(laptop.get_by_text("Your cart also holds what you had put in before")).to_be_visible()
    arrive(laptop, "/cart/")
    expect(laptop.get_by_role("spinbutton")).to_have_count(2)
    arrive(phone, "/cart/")
    expect(phone.get_by_role("spinbutton")).to_have_count(2)
    arrive(phone, "/my-source/")
    phone.get_by_role("button", name="Log out").click()
    arrive(phone, "/cart/")
    expect(phone.get_by_text("Your cart is empty.")).to_be_visible()
    for left in (1, 0):
        laptop.get_by_role("button", name=re.compile("^Remove")).first.click()
        expect(laptop.get_by_role("spinbutton")).to_have_count(left)


def test_what_an_offer_gives_can_be_swapped_declined_and_had_back(page: Page) -> None:
    shopper.add(page, "PLO-CHENIN", quantity=6)
    arrive(page, "/cart/")
    gift = page.get_by_role("listitem").filter(has_text="With our offer").first
    expect(gift).to_contain_text("Free")
    expect(gift.get_by_role("spinbutton")).to_have_count(0)
    gift.get_by_text("Change Variant").click()
    other = gift.get_by_role("button", pressed=False).first
    vintage = other.inner_text().strip()
    other.click()
    expect(gift.get_by_text(f"{vintage} · 750 ml", exact=True)).to_be_visible()
    gift.get_by_role("button", name=re.compile("^No, thank you")).click()
    expect(gift).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Undo")).click()
    expect(gift.get_by_text(f"{vintage} · 750 ml", exact=True)).to_be_visible()


def test_26_the_coupon_field_waits_behind_a_link_and_says_what_is_wrong(page: Page) -> None:
    to_the_cart(page)
    field = page.get_by_label("Coupon code")
    expect(field).to_be_hidden()
    page.get_by_text("Have a coupon?").press("Enter")
    field.fill("nosuch")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="nosuch")).to_be_visible()
    expect(field).to_have_value("nosuch")
    expect(field).to_be_focused()
    field.fill("save10")
    field.press("Enter")
    expect(field).to_be_hidden()
    expect(page.get_by_text("The coupon has been added to your cart.").first).to_be_visible()
    expect(page.get_by_text("Coupon: save10")).to_be_visible()
    page.get_by_text("Have a coupon?").press("Enter")
    field.fill("save10")
    field.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="is already in your cart")).to_be_visible()
    expect(page.get_by_text("The coupon has been added to your cart.")).to_have_count(0)
    page.get_by_role("button", name="Take the coupon save10 off").click()
    expect(page.get_by_text("Coupon: save10")).to_have_count(0)


def test_27_the_basket_moves_without_dragging_and_opens_by_keyboard(page: Page) -> None:
    arrive(page, "/shop/")
    basket = page.locator("[data-basket] > button")
    page.get_by_role("button", name="Move the basket").press("Enter")
    page.get_by_role("button", name="Top left").press("Enter")
    basket.focus()
    basket.press("Enter")
    expect(popup(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(basket).to_be_focused()


def test_the_link_that_removes_works_with_or_without_help(page: Page, complaints: Complaints) -> None:
    complaints.expected.append("net::ERR_FAILED")
    arrive(page, "/shop/")
    add_from_the_list(page)
    expect(popup(page)).to_be_visible()
    page.keyboard.press("Escape")
    page.route("**/?wc-ajax=remove_from_cart", lambda route: route.abort())
    page.get_by_role("button", name="Cart, 1 bottle").click()
    popup(page).get_by_role("link", name=re.compile("^Remove")).click()
    page.wait_for_url("**/cart/")
    wait_until_live(page)
    expect(page.get_by_text("has been removed from your cart.")).to_be_visible()
    expect(page.get_by_role("link", name="Undo?")).to_be_visible()
