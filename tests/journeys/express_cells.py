"""One purchase by a wallet from one page, by one ending, and what must be true then."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import httpx
import psycopg
from playwright.sync_api import Page, expect

from tests.journeys import shopper, wallet_sheet
from tests.journeys.live import reload
from tests.journeys.methods import BUTTONS, PaymentEnding
from tests.journeys.states import orders
from tests.journeys.states.pages import arrive, put_in
from tests.journeys.store.running_store import RunningStore

WALLETS: Final[Mapping[str, str]] = MappingProxyType(
    {"apple_pay": "Apple Pay", "google_pay": "Google Pay", "link": "Link", "amazon_pay": "Amazon Pay"}
)
WINE: Final = "V-SIMPLE"
OTHER_WINE: Final = "V-BULK"
"""What is in the shopper's own cart while another wine is bought from its page."""
SLOW: Final = 900
"""Milliseconds of every step of a slow wallet."""
_PAID: Final = "SELECT count(*) FROM orders_order WHERE paid_at IS NOT NULL"
_SOLD: Final = "UPDATE catalogue_variation SET manage_stock = %s, available = %s WHERE sku = %s"
_PICKUP: Final = "UPDATE shipping_method SET enabled = %s WHERE kind = 'local_pickup'"


@dataclass(frozen=True, slots=True)
class ExpressCell:
    """A wallet, a page, and how it ends."""

    wallet: str
    place: str
    ending: str

    @property
    def label(self) -> str:
        return WALLETS[self.wallet]


def play(page: Page, store: RunningStore, cell: ExpressCell) -> None:
    """Go to the page, buy so that it ends as the cell says, and assert what must be true then."""
    before = _count_paid(store)
    if cell.place == "product":
        put_in(page, OTHER_WINE, 2)
    own = _own_cart(page)
    PLACES[cell.place](page)
    control(store, "express", {})
    try:
        paid = ENDINGS[cell.ending](page, store, cell)
    finally:
        control(store, "express", {})
    assert _count_paid(store) - before == (1 if paid else 0)
    assert cell.place != "product" or _own_cart(page) == own
    if not paid:
        expect(wallet_sheet.group(page)).to_be_visible()


def endings_of(place: str) -> list[str]:
    """Return the endings that there can be: the goods of an order that is there are held, and its address is known."""
    return [name for name in ENDINGS if place != "order" or name not in _OF_AN_ADDRESS]


def _product(page: Page) -> None:
    arrive(page, WINE)


def _cart(page: Page) -> None:
    put_in(page, WINE, 1)
    arrive(page, "/cart/")


def _classic(page: Page) -> None:
    put_in(page, WINE, 1)
    arrive(page, "/checkout/")


def _block(page: Page) -> None:
    put_in(page, WINE, 1)
    arrive(page, "/checkout/block/")


PLACES: Final[Mapping[str, Callable[[Page], None]]] = MappingProxyType(
    {
        "product": _product,
        "cart": _cart,
        "classic": _classic,
        "block": _block,
        "order": orders.be_about_to_pay,
    }
)


