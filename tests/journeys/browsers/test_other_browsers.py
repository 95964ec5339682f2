"""A guest buys in Firefox, and in WebKit, which Safari is made of, through each checkout."""

import re
from typing import Final

import httpx
import psycopg
import pytest

from tests.journeys import card_data, shopper
from tests.journeys.browsers.window import BrowserWindow
from tests.journeys.store.listed_cookies import find_unlisted
from tests.journeys.store.running_store import RunningStore

pytestmark = [pytest.mark.slow, pytest.mark.sweep]
WINE, TOTAL = "Riesling Kabinett Blauschiefer", "$35.93"
"""$23.00, and $10.00 for the way to New York, where the tax on both is 8.875 %."""
ADDRESS: Final = {
    "first_name": "Jane",
    "last_name": "Doe",
    "address_1": "1 Main St",
    "city": "New York",
    "state-search": "New York",
    "postcode": "10001",
    "phone": "555 555 0100",
}
"""What is typed into the fields whose ids end so. That of the state lies over its list."""
CARD: Final = {"Card number": shopper.PAID, "Expiration date": "12 / 34", "Security code": card_data.CODE[:3]}
GATE: Final = "//*[@role='dialog' or self::dialog][contains(., 'Are you 21 or older?')]"


@pytest.mark.parametrize(("checkout", "parcel"), [("classic", "billing"), ("block", "shipping")])
def test_a_guest_buys(window: BrowserWindow, store: RunningStore, checkout: str, parcel: str) -> None:
    email = f"{shopper.new_word()}@example.com"
    _put_a_wine_into_the_cart(window, store.url)
    window.open(f"{store.url}/checkout/{checkout}/")
    window.fill("//*[@id='billing_email']", email)
    for name, value in ADDRESS.items():
        window.fill(f"//*[@id='{parcel}_{name}']", value)
    _expect_total(window)
    _fill_card(window)
    for words in ("I am 21 or older", shopper.TERMS):
        window.press(f"//form//label[starts-with(normalize-space(), '{words}')]")
    window.press(f"//button[normalize-space()='Pay {TOTAL}']")
    _expect_paid_once(store, email, _read_receipt(window))
    assert find_unlisted(window.cookies()) == []
    assert window.faults() == []


def _put_a_wine_into_the_cart(window: BrowserWindow, home: str) -> None:
    window.open(home)
    window.press(f"{GATE}//button[normalize-space()='Yes, I am of legal age']")
    window.wait(lambda: window.count(GATE) == 0, "the page below the age gate")
    window.follow(f"//main//h3/a[normalize-space()='{WINE}']")
    window.press("//main//form//button[normalize-space()='Add to cart']")
    window.read("//*[contains(text(), 'In your cart')]")


def _expect_total(window: BrowserWindow) -> None:
    window.read(f"//*[@data-total][normalize-space()='{TOTAL}']")


def _fill_card(window: BrowserWindow) -> None:
    """Fill the provider's fields; from then on the number must turn up nowhere in the store."""
    card_data.TYPED.add(shopper.PAID.replace(" ", ""))
    with window.inside("//iframe[contains(@src, '/sandbox/element')]"):
        for label, value in CARD.items():
            window.fill(f"//input[@id=//label[normalize-space()='{label}']/@for]", value)


def _read_receipt(window: BrowserWindow) -> str:
    """Wait for the receipt; return the order's number."""
    window.wait(lambda: shopper.RECEIPT.search(window.address()), "the receipt's address")
    window.wait_until_live()
    window.read("//h1[normalize-space()='Thank you. Your order has been received.']")
    _expect_total(window)
    found = re.search(r"/order-received/(\d+)/", window.address())
    assert found
    return found[1]


def _expect_paid_once(store: RunningStore, email: str, number: str) -> None:
    """One order has this e-mail address; it is paid, and the provider took its total once."""
    query = "SELECT id, status, paid_at IS NOT NULL FROM orders_order WHERE email = %s"
    with psycopg.connect(store.database, autocommit=True) as connection:
        assert connection.execute(query, [email]).fetchall() == [(int(number), "processing", True)]
    books = httpx.get(f"{store.stack.environment['SANDBOX_URL']}/_sandbox/ledger", params={"order_id": number}).json()
    taken = f"${books['captured'] / 100:.2f}"
    assert (taken, books["captured_count"], books["failed_count"]) == (TOTAL, 1, 0)
