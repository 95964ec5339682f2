"""Everybody can use every page before the checkout, and those of the account, in every state."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journeys import shopper
from tests.journeys.everybody import Open, bad_colors, check, check_state
from tests.journeys.states.account import ACCOUNT
from tests.journeys.states.pages import STATES, State, arrive
from tests.journeys.visitors import Complaints
from tests.sweeps import swept

GUARDS = {"home", "listing", "search results", "simple wine", "producer"}
"""States that `make test` looks at."""


@pytest.mark.parametrize(
    "state", swept([*STATES, *ACCOUNT], guards=GUARDS, key=lambda state: state.name), ids=lambda state: state.name
)
def test_every_state(opened: Open, state: State, complaints: Complaints) -> None:
    check_state(opened, state, complaints)


BARRIERS = {
    "button-name": "<button></button>",
    "button-name, only on phones": "<style>b { display: none } @media (width < 400px) { b { display: block } }</style>"
    "<b><button></button></b>",
    "color-contrast, by night": "<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Wine</p>",
    "target-size, only on tablets": "<style>button { display: block; border: 0; padding: 0; width: 30px; height: 30px }"
    "@media (400px < width < 800px) { button { width: 9px; height: 9px } }</style>"
    "<button>+</button><button>-</button>",
    "scrolls sideways": "<style>div { width: 350px }</style><div>Wide for 320 px</div>",
}


@pytest.mark.parametrize("barrier", swept(BARRIERS, guards={"color-contrast, by night"}))
def test_a_barrier_is_found_in_whatever_window_it_stands(browser: Browser, barrier: str) -> None:
    page = browser.new_page()
    head = '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Wine</title>'
    page.set_content(f"{head}<main><h1>Wine</h1>{BARRIERS[barrier]}</main></html>")
    with pytest.raises(AssertionError, match=barrier.partition(",")[0]):
        check(page, "a page with a barrier")
    page.close()


LEGIBLE = "<p style='color: #333'>Wine</p>"
ELSEWHERE = {
    "on another background": "<div style='background: #444'><p style='color: #333'>Wine</p></div>",
    "in paler letters": "<p style='color: #333; opacity: 0.3'>Wine</p>",
    "over another element": "<div style='position: relative; background: #444; height: 80px'>"
    "<div style='background: #444; height: 80px'></div>"
    "<p style='color: #333; position: absolute; top: 0'>Wine</p></div>",
}


@pytest.mark.parametrize("place", swept(ELSEWHERE, guards={"over another element"}))
def test_a_color_that_was_legible_is_checked_again(browser: Browser, place: str) -> None:
    page = browser.new_page()
    page.set_content(f"<main>{LEGIBLE}</main>")
    assert bad_colors(page).violations_count == 0
    page.set_content(f"<main>{LEGIBLE}{ELSEWHERE[place]}</main>")
    assert bad_colors(page).violations_count == 1
    page.close()


@pytest.mark.sweep
def test_every_state_of_the_cart(still: Page) -> None:
    shopper.add(still)
    expect(still.locator("[aria-busy]")).to_have_count(0)  # the price is faint while it is fetched again
    check(still, "added")
    expect(still.get_by_role("dialog", name="Your cart")).to_be_visible()
    still.keyboard.press("Escape")
    still.get_by_role("button", name="Cart, 1 bottle").click()
    expect(still.get_by_role("dialog", name="Your cart")).to_be_visible()
    check(still, "cart from the header")
    arrive(still, "/cart/")
    check(still, "cart")
    remove = re.compile("^Remove")
    still.get_by_role("button", name=remove).or_(still.get_by_role("link", name=remove)).first.click()
    expect(still.get_by_text("Undo?").first).to_be_visible()
    check(still, "removed")
