"""The page of a wine: arriving, reading about it, choosing."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys import shopper
from tests.journeys.live import until, visit
from tests.journeys.visitors import PHONE
from tests.journeys.wine_page import FULL_SCREEN, open_wine
from tests.sweeps import swept


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def test_15_tabs_follow_the_keyboard_in_both_directions_of_reading(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    assert [re.sub(r" \(\d+\)", "", each) for each in page.get_by_role("tab").all_inner_texts()] == [
        "Description",
        "Reviews",
        "Additional information",
    ]
    tab(page, "Description").focus()
    for key, name in (
        ("ArrowRight", "Reviews"),
        ("End", "Additional information"),
        ("ArrowRight", "Description"),
        ("ArrowLeft", "Additional information"),
        ("Home", "Description"),
    ):
        page.keyboard.press(key)
        expect(tab(page, name)).to_be_focused()
        expect(tab(page, name)).to_have_attribute("aria-selected", "true")
        expect(page.get_by_role("tabpanel")).to_have_count(1)
    page.evaluate("document.documentElement.dir = 'rtl'")
    page.keyboard.press("ArrowLeft")
    expect(tab(page, "Reviews")).to_be_focused()


@pytest.mark.parametrize(
    ("extra", "name"),
    swept(
        [
            ("#reviews", "Reviews"),
            ("#tab-reviews", "Reviews"),
            ("#comment-1", "Reviews"),
            ("?cpage=1", "Reviews"),
            ("#tab-additional_information", "Additional information"),
        ],
        guards={"#comment-1", "#tab-additional_information"},
        key=lambda row: row[0],
    ),
)
def test_15_deep_links_open_their_tab_and_move_the_focus(page: Page, extra: str, name: str) -> None:
    open_wine(page, "V-SIMPLE", extra)
    expect(tab(page, name)).to_have_attribute("aria-selected", "true")
    expect(tab(page, name)).to_be_focused()


def test_15_the_rating_leads_to_the_reviews(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    expect(tab(page, "Description")).to_have_attribute("aria-selected", "true")
    page.get_by_role("heading", level=1).locator("xpath=..").get_by_role("link", name=re.compile("stars")).click()
    expect(tab(page, "Reviews")).to_be_focused()
    expect(tab(page, "Reviews")).to_be_in_viewport()


def test_15_without_scripts_all_is_there_to_read(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    for part in ("#tab-description", "#tab-reviews", "#tab-additional_information"):
        expect(plain.locator(part)).to_be_visible()


SECTION_TOP = "document.querySelector('h1').closest('[class*=product]').getBoundingClientRect().top"


def test_16_a_fresh_visit_scrolls_to_the_wine_and_leaves_the_focus(lively: Page) -> None:
    open_wine(lively, "V-SIMPLE")
    lively.get_by_role(
        "button", name="Dismiss", exact=True
    ).click()  # where there is a notice, the page stays at its top
    open_wine(lively, "V-SIMPLE")
    gap = 100 if lively.viewport_size == PHONE else 0  # pixels
    until(lively, f"Math.abs({SECTION_TOP} - {gap}) < 2")
    assert lively.evaluate("document.activeElement === document.body")


def test_16_never_after_the_shopper_has_done_something(lively: Page) -> None:
    url = shopper.find(lively, "V-SIMPLE")
    held: list[Route] = []
    released = False

    def hold(route: Route) -> None:
        route.continue_() if released else held.append(route)

    lively.route("**/*.avif", hold)  # keeps the load event waiting
    lively.goto(url, wait_until="commit")
    expect(lively.get_by_role("button", name=FULL_SCREEN)).to_be_visible()
    lively.keyboard.press("Shift")
    lively.evaluate("window.scrolled = 0; addEventListener('scroll', () => { window.scrolled += 1 })")
    released = True
    for route in held:
        route.continue_()
    lively.wait_for_load_state("load")
    lively.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert lively.evaluate("[scrollY, window.scrolled]") == [0, 0]


def test_16_never_with_reduced_motion(page: Page) -> None:
    open_wine(page, "V-SIMPLE")
    page.wait_for_load_state("load")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("scrollY") == 0


def facts(page: Page) -> dict[str, str]:
    """What stands in the list beside the picture."""
    rows = page.locator("dl").first.locator("dt").all()
    return {row.inner_text(): row.locator("xpath=following-sibling::dd").inner_text() for row in rows}


def test_17_facts_can_be_scanned_and_follow_the_vintage(page: Page) -> None:
    open_wine(page, "V-VINTAGES")
    shown = facts(page)
    assert {"Tasting notes", "Food pairing", "Grape", "Region", "ABV", "Closure", "Serving"} <= shown.keys()
    assert all(value.strip() and "N/A" not in value for value in shown.values())
    assert (shown["Vintage"], shown["ABV"]) == ("2022", "13.5%")
    assert "ripe cherry" in shown["Tasting notes"]
    page.get_by_role("radio", name="2021").check()
    expect(page.locator("dl").first).to_contain_text("2021")
    shown = facts(page)
    assert (shown["Vintage"], shown["ABV"]) == ("2021", "12.5%")
    assert "cranberry" in shown["Tasting notes"]
    expect(page.locator("#producer")).to_contain_text("Perrachaud")


def test_18_a_price_by_quantity_is_shown_marked_and_announced(page: Page) -> None:
    open_wine(page, "V-BULK")
    announced = page.locator("#announcements")
    quantity = page.get_by_role("spinbutton")
    quantity.focus()
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    expect(page.locator("del").first).to_have_text("$19.00")
    expect(page.locator("form").filter(has=quantity)).to_contain_text("$17.10")
    expect(page.get_by_role("row", name=re.compile("yours"))).to_contain_text("10% off")
    hint = "3 more bottles and you get 20% off."
    expect(announced).to_have_text(f"Now $17.10 each instead of $19.00. {hint}")
    expect(page.get_by_role("paragraph").filter(has_text=hint)).to_be_visible()
    page.keyboard.press("Home")
    expect(announced).to_have_text("$19.00 each. 2 more bottles and you get 10% off.")
    expect(page.get_by_role("row", name=re.compile("yours"))).to_have_count(0)


def test_20_a_variation_that_cannot_be_had_says_why_and_what_else(page: Page) -> None:
    open_wine(page, "V-LIBRARY")
    page.get_by_label("Vintage").select_option("1997")
    small = page.get_by_role("radio", name="375 ml (not made)")
    small.check()
    why = page.get_by_text(re.compile(r"^Vintage 1997 is not made in this combination\. You can have .*2000"))
    expect(why).to_be_visible()
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("alert")).to_have_text(
        "Sorry, no products matched your selection. Please choose a different combination."
    )
    page.get_by_label("Vintage").select_option("2001")
    expect(page.get_by_text(re.compile(r"^Vintage 2001 is sold out\. You can have "))).to_be_visible()
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("alert")).to_have_text(
        "Sorry, this product is unavailable. Please choose a different combination."
    )
    page.get_by_label("Vintage").select_option("2003")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#buy").get_by_text("$66.00", exact=True).first).to_be_visible()
    expect(page.locator("#announcements")).to_have_text("$66.00, In stock.")
    expect(page).to_have_url(re.compile(r"\?attribute_vintage=2003&attribute_bottle-size=375\+ml$"))
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text(re.compile("In your cart"))).to_be_visible()


def test_20_an_address_chooses(page: Page) -> None:
    open_wine(page, "V-LIBRARY", "?attribute_vintage=2003&attribute_bottle-size=750-ml")
    expect(page.get_by_role("radio", name="750 ml")).to_be_checked()
    expect(page.locator("#buy").get_by_text("$124.00", exact=True).first).to_be_visible()


def test_20_the_newest_vintage_is_chosen_with_its_price_and_note(page: Page, plain: Page) -> None:
    for each in (page, plain):
        visit(each, shopper.find(each, "V-VINTAGES"))
        expect(each.get_by_role("heading", level=1)).to_contain_text("2022")
        expect(each.get_by_role("radio", name="2022 $44.00")).to_be_checked()
        expect(each.get_by_role("radio", name="2019 $54.00")).not_to_be_checked()
        expect(each.get_by_text("A generous summer")).to_be_visible()
        form = each.locator("form").filter(has=each.get_by_role("button", name="Add to cart")).first
        expect(form).not_to_contain_text("from")
    plain.get_by_role("button", name="Add to cart").first.click()
    expect(plain.get_by_text("has been added to your cart")).to_be_visible()
    expect(page.locator("#announcements")).to_be_empty()
    page.get_by_role("radio", name="2019").check()
    expect(page.get_by_text("At its first peak: dried rose and forest floor.")).to_be_visible()
    expect(page.locator("#announcements")).to_contain_text("$54.00")


def test_20_nothing_chosen_is_said_and_the_focus_goes_there(page: Page) -> None:
    open_wine(page, "V-LIBRARY")
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_role("alert")).to_have_text("Choose a vintage")
    expect(page.get_by_label("Vintage")).to_be_focused()


def test_20_without_scripts_a_wine_in_many_variations_sells(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-LIBRARY"))
    plain.get_by_label("Vintage").select_option("2003")
    plain.get_by_role("radio", name="375 ml").check()
    plain.get_by_role("button", name="Add to cart").first.click()
    expect(plain.get_by_text("has been added to your cart")).to_be_visible()


@pytest.mark.parametrize("wine", swept(["V-SIMPLE", "V-VINTAGES", "V-LIBRARY"], guards={"V-VINTAGES"}))
@pytest.mark.parametrize("width", swept([320, PHONE["width"]], guards={320}))
def test_20_a_phone_adds_to_the_cart_without_scrolling(phone: Page, wine: str, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": PHONE["height"]})
    open_wine(phone, wine)
    bar = phone.locator("[data-buy-bar]")
    expect(bar.get_by_role("button")).to_be_in_viewport(ratio=1)
    expect(bar).to_contain_text("$")
    assert phone.evaluate("document.documentElement.scrollWidth") == width
    phone.locator("#buy .single_add_to_cart_button").scroll_into_view_if_needed()
    expect(bar).to_be_hidden()
    phone.locator("footer").scroll_into_view_if_needed()
    expect(bar.get_by_role("button")).not_to_be_in_viewport()
    phone.evaluate("scrollTo(0, 0)")
    expect(bar).to_be_visible()


def test_20_the_bar_of_a_phone_adds_what_is_chosen(phone: Page) -> None:
    open_wine(phone, "V-VINTAGES")
    phone.get_by_role("radio", name="2019").check()
    phone.evaluate("scrollTo(0, 0)")
    bar = phone.locator("[data-buy-bar]")
    expect(bar).to_contain_text("$54.00")
    bar.get_by_role("button", name="Add to cart").click()
    expect(phone.get_by_role("dialog", name="Your cart")).to_contain_text("2019")


def test_04_the_bar_of_a_phone_sells_without_scripts(plain: Page) -> None:
    plain.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    visit(plain, shopper.find(plain, "V-SIMPLE"))
    plain.locator("[data-buy-bar]").get_by_role("button", name="Add to cart").click()
    expect(plain.get_by_text("has been added to your cart")).to_be_visible()


def test_a_case_is_chosen_with_one_press_and_says_what_it_makes(page: Page) -> None:
    open_wine(page, "V-BULK")
    half = page.get_by_role("button", name=re.compile("^Case of 6"))
    expect(half).to_contain_text("$91.20 $15.20 each, save $22.80")
    half.click()
    expect(half).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("spinbutton")).to_have_value("6")
    expect(page.get_by_role("row", name=re.compile("yours"))).to_contain_text("20% off")


def test_without_javascript_a_case_is_chosen_with_one_press_and_added_with_the_next(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-VINTAGES") + "?attribute_vintage=2018")
    plain.get_by_role("radio", name="2019").check()
    half = plain.get_by_role("button", name=re.compile("^Case of 6"))
    half.click()
    expect(half).to_have_attribute("aria-pressed", "true")
    expect(plain.get_by_role("spinbutton")).to_have_value("6")
    expect(plain.get_by_role("radio", name="2019")).to_be_checked()
    plain.locator("#buy .single_add_to_cart_button").click()
    visit(plain, "/cart/")
    expect(plain.get_by_role("spinbutton")).to_have_value("6")
    expect(plain.get_by_role("main")).to_contain_text("2019")


def test_without_javascript_the_vintage_that_is_chosen_goes_into_the_cart(plain: Page) -> None:
    visit(plain, shopper.find(plain, "V-VINTAGES"))
    other = plain.get_by_role("radio").and_(plain.locator(":not(:checked):not(:disabled)")).first
    vintage = other.get_attribute("value") or ""
    other.check(force=True)
    plain.get_by_role("button", name="Add to cart").first.click()
    expect(plain.get_by_text("has been added to your cart.")).to_be_visible()
    visit(plain, "/cart/")
    expect(plain.get_by_role("main").get_by_text(vintage).first).to_be_visible()
