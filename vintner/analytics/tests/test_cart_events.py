"""Changes of the cart and orders are counted by the server, whatever scripts a browser runs."""

import pytest
from django.db import OperationalError
from django.test import Client

from vintner.analytics import middleware
from vintner.analytics.models import Event, Purchase
from vintner.analytics.rules import EventKind
from vintner.cart import carts
from vintner.cart.models import Cart, CartLine
from vintner.catalogue.models import Product
from vintner.orders import orders
from vintner.orders.rules import Status
from vintner.testing.builders import make_cart, make_product, only_variation
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def browser() -> Client:
    return Client(headers={"User-Agent": DESKTOP, "Sec-Fetch-Site": "same-origin"})


def add(browser: Client, wine: Product, quantity: int = 2) -> None:
    browser.post("/?wc-ajax=add_to_cart", {"product_id": wine.pk, "quantity": quantity})


def counted() -> list[tuple[int, int | None, int | None]]:
    return [(each.kind, each.product_id, each.number) for each in Event.objects.order_by("id")]


def test_what_comes_and_goes_is_counted(browser: Client) -> None:
    wine = make_product(stock=9)
    add(browser, wine)
    line = CartLine.objects.get()
    browser.post("/?wc-ajax=remove_from_cart", {"cart_item_key": line.key})
    assert counted() == [(EventKind.ADD_TO_CART, wine.pk, 2), (EventKind.REMOVE_FROM_CART, wine.pk, 2)]
    assert len({each.visitor for each in Event.objects.all()}) == 1


def test_a_refused_wine_counts_nothing(browser: Client) -> None:
    add(browser, make_product(stock=1))
    assert not Cart.objects.exists()
    assert counted() == []


def test_quantities_count_by_their_difference(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    wine = only_variation(make_product(stock=9))
    cart = make_cart((wine, 4))
    recorded: list[int] = []
    monkeypatch.setattr("vintner.cart.carts.quantity_changed.send", lambda _, change, **kw: recorded.append(change))
    key = cart.lines.get().key
    carts.set_quantity(cart, key, 6)
    carts.set_quantity(cart, key, 1)
    carts.remove(cart, key)
    carts.restore(cart, key)
    carts.set_quantity(cart, key, 0)
    assert recorded == [2, -5, -1, 1, -1]


def test_what_no_request_changes_is_not_counted() -> None:
    make_cart((only_variation(make_product(stock=9)), 4))
    assert counted() == []


def test_a_fault_of_the_statistics_costs_no_shopper_anything(browser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(middleware, "write_events", fail)
    add(browser, make_product(stock=9))
    assert CartLine.objects.exists()


def test_the_checkout_begins_when_it_is_displayed(browser: Client) -> None:
    browser.get("/checkout/")  # an empty cart: redirected or refused
    assert counted() == []
    add(browser, make_product(stock=9))
    assert browser.get("/checkout/").status_code == 200
    assert counted()[-1][0] == EventKind.BEGIN_CHECKOUT


def test_an_order_is_counted_once_when_its_money_comes() -> None:
    order = orders.create(new_order())
    assert not Purchase.objects.exists()
    orders.mark_paid(order, "Paid.")
    first = Purchase.objects.get()
    assert first.order_id == order.pk
    orders.move(order, Status.COMPLETED, "Sent.")
    assert Purchase.objects.get().purchased_at == first.purchased_at


def test_an_order_on_hold_is_counted_when_it_is_placed_on_hold() -> None:
    order = orders.create(new_order())
    orders.put_on_hold(order, "By bank transfer.")
    first = Purchase.objects.get().purchased_at
    orders.settle(order, "It came.")
    assert Purchase.objects.get().purchased_at == first