def _pay(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    button = wallet_sheet.open_sheet(page, cell.label)
    _finish(page, store, cell, wallet_sheet.amount_of(button))
    return True


def _finish(page: Page, store: RunningStore, cell: ExpressCell, amount: str) -> None:
    """Confirm the sheet; its very amount is on the receipt and in the provider's books."""
    wallet_sheet.pay_button(page).click()
    if cell.wallet == "amazon_pay":
        page.wait_for_url(re.compile(r"/sandbox/authorize/"))
        page.get_by_role("button", name=BUTTONS[PaymentEnding.SUCCEED], exact=True).click()
    order = shopper.expect_receipt(page)
    expect(page.get_by_text(amount).first).to_be_visible()
    ledger = shopper.ledger(page, store.stack.environment["SANDBOX_URL"], order)
    cents = int(re.sub(r"[$,.]", "", amount))
    assert (ledger["captured_count"], ledger["captured"]) == (1, cents), ledger


def _pay_slowly(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    control(store, "express", {"delays": dict.fromkeys(("ready", "click", "address", "rate", "confirm"), SLOW)})
    reload(page)
    return _pay(page, store, cell)


def _change_rate(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    button = wallet_sheet.open_sheet(page, cell.label)
    before = wallet_sheet.amount_of(button)
    wallet_sheet.ship_by(page, "Pickup at the cellar door")
    expect(button).not_to_have_text(f"Pay {before}")
    expect(button).to_be_enabled()
    _finish(page, store, cell, wallet_sheet.amount_of(button))
    return True


def _closing(step: str) -> Callable[[Page, RunningStore, ExpressCell], bool]:
    """Return an ending by which the sheet closes by itself at this step."""

    def play_it(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
        control(store, "express", {"close_at": step})
        reload(page)
        wallet_sheet.buttons(page)
        wallet_sheet.agree(page)
        with page.expect_request(re.compile("wc_stripe_(clear_cart|add_to_cart|get_cart_details)")):
            wallet_sheet.press(page, cell.label)
        if step in ("rate", "confirm"):
            expect(wallet_sheet.pay_button(page)).to_be_enabled()
        if step == "rate":
            wallet_sheet.rates(page).last.click()  # the sheet may be gone before its state could be looked at
        if step == "confirm":
            wallet_sheet.pay_button(page).click()
        expect(page.locator("iframe[name='sandbox-express-sheet']")).to_have_count(0)
        return False

    return play_it


def _decline(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    refused = {"operation": "payment_intents.create", "code": "card_declined", "decline_code": "generic_decline"}
    wallet_sheet.open_sheet(page, cell.label)
    control(store, "refusals", refused)
    return _fails(page)


def _fails(page: Page) -> bool:
    """Confirm, and read in the sheet and beside the buttons that it failed."""
    wallet_sheet.pay_button(page).click()
    expect(wallet_sheet.notice(page)).not_to_be_empty()
    words = wallet_sheet.notice(page).inner_text()
    expect(wallet_sheet.sheet(page).get_by_role("alert")).to_have_text(words)
    wallet_sheet.close(page)
    expect(wallet_sheet.notice(page)).to_have_text(words)
    return False


def _to_utah(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    """Where wine may not be sent, it may be picked up, and nothing else is offered; the address is refused where that
    cannot be either.
    """
    button = wallet_sheet.open_sheet(page, cell.label)
    wallet_sheet.send_to(page, "Utah")
    expect(wallet_sheet.rates(page)).to_have_count(1)
    expect(wallet_sheet.rates(page)).to_have_accessible_name(re.compile("^Pickup at the cellar door"))
    expect(button).to_be_enabled()
    wallet_sheet.send_to(page, "Home")
    expect(button).to_be_enabled()
    _write(store, _PICKUP, (False,))
    try:
        wallet_sheet.send_to(page, "Utah")
        expect(wallet_sheet.notice(page)).to_contain_text("Sorry, we cannot ship wine to Utah.")
        expect(button).to_be_disabled()
    finally:
        _write(store, _PICKUP, (True,))
    wallet_sheet.close(page)
    return False


def _sell_out(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    wallet_sheet.open_sheet(page, cell.label)
    _write(store, _SOLD, (False, False, WINE))
    try:
        return _fails(page)
    finally:
        _write(store, _SOLD, (True, True, WINE))


def _lose_the_provider(page: Page, store: RunningStore, cell: ExpressCell) -> bool:
    control(store, "express", {"offline": True})
    reload(page)
    wallet_sheet.open_sheet(page, cell.label)
    return _fails(page)


ENDINGS: Final[Mapping[str, Callable[[Page, RunningStore, ExpressCell], bool]]] = MappingProxyType(
    {
        "paid": _pay,
        "slow": _pay_slowly,
        "changed rate": _change_rate,
        "closed at click": _closing("click"),
        "closed at address": _closing("address"),
        "closed at rate": _closing("rate"),
        "closed at confirm": _closing("confirm"),
        "declined": _decline,
        "closed state": _to_utah,
        "sold out": _sell_out,
        "offline": _lose_the_provider,
    }
)
"""Ending → what the shopper does; returns whether an order is paid."""
_OF_AN_ADDRESS: Final = {"changed rate", "closed at address", "closed at rate", "closed state", "sold out"}


def _count_paid(store: RunningStore) -> int:
    with psycopg.connect(store.database) as connection:
        row = connection.execute(_PAID).fetchone()
    assert row is not None
    return int(row[0])


def _write(store: RunningStore, statement: str, values: tuple[object, ...]) -> None:
    with psycopg.connect(store.database) as connection:
        connection.execute(statement, values)


def control(store: RunningStore, name: str, body: Mapping[str, object]) -> None:
    """Set a switch of the sandbox provider."""
    sandbox = store.stack.environment["SANDBOX_URL"]
    httpx.post(f"{sandbox}/_sandbox/{name}", json=dict(body)).raise_for_status()


def _own_cart(page: Page) -> tuple[object, object]:
    """Return what is in the shopper's own cart, and what it costs."""
    cart = page.request.get("/wp-json/wc/store/v1/cart").json()
    return [(item["id"], item["quantity"]) for item in cart["items"]], cart["totals"]
