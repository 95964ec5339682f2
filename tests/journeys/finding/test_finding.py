"""Finding wine: filters that tell how much they leave, and a search that forgives."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.journeys.live import visit, wait_until_live
from tests.journeys.states.pages import arrive
from tests.journeys.store.running_store import RunningStore
from tests.sweeps import swept


def names(page: Page) -> list[str]:
    return page.locator("li.product h3").all_text_contents()


def count_beside(page: Page, label: str) -> int:
    box = page.get_by_role("checkbox", name=re.compile(rf"^{label}\b"))
    found = re.search(r"(\d+) wines?", box.locator("xpath=..").text_content() or "")
    assert found is not None
    return int(found[1])


def total(page: Page) -> int:
    """How many wines the listing on screen has, once the whole document is there."""
    page.wait_for_load_state("domcontentloaded")
    return int(page.evaluate("JSON.parse(document.getElementById('page').textContent).props.pagination.total"))


def test_09_a_wine_found_by_its_vintage_opens_with_it(page: Page, plain: Page) -> None:
    for each in (page, plain):
        visit(each, "/?s=givry&post_type=product&vintage=2019")
        card = each.locator("li.product", has=each.get_by_role("link", name=re.compile("Givry"))).first
        expect(card).to_contain_text("$54.00")
        expect(card).not_to_contain_text("from")
        card.get_by_role("heading").get_by_role("link").click()
        expect(each.get_by_role("heading", level=1)).to_contain_text("2019")
        expect(each.get_by_role("radio", name="2019 $54.00")).to_be_checked()


def test_09_filters_show_counts_stand_in_the_address_and_survive_back(page: Page, store: RunningStore) -> None:
    arrive(page, "/shop/")
    everything = total(page)
    reds = count_beside(page, "Red")
    red = page.get_by_role("checkbox", name=re.compile(r"^Red\b"))
    with page.expect_navigation():
        red.check()
    expect(page).to_have_url(f"{store.url}/shop/?colour=red")
    assert total(page) == reds < everything
    expect(red).to_be_checked()
    expect(red).to_be_focused()
    with page.expect_navigation():
        page.get_by_role("checkbox", name=re.compile(r"^White\b")).check()
    assert "colour=red&colour=white" in page.url
    assert total(page) > reds
    page.go_back()
    expect(page).to_have_url(f"{store.url}/shop/?colour=red")
    expect(red).to_be_checked()
    expect(page.get_by_role("checkbox", name=re.compile(r"^White\b"))).not_to_be_checked()
    page.get_by_role("list", name="Filters in use").get_by_role("link", name="Remove Red").click()
    expect(page).to_have_url(f"{store.url}/shop/")
    assert total(page) == everything


def test_09_every_kind_of_filter_is_there_and_price_takes_amounts(page: Page, store: RunningStore) -> None:
    visit(page, f"{store.url}/shop/?on_sale=1&in_stock=1&rating=3")
    filters = page.get_by_role("region", name="Filters")
    for label in (
        "Color",
        "Grape",
        "Goes with",
        "Body",
        "Sweetness",
        "Country",
        "Producer",
        "Farming",
        "Rating",
    ):
        expect(filters.locator("summary", has_text=label).first).to_be_visible()
    arrive(page, "/shop/")
    page.get_by_label("From").fill("20")
    page.get_by_label("Up to").fill("25.50")
    with page.expect_navigation():
        page.get_by_label("Up to").press("Enter")
    expect(page).to_have_url(f"{store.url}/shop/?min_price=20&max_price=25.50")
    prices = page.evaluate(
        "JSON.parse(document.getElementById('page').textContent).props.cards.map(card => card.price.current)"
    )
    assert prices
    assert all(20 <= float(price.strip("$")) <= 25.50 for price in prices)
    wait_until_live(page)
    page.get_by_role("link", name="Clear all filters").click()
    expect(page).to_have_url(f"{store.url}/shop/")


def test_09_on_a_phone_the_drawer_says_how_many_wines_the_choices_leave(phone: Page, store: RunningStore) -> None:
    arrive(phone, "/shop/")
    phone.get_by_role("button", name="Filters", exact=True).click()
    shows = phone.get_by_role("button", name=re.compile(r"^Show \d+ wines?$"))
    everything = shows.inner_text()
    phone.get_by_role("checkbox", name=re.compile(r"^Red\b")).check()
    expect(shows).not_to_have_text(everything)
    promised = int(re.sub(r"\D", "", shows.inner_text()))
    with phone.expect_navigation():
        shows.click()
    assert total(phone) == promised
    expect(phone.get_by_role("button", name="Filters (1)")).to_be_visible()


def test_09_filters_work_without_javascript(plain: Page) -> None:
    visit(plain, "/shop/")
    plain.get_by_role("checkbox", name=re.compile(r"^Red\b")).check()
    plain.get_by_role("checkbox", name=re.compile(r"^White\b")).check()
    plain.get_by_role("button", name="Apply").click()
    expect(plain).to_have_url(re.compile("colour=red&colour=white"))
    chips = plain.get_by_role("list", name="Filters in use")
    expect(chips.get_by_role("link")).to_have_count(3)
    chips.get_by_role("link", name="Remove Red").click()
    expect(plain.get_by_role("checkbox", name=re.compile(r"^Red\b"))).not_to_be_checked()
    plain.get_by_role("searchbox").first.fill("rielsing")
    plain.get_by_role("button", name="Search", exact=True).first.click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("Search results for “rielsing”")
    expect(plain.locator("li.product").first).to_be_visible()


def test_10_search_takes_typos_accents_and_years_and_offers_alternatives(page: Page, store: RunningStore) -> None:
    def ask(question: str) -> None:
        visit(page, f"{store.url}/?s={question.replace(' ', '+')}&post_type=product")

    ask("rielsing")
    expect(page.get_by_text("Showing results for riesling.")).to_be_visible()
    assert total(page) > 1
    expect(page.get_by_label("Sort order")).to_have_value("relevance")
    ask("2021 douro")
    expect(page.locator("li.product").first).to_contain_text("Douro")
    ask("rose")
    with_accent = total(page)
    ask("rosé")
    assert total(page) == with_accent > 0
    ask("xyzzyq")
    expect(page.get_by_text("No wines found.")).to_be_visible()
    expect(page.get_by_role("heading", name="Popular right now")).to_be_visible()
    expect(page.locator('meta[name="robots"]')).to_have_attribute("content", "noindex, follow")
    visit(page, f"{store.url}/?s=&post_type=product")
    expect(page).to_have_url(f"{store.url}/shop/")


def test_10_suggestions_come_while_typing_and_are_reached_by_keyboard(page: Page, store: RunningStore) -> None:
    arrive(page, "/")
    page.get_by_role("searchbox").first.focus()
    box = page.get_by_role("combobox").first
    expect(box).to_be_focused()
    page.keyboard.type("douro")
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    expect(options.last).to_have_text("See all results for “douro”")
    assert (
        Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}).response["violations"] == []
    )
    page.keyboard.press("ArrowDown")
    wine = options.nth(0).locator("span").first.inner_text()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert wine.split("\n")[0] in page.get_by_role("heading", level=1).inner_text()
    page.go_back()


def test_10_escape_closes_the_suggestions_and_keeps_what_was_typed(page: Page, store: RunningStore) -> None:
    arrive(page, "/")
    page.get_by_role("searchbox").first.focus()
    box = page.get_by_role("combobox").first
    options = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    expect(box).to_have_attribute("aria-expanded", "false")
    page.keyboard.type("douro")
    expect(options.first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(box).to_have_attribute("aria-expanded", "false")
    expect(box).to_have_value("douro")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(options.first).to_be_visible()
    page.keyboard.press("Tab")
    expect(options).to_have_count(0)
    box.focus()
    page.keyboard.press("Escape")
    expect(box).to_have_value("")


NO_SENSE = ["?colour=red", "?colour=nothing-like-it", "?min_price=abc", "?grape=%00&rating=9"]


@pytest.mark.parametrize("query", swept(NO_SENSE, guards={"?grape=%00&rating=9"}))
def test_addresses_that_make_no_sense_are_answered_clearly(page: Page, store: RunningStore, query: str) -> None:
    answer = visit(page, f"{store.url}/shop/{query}")
    assert answer is not None
    assert answer.status == 200


def test_no_key_is_lost_while_the_suggestions_take_the_place_of_the_input(page: Page, store: RunningStore) -> None:
    visit(page, "/shop/")
    typed, found = page.locator("#header-search").evaluate(
        """async (input) => {
            const find = () => document.getElementById("header-search");
            const { port1, port2 } = new MessageChannel();
            const wait = () => new Promise((done) => { port1.onmessage = done; port2.postMessage(0); });
            let typed = "";
            input.focus();
            for (let after = 0; after < 10; after += find() === input ? 0 : 1) {
                if (typed.length === 80) {  // the input takes 100: begin again, as long as there are no suggestions
                    find().select();
                    typed = "";
                }
                const letter = "abcdefghijklmnopqrstuvwxyz"[typed.length % 26];
                document.execCommand("insertText", false, letter);
                typed += letter;
                await wait();
            }
            return [typed, find().value];
        }"""
    )
    assert found == typed
