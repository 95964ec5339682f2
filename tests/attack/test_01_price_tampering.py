"""1. The store prices from its own tables. What a client says of prices, totals and quantities has no effect."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest

from tests.attack.attack import Tries, attack, replaced, together
from vintner.cart import calls
from vintner.cart.models import CartLine
from vintner.catalogue.models import Product
from vintner.money import Money
from vintner.orders.models import Order
from vintner.store_api.tests.buying import buys
from vintner.testing.api_client import ApiClient
from vintner.testing.builders import make_product
from vintner.testing.provider import ProviderDouble
from vintner.testing.shopper import Shopper

pytestmark = pytest.mark.usefixtures("store")
SAID = {
    **dict.fromkeys(("price", "custom_price", "unit_price", "_price", "product_price", "regular_price"), "0.01"),
    **dict.fromkeys(("total", "subtotal", "cart_total", "amount", "order_total", "line_total"), "1"),
    **dict.fromkeys(("discount", "tax", "tax_total", "shipping_total", "fee", "fees[0][amount]"), "-15"),
    **dict.fromkeys(("currency", "billing_currency"), "VND"),
}
QUANTITIES = ("-1", "-999", "1e9", "NaN", "inf", "1;DROP TABLE cart_cart", "0x10", "１０", "--1", "1,5", "9" * 18)
Way = Callable[[Shopper, Product], None]
_add = calls._add


def _believe_price(request: HttpRequest, found: Any) -> object:  # noqa: ANN401 - stands in for any caller's
    """Add a wine at the price that the form says."""
    if "price" in request.POST:
        found.product.variations.update(regular_price=Money(round(100 * float(request.POST["price"]))))
    return _add(request, found)


def _by_listing(shopper: Shopper, product: Product) -> None:
    shopper.call("add_to_cart", product_id=str(product.variations.get().pk), quantity="1", **SAID)


def _by_popup(shopper: Shopper, product: Product) -> None:
    fields = {"action": "xoo_cp_add_to_cart", "add-to-cart": str(product.pk), "quantity": "1"}
    shopper.call("xoo_cp_add_to_cart", **fields, **SAID)


def _by_form(shopper: Shopper, product: Product) -> None:
    shopper.client.post("/cart/add/", {"add-to-cart": str(product.pk), "quantity": "1", **SAID})


WAYS: tuple[Way, ...] = (_by_listing, _by_popup, _by_form)


@attack(without=replaced("vintner.cart.calls._add", _believe_price))
def test_a_price_in_the_form(provider: ProviderDouble) -> Tries:
    """Every way into the cart, then the checkout: all say what the wine costs."""
    asked = Order.objects.get(pk=Shopper().puts(make_product()).pays().order_id).total
    for way in WAYS:
        shopper = Shopper()
        way(shopper, make_product())
        order_id = shopper.pays(**SAID).order_id
        yield f"{way.__name__}: {provider.ledger[order_id]}", provider.ledger[order_id] != [asked]
    client = ApiClient()
    client.post("/cart/add-item", id=make_product().pk, quantity=1, **SAID)
    order_id = buys(client, **SAID).json["order_id"]
    yield f"Store API: {provider.ledger[order_id]}", provider.ledger[order_id] != [asked]


@attack(without=replaced("vintner.checkout.place_order._refuse_unsellable", lambda *_: None))
def test_another_total_than_the_one_that_was_shown(provider: ProviderDouble) -> Tries:
    for said in ("1", "0", "-3145", "999999"):
        answer = Shopper().puts(make_product()).pays(shown_total=said)
        yield f"{said} cents", answer.result == "success"


def _believe_quantity(text: str | None, *, least: int) -> int:
    """Read a quantity as carelessly as programs do."""
    try:
        return max(least, int(float(text or least)))
    except (ValueError, OverflowError):
        return least


@attack(
    without=together(
        replaced("vintner.cart.calls.read_quantity", _believe_quantity),
        replaced("vintner.cart.add_form.read_quantity", _believe_quantity),
    )
)
def test_quantities_that_are_none() -> Tries:
    """A cart with two bottles has two afterwards."""
    for quantity in QUANTITIES:
        product = make_product()
        shopper = Shopper().puts(product, 2)
        shopper.call("add_to_cart", product_id=str(product.variations.get().pk), quantity=quantity)
        shopper.client.post("/cart/add/", {"add-to-cart": str(product.pk), "quantity": quantity})
        held = CartLine.objects.get(variation__product=product).quantity
        yield f"{quantity}: {held}", held != 2
