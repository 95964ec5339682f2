"""One payment through one checkout, from the cart to the end, and what must be true then."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Final, NamedTuple

import psycopg
from playwright.sync_api import Page, expect

from tests.journeys import bills, methods, shopper
from tests.journeys.live import reload
from tests.journeys.methods import MethodFamily, PaymentEnding, Way
from tests.journeys.patience import PATIENCE_SECONDS
from tests.journeys.states import orders
from tests.journeys.states.pages import arrive, put_in
from tests.journeys.store.running_store import RunningStore

BOTTLES: Final = 3
"""Some lenders take no small sums."""
ANYWHERE: Final = re.compile(r"/checkout/(block/|order-pay/\d+/|order-received/\d+/)?(\?|#|$)")
RETRYABLE: Final = {"pending", "failed"}
STATUSES: Final = {
    PaymentEnding.SUCCEED: {"processing"},
    PaymentEnding.DECLINE: {"failed"},
    PaymentEnding.CANCEL: RETRYABLE,
    PaymentEnding.EXPIRE: RETRYABLE,
    PaymentEnding.ASKED: {"pending"},
}
"""What an order may be after a payment ended so: what the shopper did not finish can be paid another way."""
OF_FAMILY: Final = {
    (MethodFamily.CARD, PaymentEnding.ASKED): {"processing"},  # the question is answered
    (MethodFamily.VOUCHER, PaymentEnding.ASKED): {"on-hold"},
    (MethodFamily.DEBIT, PaymentEnding.ASKED): {"on-hold"},
    (MethodFamily.VOUCHER, PaymentEnding.EXPIRE): {"failed", "cancelled"},
}


SEEN_LATER: Final = {MethodFamily.CODE, MethodFamily.VOUCHER, MethodFamily.DEBIT}
"""The shopper sees the receipt before it is known what becomes of the payment."""
CANCELLED: Final = "This order was canceled"
NOT_PAID: Final = re.compile(rf"did not go through|is waiting for its payment|{CANCELLED}")


@dataclass(frozen=True, slots=True)
class Cell:
    """A type, an ending, and the page it is tried on."""

    way: Way
    ending: PaymentEnding
    checkout: str
    country: str
    """Where the bill goes."""


def play(page: Page, store: RunningStore, cell: Cell) -> None:
    """Buy by the cell's way, let it end as the cell says, and assert what must be true then."""
    sandbox = store.stack.environment["SANDBOX_URL"]
    email = f"{shopper.new_word()}@example.com"
    CHECKOUTS[cell.checkout](page, cell, email)
    methods.enter(page, cell.way, cell.ending)
    _agree(page, cell.checkout)
    shopper.press_pay(page)
    methods.answer(page, cell.way, cell.ending, sandbox)
    order = _expect_order(store, email, cell)
    ledger = shopper.ledger(page, sandbox, order)
    assert ledger["captured_count"] == (1 if _pays(cell) else 0), ledger
    _expect_page(page, cell)


def _classic(page: Page, cell: Cell, email: str) -> None:
    put_in(page, "V-SIMPLE", BOTTLES)
    arrive(page, "/checkout/")
    bills.fill_classic(page, cell.country, email)


def _block(page: Page, cell: Cell, email: str) -> None:
    put_in(page, "V-SIMPLE", BOTTLES)
    arrive(page, "/checkout/block/")
    bills.fill_blocks(page, cell.country, email)


def _order_pay(page: Page, cell: Cell, email: str) -> None:
    """Have a card declined, and follow the link in the e-mail that says so."""
    _classic(page, cell, email)
    methods.enter(page, methods.WAYS["card"], PaymentEnding.DECLINE)
    shopper.pay(page)
    expect(page.get_by_role("alert").filter(has_text="The card was declined.").first).to_be_visible()
    orders.open_mail(page, email, orders.UNPAID, orders.TRY_AGAIN)


CHECKOUTS: Final[dict[str, Callable[[Page, Cell, str], None]]] = {
    "classic": _classic,
    "block": _block,
    "order-pay": _order_pay,
}


def _agree(page: Page, checkout: str) -> None:
    words: list[str | re.Pattern[str]] = [shopper.TERMS] if checkout == "order-pay" else [shopper.OF_AGE, shopper.TERMS]
    for each in words:
        page.locator("form").get_by_role("checkbox", name=each).check()


def _pays(cell: Cell) -> bool:
    return cell.ending is PaymentEnding.SUCCEED or (
        cell.ending is PaymentEnding.ASKED and cell.way.family is MethodFamily.CARD
    )


def _expect_order(store: RunningStore, email: str, cell: Cell) -> str:
    """Wait until the order is what it must be, by a payment of the cell's type; return its number."""
    wanted = OF_FAMILY.get((cell.way.family, cell.ending), STATUSES[cell.ending])

    def is_over(found: _Found) -> bool:
        waits = cell.ending is PaymentEnding.DECLINE and found.payment != "declined"
        return found.status in wanted and found.type == cell.way.type and not waits

    end = monotonic() + PATIENCE_SECONDS
    while not is_over(found := _newest(store, email)) and monotonic() < end:
        sleep(0.2)
    assert is_over(found), f"{found}, not {' or '.join(sorted(wanted))} by {cell.way.type}"
    return found.order


class _Found(NamedTuple):
    order: str
    status: str
    type: str
    payment: str


def _newest(store: RunningStore, email: str) -> _Found:
    query = (
        "SELECT o.id, o.status, p.type, p.status FROM orders_order o JOIN payments_payment p ON p.order_id = o.id"
        " WHERE o.email = %s ORDER BY o.id DESC, p.attempt DESC LIMIT 1"
    )
    with psycopg.connect(store.database, autocommit=True) as connection:
        row = connection.execute(query, [email]).fetchone()
    return _Found(*map(str, row)) if row else _Found("", "not there", "", "")


def _expect_page(page: Page, cell: Cell) -> None:
    """What the shopper sees in the end: the receipt, or why not and how to go on."""
    if _pays(cell):
        page.wait_for_url(shopper.RECEIPT)
        reload(page)  # what was opened while the money was on its way says so
        expect(page.get_by_role("heading", name="Thank you. Your order has been received.")).to_be_visible()
    elif cell.ending is not PaymentEnding.ASKED:
        page.wait_for_url(shopper.RECEIPT if cell.way.family in SEEN_LATER else ANYWHERE)
        if "/order-received/" in page.url:
            _expect_unpaid_receipt(page)
        else:
            expect(page.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
            expect(page.get_by_role("button", name=re.compile(r"^Pay "))).to_be_enabled()


def _expect_unpaid_receipt(page: Page) -> None:
    reload(page)
    expect(page.get_by_role("heading", name=NOT_PAID)).to_be_visible()
    if page.get_by_role("heading", name=CANCELLED).count() == 0:
        expect(page.get_by_role("link", name="Pay for the order")).to_be_visible()
