"""How long a page takes to answer what a shopper does (INP), seen by Chromium on a slow phone's terms."""

import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from bench.pages import chromium, slow_down, visitor
from bench.shopper import prepare

RUNS = 5
SETTLE_MS = 800
SHORTEST_MS = 16
"""What the browser does not report was shorter."""

# Kept in the session's storage: some acts lead to another page. What was seen but not yet told is told on leaving.
OBSERVE = """
if (location.protocol.startsWith('http')) {
  const note = (entries) => {
    for (const {interactionId, duration} of entries)
      if (interactionId) sessionStorage.setItem('worst', Math.max(duration, sessionStorage.getItem('worst') ?? 0));
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({type: 'event', durationThreshold: 16, buffered: true});
  addEventListener('pagehide', () => note(observer.takeRecords()));
}
"""


# The first frame in which a button says that its wine was added.
WATCH_CONFIRMATION = """() => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.add_to_cart_button.added')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.confirmed = performance.now(); }));
  });
  watch.observe(document.body, {subtree: true, attributes: true, attributeFilter: ['class']});
}"""
SINCE_ANSWER = """() => window.confirmed && window.confirmed - performance.getEntriesByType('resource')
  .findLast(({name}) => name.includes('add_to_cart')).responseEnd"""


WITH_CART = ("cart", "checkout")
"""Names of pages of a shopper who has something in the cart."""
PAGES_SEEN = 3
IS_BACK = """([number, top]) => {
  const wine = document.querySelectorAll('ul.products > li.product')[number];
  return wine && Math.abs(wine.getBoundingClientRect().top - top) <= 2 && performance.now();
}"""


class Act(NamedTuple):
    """What a shopper does, and on which of the pages; the acts of a page follow one another."""

    name: str
    page: str
    do: Callable[[Page], None]


def _choose_facet(page: Page) -> None:
    page.get_by_role("button", name="Filters", exact=True).click()
    page.get_by_role("checkbox").first.click()
    page.get_by_role("button", name="Close the filters").click()


def _sort(page: Page) -> None:
    page.get_by_role("combobox", name="Sort order").focus()
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")


def _count(page: Page) -> None:
    for _ in range(3):
        page.get_by_role("button", name="More", exact=True).click()


def _add(page: Page) -> None:
    """Until the button says so: the popup that follows is another act's."""
    page.get_by_role("button", name="Add to cart").first.click()
    page.get_by_role("link", name="View cart").first.wait_for()


def _open_basket(page: Page) -> None:
    """The popup that came after adding lies over the basket of a phone."""
    popup = page.get_by_role("dialog", name="Your cart")
    popup.wait_for()
    page.keyboard.press("Escape")
    popup.wait_for(state="hidden")
    page.locator("[data-basket] > button").click()
    popup.wait_for()


def _add_on_its_page(page: Page) -> None:
    page.get_by_role("button", name="Add to cart").first.click()
    page.get_by_role("dialog", name="Your cart").wait_for()


def _open_cart_from_header(page: Page) -> None:
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Cart, 1 bottle").click()
    page.get_by_role("dialog", name="Your cart").wait_for()


def _apply_coupon(page: Page) -> None:
    page.get_by_text("Have a coupon?").click()
    page.get_by_label("Coupon code").press_sequentially("save10")
    page.get_by_role("button", name="Apply coupon").click()
    page.get_by_role("button", name="Take the coupon save10 off").wait_for()


def _type_address(page: Page) -> None:
    address = page.locator("#billing_address_1")
    address.clear()
    address.press_sequentially("12 Main Street")


def _choose_state(page: Page) -> None:
    state = page.get_by_role("combobox", name="State", exact=True)
    state.click()
    state.press_sequentially("new y")
    page.keyboard.press("Enter")


def _count_in_popup(page: Page) -> None:
    page.get_by_role("dialog", name="Your cart").get_by_role("button", name="More", exact=True).first.click()


