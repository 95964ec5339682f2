"""A purchase from a product page, paid or cancelled, leaves the shopper's own cart as it was."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bench.bars import Bar, none_of
from bench.express.sheets import WalletBrowser, read_sheet
from bench.express.shop import LEGAL, open_wallet_store
from bench.invariants.shoppers import fill, run_at_once
from vintner.cart.models import Cart, CartCoupon, CartLine, GiftWish
from vintner.catalogue.models import Product
from vintner.orders.models import Order
from vintner.pricing.models import Coupon
from vintner.testing.builders import only_variation
from vintner.testing.sandbox import Sandbox

SHEETS: Final = 100
SIDE_BY_SIDE: Final = 8


def keep_own_carts(address: str, provider: Sandbox, count: int) -> list[Bar]:
    """Open a hundred sheets of product pages, confirm every second one and cancel the others."""
    wines = open_wallet_store()
    sheets = min(SHEETS, count)
    carts = fill(sheets, lambda number: [(only_variation(wines[number % 3]), 1 + number % 5)])
    CartCoupon.objects.bulk_create(CartCoupon(cart=cart, coupon=Coupon.objects.get(code="five")) for cart in carts)
    before = [_rows(cart) for cart in carts]
    run_at_once(
        [partial(_buy, address, provider, wines, cart, number) for number, cart in enumerate(carts)],
        side_by_side=SIDE_BY_SIDE,
    )
    changed = sum(_rows(cart) != was for cart, was in zip(carts, before, strict=True))
    paid = Order.objects.filter(status="processing").count()
    return [
        none_of(
            f"Own carts that {sheets} sheets of product pages changed",
            changed,
            f"{paid} paid, {sheets - paid} cancelled",
        ),
        Bar(
            says="Confirmed sheets of product pages that were paid",
            measured=str(paid),
            asked=str(sheets // 2),
            is_met=paid == sheets // 2,
        ),
    ]


def _buy(address: str, provider: Sandbox, wines: Sequence[Product], cart: Cart, number: int) -> None:
    browser = WalletBrowser.with_cart(address, cart)
    browser.open_product(wines[number % len(wines)].pk, 2)
    to = LEGAL[number % len(LEGAL)]
    sheet = read_sheet(browser.ask("get_shipping_options", **to.known()))
    if number % 2 or sheet is None:
        browser.ask("clear_cart")
    else:
        browser.confirm(sheet, to, "", provider)


def _rows(cart: Cart) -> list[object]:
    """Return all that is stored of a cart."""
    parts = (CartLine, CartCoupon, GiftWish)
    return [
        Cart.objects.filter(pk=cart.pk).values().get(),
        *(list(part._default_manager.filter(cart=cart).order_by("pk").values()) for part in parts),
    ]
