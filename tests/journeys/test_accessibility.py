"""Everybody can use every page in every state: no axe violation, and nothing wider than the window, however narrow."""

import re
from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.journeys import shopper
from tests.journeys.card_states import SAVED_CARDS
from tests.journeys.checkout_states import CHECKOUTS
from tests.journeys.conftest import Complaints, RunningStore, let_in, watch
from tests.journeys.order_states import AFTER_ORDER
from tests.journeys.states import STATES, State, arrive

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SIZES = {360: 740, 768: 1024, 1440: 900}
NARROWEST = 320  # WCAG 1.4.10
# Even without motion, a change of colors takes some frames to reach what is inherited.
SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    do {
        await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
        await frame();
        await frame();
    } while (document.getAnimations().some((animation) => animation.playState === 'running'));
}"""

TOO_WIDE = """() => [...document.querySelectorAll('body *')]
    .map((element) => [element.getBoundingClientRect().right, element.tagName, element.className])
    .filter(([right]) => right > document.documentElement.clientWidth)"""


@pytest.fixture(params=SIZES, ids=lambda width: f"{width} px")
def sized(
    request: pytest.FixtureRequest, store: RunningStore, browser: Browser, complaints: Complaints
) -> Iterator[Page]:
    width: int = request.param
    context = browser.new_context(
        base_url=store.url, viewport={"width": width, "height": SIZES[width]}, reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    let_in(context, store)
    watch(context, store, complaints)
    yield context.new_page()
    context.close()


def check(page: Page, state: str) -> None:
    """Assert that all can use a state as it is on screen, by day and by night."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLED)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{state}, {scheme}: {found.generate_report()}"
    page.emulate_media(color_scheme="light")
    assert_fits(page, state)
    if page.viewport_size == {"width": 360, "height": SIZES[360]}:
        _check_narrow_and_large(page, state)


def _check_narrow_and_large(page: Page, state: str) -> None:
    """WCAG 1.4.10 and 1.4.4: nor in the narrowest window, nor there with letters twice as large."""
    page.set_viewport_size({"width": NARROWEST, "height": 640})
    assert_fits(page, f"{state}, {NARROWEST} px")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert_fits(page, f"{state}, {NARROWEST} px, large letters")
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 360, "height": SIZES[360]})


def assert_fits(page: Page, state: str) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{state} scrolls sideways by {wide} px: {page.evaluate(TOO_WIDE)}"


@pytest.mark.parametrize("state", [*STATES, *CHECKOUTS, *SAVED_CARDS, *AFTER_ORDER], ids=lambda state: state.name)
def test_every_state(sized: Page, state: State, complaints: Complaints) -> None:
    complaints.expected.append("Failed to execute 'postMessage'")  # axe calls into the provider's frame, in vain
    if state.complaint:
        complaints.expected.append(state.complaint)
    arrive(sized, state.place)
    state.step(sized)
    check(sized, state.name)


def test_every_state_of_the_cart(sized: Page) -> None:
    shopper.add(sized)
    check(sized, "added")
    expect(sized.get_by_role("dialog", name="Your cart")).to_be_visible()
    sized.keyboard.press("Escape")
    sized.get_by_role("button", name="Cart, 1 bottle").click()
    expect(sized.get_by_role("dialog", name="Mini-cart")).to_be_visible()
    check(sized, "mini-cart")
    arrive(sized, "/cart/")
    check(sized, "cart")
    remove = re.compile("^Remove")
    sized.get_by_role("button", name=remove).or_(sized.get_by_role("link", name=remove)).first.click()
    expect(sized.get_by_text("Undo?").first).to_be_visible()
    check(sized, "removed")


def test_every_state_of_the_checkout(sized: Page, complaints: Complaints) -> None:
    complaints.expected.append("Failed to execute 'postMessage'")  # axe calls into the provider's frame, in vain
    shopper.add(sized)
    arrive(sized, "/checkout/")
    check(sized, "checkout")
    shopper.pay(sized)
    expect(sized.get_by_role("alert").first).to_be_visible()
    check(sized, "checkout with mistakes")
    shopper.fill_address(sized)
    shopper.fill_card(sized, shopper.DECLINED)
    shopper.pay(sized)
    expect(sized.get_by_text("The card was declined.")).to_be_visible()
    check(sized, "declined")
    shopper.fill_card(sized, shopper.CHALLENGED)
    shopper.pay(sized)
    expect(sized.get_by_role("dialog", name="Your bank asks")).to_be_visible()
    check(sized, "bank's question")
    shopper.answer_bank(sized, "Complete")
    shopper.expect_receipt(sized)
    check(sized, "receipt")
    sized.context.clear_cookies()
    sized.reload()
    check(sized, "receipt of a stranger")
