"""What a shopper does, in words."""

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from string import ascii_lowercase
from urllib.parse import parse_qsl

from playwright.sync_api import FrameLocator, Page, Request, expect

from tests.journeys import card_data
from tests.journeys.live import visit

PAID, DECLINED, CHALLENGED = "4242 4242 4242 4242", "4000 0000 0000 0002", "4000 0025 0000 3155"
TERMS = "I have read and agree to the website terms and conditions"
PAY = re.compile(r"^Pay ")
OF_AGE = re.compile(r"^I am \d\d or older")
RECEIPT = re.compile(r"/checkout/order-received/\d+/\?key=wc_order_")
PASSWORD = "violet tractor seven moons"

ADDRESS = {
    "first_name": "Jane",
    "last_name": "Doe",
    "address_1": "1 Main St",
    "city": "Los Angeles",
    "postcode": "90001",
    "phone": "555 555 0100",
    "email": "jane@example.com",
}


PLACE = ("country", "state", "city", "postcode", "address_1")
"""The parts of an address that decide what an order to it costs."""

_ADDRESSES: dict[str, str] = {}


def new_word() -> str:
    """Return a word that nobody wrote before: of letters, because long numbers on their way to the store are faults."""
    return "".join(secrets.choice(ascii_lowercase) for _ in range(20))


def find(page: Page, sku: str) -> str:
    """Return the address of the demo wine with this SKU, which listings carry on its card."""
    if sku not in _ADDRESSES:
        _ADDRESSES.update(_cards(page))
    return _ADDRESSES[sku]


def _cards(page: Page) -> Iterator[tuple[str, str]]:
    url: str | None = "/shop/"
    while url:
        props = page.request.get(url, headers={"Accept": "application/json"}).json()
        yield from ((card["sku"], card["url"]) for card in props["cards"])
        url = props["pagination"]["next_url"]


def add(page: Page, sku: str = "V-SIMPLE", quantity: int = 1) -> None:
    """Put bottles into the cart from the wine's own page."""
    visit(page, find(page, sku))
    if quantity != 1:
        page.get_by_role("spinbutton").fill(str(quantity))
    page.get_by_role("button", name="Add to cart").first.click()
    expect(page.get_by_text("In your cart").first).to_be_visible()


def go_to_checkout(page: Page) -> None:
    visit(page, "/checkout/")
    expect(page.get_by_role("heading", name="Checkout", level=1)).to_be_visible()


def log_in_at_checkout(page: Page, email: str, password: str) -> None:
    """By the link above the form: in place, or without JavaScript on a page that leads back."""
    page.get_by_text("Returning customer?").click()
    page.locator("#xoo-el-username").fill(email)
    page.locator("#xoo-el-password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def fill_address(page: Page, **other: str) -> None:
    """Fill the billing form and wait for the totals of that address; keyword arguments replace values."""
    values = {"country": "US", "state": "CA", **ADDRESS, **other}
    with expect_totals(page, values):
        type_address(page, **other)


def type_address(page: Page, **other: str) -> None:
    """Only fill the billing form, as where no script asks for totals."""
    values = ADDRESS | other
    country = values.pop("country", "US")
    page.locator("#billing_country").select_option(country)
    page.locator("#billing_state").select_option(values.pop("state", "CA"))
    for name, value in values.items():
        page.locator(f"#billing_{name}").fill(value)


@contextmanager
def expect_totals(page: Page, place: Mapping[str, str]) -> Iterator[None]:
    """Wait until the checkout shows what an order to this place costs: one placed before is refused with new totals."""
    with page.expect_response(lambda response: _asks_for_totals(response.request, place)) as told:
        yield
    told.value.finished()


def _asks_for_totals(request: Request, place: Mapping[str, str]) -> bool:
    asked = dict(parse_qsl(request.post_data or ""))
    told = {"address" if name == "address_1" else name: place.get(name, "") for name in PLACE}
    known = {name: asked.get(f"s_{name}", "") for name in told}
    return request.url.endswith("/?wc-ajax=update_order_review") and known == told


def fill_blocks(page: Page, **other: str) -> None:
    """Fill the block checkout: the e-mail address, and where the parcel goes; keyword arguments replace values."""
    values = ADDRESS | other
    page.locator("#billing_email").fill(values.pop("email"))
    page.locator("#shipping_country").select_option(values.pop("country", "US"))
    page.locator("#shipping_state").select_option(values.pop("state", "CA"))
    for name, value in values.items():
        page.locator(f"#shipping_{name}").fill(value)


def card_fields(page: Page) -> FrameLocator:
    """The provider's own frame, which the store's page cannot look into."""
    return page.frame_locator("iframe[src*='/sandbox/element']")


def fill_card(page: Page, number: str = PAID, code: str = card_data.CODE[:3]) -> None:
    """Fill the provider's fields; from then on the number must turn up nowhere in the store."""
    card_data.TYPED.add(number.replace(" ", ""))
    fields = card_fields(page)
    fields.get_by_label("Card number").fill(number)
    fields.get_by_label("Expiration date").fill("12 / 34")
    fields.get_by_label("Security code").fill(code)


def pay(page: Page) -> None:
    """Say that one is of age, accept the terms and place the order."""
    for words in (OF_AGE, TERMS):
        page.locator("form").get_by_role("checkbox", name=words).check()
    press_pay(page)


def press_pay(page: Page) -> None:
    page.get_by_role("button", name=PAY).click()


def answer_bank(page: Page, button: str) -> None:
    """Press a button on the bank's page of a 3-D Secure challenge."""
    dialog = page.get_by_role("dialog", name="Your bank asks")
    expect(dialog).to_be_visible()
    dialog.frame_locator("iframe").get_by_role("button", name=button, exact=True).click()


def expect_receipt(page: Page) -> str:
    """Wait for the receipt and return the order's number."""
    page.wait_for_url(RECEIPT)
    expect(page.get_by_role("heading", name="Thank you. Your order has been received.")).to_be_visible()
    found = re.search(r"/order-received/(\d+)/", page.url)
    assert found
    return found[1]


def ledger(page: Page, store_sandbox: str, order: str) -> dict[str, object]:
    """Return what the provider's own books say of an order."""
    answer: dict[str, object] = page.request.get(f"{store_sandbox}/_sandbox/ledger?order_id={order}").json()
    return answer