ACTS = [
    Act("add", "listing", _add),
    Act("basket", "listing", _open_basket),
    Act("popup quantity", "listing", _count_in_popup),
    Act("close popup", "listing", lambda page: page.keyboard.press("Escape")),
    Act("facet", "listing", _choose_facet),
    Act("sort", "listing", _sort),
    Act("gallery", "product page", lambda page: page.get_by_role("link", name="Picture 2 of").click()),
    Act("spinner", "product page", _count),
    Act("tab", "product page", lambda page: page.get_by_role("tab", name="Reviews").click()),
    Act("variation", "product in vintages", lambda page: page.get_by_role("radio").first.click()),
    Act("add on its page", "product in vintages", _add_on_its_page),
    Act("mini-cart", "product in vintages", _open_cart_from_header),
    Act("coupon", "cart", _apply_coupon),
    Act("address", "checkout", _type_address),
    Act("state", "checkout", _choose_state),
    Act("payment method", "checkout", lambda page: page.locator("input[name=payment_method]").nth(1).press("Space")),
]


def measure_interactions(address: str, paths: dict[str, str], product_id: int) -> dict[str, float]:
    """Return the milliseconds of the slowest event of each act, as medians of RUNS; `paths` by the names of pages.

    The cart and the checkout are those of a new shopper each time, with a bottle of a product.
    """
    with chromium() as browser:
        seen = [dict(_run(browser, address, paths, product_id)) for _ in range(RUNS)]
    return {act.name: statistics.median(one[act.name] for one in seen) for act in ACTS}


def measure_confirmation(address: str) -> float:
    """Return the milliseconds from the store's answer until the shopper sees that a wine was added; median of RUNS."""
    with chromium() as browser:
        return statistics.median(_confirmed(browser, address) for _ in range(RUNS))


def measure_return(address: str) -> float:
    """Return the milliseconds from going back to a listing until the wine that was opened is in its place; median of
    RUNS. Several pages had been loaded by scrolling.
    """
    with chromium() as browser:
        return statistics.median(_returned(browser, f"{address}/shop/") for _ in range(RUNS))


def _returned(browser: Browser, url: str) -> float:
    context = visitor(browser, url)
    page = context.new_page()
    page.goto(url, wait_until="networkidle")
    wines = page.locator("ul.products > li.product")
    a_page = wines.count()
    for loaded in range(2, PAGES_SEEN + 1):
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        wines.nth((loaded - 1) * a_page).wait_for(state="attached")
    number = (PAGES_SEEN - 1) * a_page
    wine = wines.nth(number)
    link = wine.get_by_role("heading").get_by_role("link")
    link.click(trial=True)  # scrolls to it, past the header
    top = wine.evaluate("wine => wine.getBoundingClientRect().top")
    with page.expect_navigation():
        link.click()
    page.go_back(wait_until="commit")
    took = float(page.wait_for_function(IS_BACK, arg=[number, top]).json_value())
    context.close()
    return took


def _confirmed(browser: Browser, address: str) -> float:
    with _slow_page(browser, f"{address}/shop/") as page:
        page.evaluate(WATCH_CONFIRMATION)
        _add(page)
        page.wait_for_timeout(SETTLE_MS)
        return float(page.evaluate(SINCE_ANSWER))


def _run(browser: Browser, address: str, paths: dict[str, str], product_id: int) -> Iterator[tuple[str, float]]:
    for name, path in paths.items():
        cookies = prepare(address, product_id).cookies if name in WITH_CART else ""
        with _slow_page(browser, address + path, cookies) as page:
            for act in ACTS:
                if act.page == name:
                    yield act.name, _longest(page, act)


@contextmanager
def _slow_page(browser: Browser, url: str, cookies: str = "") -> Iterator[Page]:
    context = visitor(browser, url, cookies)
    page = context.new_page()
    slow_down(context, page)
    page.add_init_script(OBSERVE)
    page.goto(url, wait_until="networkidle", timeout=60_000)
    yield page
    context.close()


def _longest(page: Page, act: Act) -> float:
    page.evaluate("sessionStorage.removeItem('worst')")
    act.do(page)
    page.wait_for_timeout(SETTLE_MS)
    return max(SHORTEST_MS, float(page.evaluate("sessionStorage.getItem('worst') ?? 0")))
