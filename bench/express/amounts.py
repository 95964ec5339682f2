"""Generated carts go through address and rate changes: one total in the sheet, the order, the charge, the receipt and
the e-mail. Carts that change behind the sheet's back are charged nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from bench.bars import Bar, none_of
from bench.express.sheets import SheetAddress, ShownSheet, WalletBrowser, read_sheet
from bench.express.shop import CLOSED, LEGAL, open_wallet_store
from bench.invariants import ledger
from bench.invariants.shoppers import ShopperAnswer, fill, run_at_once
from vintner.cart.models import Cart, CartCoupon
from vintner.catalogue.models import Product, Variation
from vintner.orders.models import Email, Order
from vintner.pricing.models import Coupon
from vintner.testing.builders import only_variation
from vintner.testing.sandbox import Sandbox
from vintner.testing.written_emails import write_all_emails

SIDE_BY_SIDE: Final = 8
MOST_CHANGES: Final = 4
CHANGED: Final = 0.15
"""The share of own carts into which another tab puts a bottle while the sheet is open."""


@dataclass(frozen=True, slots=True)
class SheetOutcome:
    """What one sheet came to. `total` is what it showed last; `was_changed`, the cart was another one by then."""

    total: int
    off: int
    sheets: int
    was_changed: bool
    statuses: tuple[int, ...]
    order_id: int = 0
    receipt: str = ""


def compare_amounts(address: str, provider: Sandbox, count: int) -> list[Bar]:
    """Let so many shoppers buy by a wallet, half of them from a product page."""
    wines = open_wallet_store()
    provider.reset()
    carts = fill(count, partial(_lines, [only_variation(each) for each in wines]))
    _add_coupons(carts)
    shoppers = [partial(_shop, address, provider, wines, cart, number) for number, cart in enumerate(carts)]
    return _judge([timed.answer for timed in run_at_once(shoppers, side_by_side=SIDE_BY_SIDE)], provider)


def _lines(variations: Sequence[Variation], number: int) -> list[tuple[Variation, int]]:
    chance = _chance(number)
    chosen = [(each, chance.choice((1, 3, 6, 7, 24))) for each in variations if chance.random() < 0.5]
    return chosen or [(variations[0], 6)]


def _chance(number: int) -> Random:
    return Random(number)  # noqa: S311 - the same each run


def _add_coupons(carts: Sequence[Cart]) -> None:
    coupons = list(Coupon.objects.order_by("pk"))
    rows = [
        CartCoupon(cart=cart, coupon=coupon)
        for number, cart in enumerate(carts)
        for coupon in coupons
        if (number + coupon.pk) % 3 == 0
    ]
    CartCoupon.objects.bulk_create(rows)


def _shop(address: str, provider: Sandbox, wines: Sequence[Product], cart: Cart, number: int) -> SheetOutcome:
    """Open a sheet, change address and delivery, confirm it."""
    chance = _chance(1_000_000 + number)
    is_product_page = number % 2 == 1
    if is_product_page:
        browser = WalletBrowser(address)
        first = browser.open_product(chance.choice(wines).pk, chance.choice((1, 2, 6, 11)))
    else:
        browser = WalletBrowser.with_cart(address, cart)
        first = browser.ask("get_cart_details")
    shown, sheets, to, rate = _change(browser, chance)
    seen = [sheet for sheet in (read_sheet(first), *sheets) if sheet is not None]
    was_changed = not is_product_page and chance.random() < CHANGED
    if was_changed:
        WalletBrowser.with_cart(address, cart).call("add_to_cart", {"product_id": str(wines[-1].pk), "quantity": "1"})
    answer = browser.confirm(shown, to, rate, provider)
    order_id, receipt = _read_receipt(browser, answer)
    return SheetOutcome(
        shown.total, sum(each.off for each in seen), len(seen), was_changed, tuple(browser.statuses), order_id, receipt
    )


def _change(browser: WalletBrowser, chance: Random) -> tuple[ShownSheet, list[ShownSheet], SheetAddress, str]:
    """Change address and delivery some times, and end at an address where wine may go."""
    sheets: list[ShownSheet] = []
    addresses = [chance.choice((*LEGAL, CLOSED)) for _ in range(chance.randrange(MOST_CHANGES))]
    for to in (*addresses, chance.choice(LEGAL)):
        answer = browser.ask("get_shipping_options", **to.known())
        sheet, options = read_sheet(answer), _rates(answer)
        rate = options[0] if options else ""
        if sheet is not None:
            sheets.append(sheet)
        if options and chance.random() < 0.5:
            rate = chance.choice(options)
            sheet = read_sheet(browser.ask("update_shipping_method", **{"shipping_method[]": rate}))
            assert sheet is not None
            sheets.append(sheet)
    assert sheet is not None, answer
    return sheet, sheets, to, rate


def _rates(answer: dict[str, object]) -> list[str]:
    options = answer.get("shipping_options")
    return [str(option["id"]) for option in options] if isinstance(options, list) else []


def _read_receipt(browser: WalletBrowser, answer: ShopperAnswer) -> tuple[int, str]:
    """Return the order's number and the total on its receipt; 0 and '' without an order."""
    result = answer.read.get("payment_result")
    if not isinstance(result, dict):
        return 0, ""
    path = "/" + str(result["redirect_url"]).split("/", 3)[3]
    page = browser.asks("GET", path, props=True).read
    return int(str(answer.read["order_id"])), str(page.get("total", ""))


def _judge(bought: Sequence[SheetOutcome], provider: Sandbox) -> list[Bar]:
    orders = {order.pk: order for order in Order.objects.all()}
    write_all_emails()
    mails = dict(Email.objects.filter(kind="processing").values_list("order_id", "text"))
    charged = ledger.read(provider)
    good = [each for each in bought if not each.was_changed]
    behind = [each for each in bought if each.was_changed]
    cents, compared = 0, 0
    for each in good:
        order = orders.get(each.order_id)
        if order is None:
            continue
        compared += 1
        account = charged.get(order.pk)
        cents += abs(order.total.minor - each.total) + abs((account.taken if account else 0) - each.total)
        cents += 0 if each.receipt == order.total.text and str(order.total) in mails.get(order.pk, "") else each.total
    paid = sum(account.charges for account in charged.values())
    statuses = [status for each in bought for status in each.statuses]
    return [
        none_of(
            f"{len(bought)} carts: cents between the sheet, the order, the charge, the receipt and the email",
            cents,
            f"{compared} orders compared",
        ),
        none_of(
            "Cents between a sheet's lines and its total",
            sum(each.off for each in bought),
            f"{sum(each.sheets for each in bought)} sheets",
        ),
        none_of("Sheets that were confirmed and came to no order", len(good) - compared, f"{len(good)} confirmed"),
        none_of(
            "Carts that changed behind the open sheet and were charged",
            sum(bool(each.order_id) for each in behind),
            f"{len(behind)} refused",
        ),
        none_of("Charges without an order of a sheet", paid - compared, f"{paid} charges"),
        none_of("5xx and broken connections", sum(s >= 500 or s == 0 for s in statuses), f"{len(statuses)} requests"),
    ]
