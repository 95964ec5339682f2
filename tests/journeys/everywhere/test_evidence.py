"""A journey that failed says what its pages showed."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.journeys.evidence import describe_pages


def test_each_open_page_is_described(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context() as context:
        context.new_page().set_content("<title>Cart</title><p>Your cart is empty.")
        context.new_page()
        told = describe_pages([context], tmp_path, "test_cart")
    assert "about:blank" in told
    assert "Cart\nYour cart is empty." in told
    assert sorted(each.name for each in tmp_path.iterdir()) == ["test_cart-1.png", "test_cart-2.png"]
