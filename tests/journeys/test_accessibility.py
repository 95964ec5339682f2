"""Every page and state is usable by everyone: no axe violation, no sideways scrolling."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.journeys import shopper
from tests.journeys.conftest import Complaints, RunningStore, watch

WIDTHS = (320, 360, 1440)


@pytest.fixture(params=[(360, "light"), (1440, "light"), (1440, "dark")], ids=lambda p: f"{p[0]} {p[1]}")
def sized(
    request: pytest.FixtureRequest, store: RunningStore, browser: Browser, complaints: Complaints
) -> Iterator[Page]:
    width, scheme = request.param
    context = browser.new_context(
        base_url=store.url, viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    complaints.expected.append("Failed to execute 'postMessage'")  # axe calls into the provider's frame, in vain
    watch(context, store, complaints)
    yield context.new_page()
    context.close()


def check(page: Page, state: str) -> None:
    """Assert that axe finds nothing, and that nothing is wider than the window, down to 320 px."""
    found = Axe().run(page)
    assert found.violations_count == 0, f"{state}: {found.generate_report()}"
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{state} scrolls sideways by {wide} px"


@pytest.mark.parametrize("path", ["/", "/shop/", "/shop/page/2/", "/product-category/sparkling/", "/my-source/"])
def test_pages(sized: Page, path: str) -> None:
    sized.goto(path)
    check(sized, path)


@pytest.mark.parametrize("sku", ["V-SIMPLE", "V-VINTAGES", "V-SOLDOUT", "V-SOON", "V-BULK", "V-BACKORDER", "V-ONEEACH"])
def test_product_pages(sized: Page, sku: str) -> None:
    sized.goto(shopper.find(sized, sku))
    check(sized, sku)
    for name in ("Reviews", "Additional information"):
        tab = sized.get_by_role("tab", name=name)
        if tab.count():
            tab.click()
            check(sized, f"{sku}, {name}")


def test_the_cart_in_its_states(sized: Page) -> None:
    sized.goto("/cart/")
    check(sized, "empty cart")
    shopper.add(sized)
    check(sized, "added")
    sized.get_by_role("button", name="Cart, 1 bottle").click()
    expect(sized.get_by_role("dialog", name="Your cart")).to_be_visible()
    check(sized, "open cart panel")
    sized.goto("/cart/")
    check(sized, "cart with a line")


def test_the_checkout_in_its_states(sized: Page) -> None:
    shopper.add(sized)
    shopper.go_to_checkout(sized)
    check(sized, "checkout")
    shopper.pay(sized)
    expect(sized.get_by_role("alert").first).to_be_visible()
    check(sized, "checkout with errors")
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


def test_what_does_not_exist(sized: Page, complaints: Complaints) -> None:
    complaints.expected.append("404")
    sized.goto("/nowhere/")
    check(sized, "404")


def test_a_customer_sees_past_orders(sized: Page) -> None:
    sized.goto("/my-source/")
    sized.get_by_label("Email").fill("nora@example.com")
    sized.get_by_label("Password", exact=True).fill("riesling-and-rain-26")
    sized.get_by_role("button", name="Log in").click()
    expect(sized.get_by_role("link", name="View").first.or_(sized.get_by_role("table"))).to_be_visible()
    check(sized, "account")


def test_the_narrowest_window(sized: Page) -> None:
    """WCAG 1.4.10: 320 px wide, nothing cut off."""
    sized.set_viewport_size({"width": 320, "height": 640})
    for path in ("/", "/shop/", shopper.find(sized, "V-VINTAGES"), "/cart/"):
        sized.goto(path)
        wide = sized.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} scrolls sideways by {wide} px"
