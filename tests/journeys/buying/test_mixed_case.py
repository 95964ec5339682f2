"""A case of wines of the shopper's choice, filled by presses and put into the cart as a whole."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.live import reload, visit, wait_until_live
from tests.journeys.store.running_store import RunningStore
from tests.journeys.visitors import Complaints
from tests.sweeps import swept

FIND = "/mixed-case/?q=woolshed"
TAKE_ALL = """
from vintner.catalogue.models import Variation
each = Variation.objects.get(sku="TUS-PINOT")
Variation.objects.filter(pk=each.pk).update(manage_stock=False, available={available})
"""


def box(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("^Your case"))


def more(page: Page) -> Locator:
    wines = page.get_by_role("region", name="Wines in stock")
    return wines.get_by_role("button", name=re.compile("One more bottle of .*Woolshed"))


def more_buttons(page: Page) -> Locator:
    return page.get_by_role("region", name="Wines in stock").get_by_role("button", name=re.compile("^\\+"))


def fill(page: Page, bottles: int) -> None:
    for number in range(1, bottles + 1):
        more(page).click()
        expect(page.get_by_role("heading", name=f"Your case: {number} of 6")).to_be_visible()


def expect_six_in_the_cart(page: Page) -> None:
    expect(page.get_by_role("heading", name="Your cart")).to_be_visible()
    expect(page.get_by_text("Your case of 6 bottles has been added to your cart.")).to_be_visible()
    expect(page.get_by_role("spinbutton")).to_have_value("6")


def test_a_case_is_filled_undone_priced_and_added(page: Page) -> None:
    visit(page, "/")
    page.get_by_role("link", name="Mix your own case").click()
    wait_until_live(page)
    page.get_by_label("Search", exact=True).fill("woolshed")
    page.get_by_role("button", name="Show wines").click()
    wait_until_live(page)
    fill(page, 4)
    expect(box(page)).to_contain_text("2 more bottles and you get 5% off.")
    expect(page.locator("#announcements")).to_have_text("4 of 6 bottles. 2 more bottles and you get 5% off.")
    box(page).get_by_role("button", name=re.compile("^− One bottle less")).click()
    expect(page.get_by_role("heading", name="Your case: 3 of 6")).to_be_visible()
    box(page).get_by_role("link", name="Undo").click()
    wait_until_live(page)
    expect(page.get_by_role("heading", name="Your case: 4 of 6")).to_be_visible()
    more(page).click()
    expect(page.get_by_role("heading", name="Your case: 5 of 6")).to_be_visible()
    reload(page)  # the address holds the case
    more(page).click()
    expect(box(page)).to_contain_text("You save $11.70.")
    expect(box(page)).to_contain_text("$222.30")
    box(page).get_by_role("button", name="Add the case to your cart").click()
    expect_six_in_the_cart(page)
    expect(page.get_by_text("$222.30").first).to_be_visible()


def test_a_case_is_filled_and_added_without_javascript(plain: Page) -> None:
    visit(plain, FIND)
    fill(plain, 6)
    box(plain).get_by_role("button", name="Add the case to your cart").click()
    expect_six_in_the_cart(plain)


@pytest.mark.sweep
def test_the_bar_of_a_phone_counts_and_adds_beside_the_list(phone: Page) -> None:
    visit(phone, "/mixed-case/")
    bar = phone.locator("[data-buy-bar]")
    last = phone.get_by_role("region", name="Wines in stock").get_by_role("button", name=re.compile("One more")).last
    for number in range(1, 7):
        expect(bar).to_contain_text(f"{7 - number} more")
        last.focus()
        last.click()
        expect(bar).to_contain_text(f"{number} of 6 bottles")
        expect(bar).to_be_in_viewport(ratio=1)
    button, top = last.bounding_box(), bar.bounding_box()
    assert button is not None
    assert top is not None
    assert button["y"] + button["height"] <= top["y"]
    expect(bar).to_contain_text("Your case is full.")
    bar.get_by_role("button", name="Add the case").click()
    expect_six_in_the_cart(phone)


@pytest.mark.sweep
def test_the_bar_adds_without_scripts_and_leads_to_the_case(plain: Page) -> None:
    plain.set_viewport_size({"width": 360, "height": 640})
    visit(plain, FIND)
    fill(plain, 6)
    bar = plain.locator("[data-buy-bar]")
    bar.get_by_role("link", name="6 of 6 bottles").click()
    expect(plain.get_by_role("heading", name="Your case: 6 of 6")).to_be_in_viewport()
    bar.get_by_role("button", name="Add the case").click()
    expect_six_in_the_cart(plain)


@pytest.mark.sweep
def test_who_takes_out_the_last_bottle_is_led_to_the_case(page: Page) -> None:
    visit(page, FIND)
    fill(page, 1)
    less = box(page).get_by_role("button", name=re.compile("^− One bottle less"))
    less.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your case: 0 of 6")).to_be_focused()


@pytest.mark.sweep
def test_a_wine_that_is_sold_out_in_between_is_named_and_nothing_is_added(
    page: Page, store: RunningStore, complaints: Complaints
) -> None:
    complaints.expected.append("409")
    visit(page, FIND)
    fill(page, 6)
    store.run_code(TAKE_ALL.format(available=False))
    try:
        box(page).get_by_role("button", name="Add the case to your cart").click()
        expect(box(page)).to_contain_text("“Woolshed Pinot Noir” is sold out.")
        visit(page, "/cart/")
        expect(page.get_by_text("Your cart is empty.").first).to_be_visible()
    finally:
        store.run_code(TAKE_ALL.format(available=True))


def scrolled(page: Page) -> int:
    return int(page.evaluate("Math.round(scrollY)"))


@pytest.fixture
def kept(page: Page) -> Iterator[Page]:
    """The page of a case, which is loaded once and never again."""
    page.set_viewport_size({"width": 1440, "height": 600})
    visit(page, "/mixed-case/")
    page.evaluate("document.body.dataset.kept = ''")
    yield page
    assert page.evaluate("'kept' in document.body.dataset")


@pytest.mark.sweep
def test_filters_keep_the_shopper_s_place(kept: Page) -> None:
    page = kept
    find = page.get_by_role("button", name="Show wines")
    page.get_by_label("Color").select_option(label="Red")
    page.evaluate("scrollTo({ top: 200, behavior: 'instant' })")
    expect(find).to_be_in_viewport()
    place = scrolled(page)
    assert place > 0
    find.click()
    expect(page.locator("#announcements")).to_have_text(re.compile("^Showing .* wines?\\.$"))
    expect(page).to_have_url(re.compile("colour=red"))
    expect(find).to_be_focused()
    assert scrolled(page) == place


@pytest.mark.sweep
def test_undo_keeps_the_shopper_s_place_and_more_wines_leads_to_them(kept: Page) -> None:
    page = kept
    more_buttons(page).first.click()
    more_buttons(page).first.click()
    expect(page.get_by_role("heading", name="Your case: 2 of 6")).to_be_visible()
    undo = box(page).get_by_role("link", name="Undo")
    undo.scroll_into_view_if_needed()
    place = scrolled(page)
    undo.click()
    expect(page.get_by_role("heading", name="Your case: 1 of 6")).to_be_visible()
    expect(undo).to_be_focused()
    assert scrolled(page) == place
    page.get_by_role("link", name="More wines").click()
    expect(page).to_have_url(re.compile("page=2"))
    expect(page.get_by_role("heading", name="Wines in stock")).to_be_focused()
    expect(page.get_by_role("heading", name="Wines in stock")).to_be_in_viewport()
    expect(page.get_by_role("heading", name="Your case: 1 of 6")).to_be_visible()


@pytest.mark.sweep
def test_filters_that_find_nothing_are_cleared_in_place(page: Page) -> None:
    visit(page, "/mixed-case/?q=zzzz")
    page.get_by_role("link", name="Clear them").click()
    expect(page.get_by_role("heading", name="Wines in stock")).to_be_focused()
    expect(page.get_by_label("Search", exact=True)).to_have_value("")
    expect(more_buttons(page).first).to_be_visible()


@pytest.mark.sweep
def test_presses_in_quick_succession_all_count(page: Page) -> None:
    visit(page, FIND)
    more(page).evaluate("button => { for (let press = 0; press < 3; press += 1) button.click() }")
    expect(page.get_by_role("heading", name="Your case: 3 of 6")).to_be_visible()


@pytest.mark.sweep
def test_without_javascript_a_press_leads_back_to_its_wine(plain: Page) -> None:
    plain.set_viewport_size({"width": 360, "height": 640})
    visit(plain, "/mixed-case/")
    last = more_buttons(plain).last
    last.click()
    expect(plain.get_by_role("heading", name="Your case: 1 of 6")).to_be_attached()
    expect(last).to_be_in_viewport()
    plain.get_by_role("link", name="More wines").click()
    expect(plain).to_have_url(re.compile("page=2.*#case-wines$"))
    expect(plain.get_by_role("heading", name="Wines in stock")).to_be_in_viewport()


def main_menu(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Main")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("width", "letters"), swept([(768, "100%"), (1440, "100%"), (1440, "200%")], guards={(1440, "200%")})
)
def test_the_menu_stands_on_one_line_and_leads_to_the_cases(page: Page, width: int, letters: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    visit(page, "/shop/")
    page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
    entries = main_menu(page).locator("ul").first.locator(":scope > li")
    tops = entries.evaluate_all("entries => entries.map(entry => entry.getBoundingClientRect().top)")
    assert len(tops) > 8
    assert len(set(tops)) == 1
    assert page.evaluate("document.documentElement.scrollWidth") == width
    main_menu(page).get_by_role("link", name="Cases", exact=True).click()
    expect(page.get_by_role("heading", name="Mix your own case")).to_be_visible()


@pytest.mark.sweep
def test_a_listing_and_a_wine_lead_to_the_cases(phone: Page) -> None:
    wine = "/product/les-hauts-de-roques-2020/"
    for address, words in (("/shop/", "Mix a case"), (wine, "Mix your own case")):
        visit(phone, address)
        phone.get_by_role("main").get_by_role("link", name=words).click()
        expect(phone.get_by_role("heading", name="Mix your own case")).to_be_visible()
    phone.get_by_role("button", name="Menu", exact=True).click()
    main_menu(phone).get_by_role("link", name="Cases", exact=True).click()
    expect(phone).to_have_url(re.compile("/mixed-case/$"))
