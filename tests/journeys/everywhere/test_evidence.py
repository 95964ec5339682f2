"""What a journey that failed says, and what it checks of the visitor's browser."""

from pathlib import Path
from zipfile import ZipFile

from playwright.sync_api import Browser

from tests.journeys.evidence import describe_pages, save_traces, start_trace
from tests.journeys.store.listed_cookies import find_unlisted


def test_each_open_page_is_described(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context() as context:
        context.new_page().set_content("<title>Cart</title><p>Your cart is empty.")
        context.new_page()
        told = describe_pages([context], tmp_path, "test_cart")
    assert "about:blank" in told
    assert "Cart\nYour cart is empty." in told
    assert sorted(each.name for each in tmp_path.iterdir()) == ["test_cart-1.png", "test_cart-2.png"]


def test_a_whole_trace_has_what_was_done_and_what_was_sent(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context() as context, browser.new_context() as without:
        start_trace(context, whole=True)
        page = context.new_page()
        page.route("**/wine.avif", lambda route: route.fulfill(body=""))
        page.set_content("<p>Your cart is empty.<img src=http://shop.example/wine.avif>")
        page.get_by_text("Your cart").click()
        [saved] = save_traces([context, without], tmp_path, "test_cart")
    with ZipFile(saved) as trace:
        assert "Your cart" in trace.read("trace.trace").decode()
        assert "http://shop.example/wine.avif" in trace.read("trace.network").decode()


def test_cookies_that_are_not_listed_are_found() -> None:
    assert find_unlisted(["vintner_cart", "sbjs_first", "_ga_123", "vintner_unknown"]) == ["vintner_unknown"]
