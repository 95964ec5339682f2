"""The wines of an old order, into the cart once more."""

import pytest
from django.utils import timezone

from vintner.cart.carts import CartVisitor
from vintner.cart.models import CartLine
from vintner.cart.order_again import OrderedAgain, find_orderable_again, order_again
from vintner.catalogue.models import Product
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.orders import NewLine
from vintner.testing.builders import make_box_wine, make_product, only_variation, set_stock
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


def order_of(*bought: tuple[Product, int], given: Product | None = None) -> Order:
    """An old order; what it cost does not matter here."""
    [line] = new_order().lines
    wanted = [(wine, quantity, False) for wine, quantity in bought] + ([(given, 1, True)] if given else [])
    lines = tuple(_line(line, *each) for each in wanted)
    new = new_order()
    return orders.create(type(new)(**{**{name: getattr(new, name) for name in new.__slots__}, "lines": lines}))


def _line(like: NewLine, wine: Product, quantity: int, given: bool) -> NewLine:
    values = {name: getattr(like, name) for name in like.__slots__}
    variation = only_variation(wine)
    changes = {"variation_id": variation.pk, "product_id": wine.pk, "name": wine.name, "quantity": quantity}
    return NewLine(**{**values, **changes, "given": given})


def again(order: Order) -> OrderedAgain:
    return order_again(CartVisitor(None, None), order, now=timezone.now())


def test_what_is_still_sold_is_put_into_the_cart_and_gifts_are_not() -> None:
    red, white, gift = make_product(), make_product(), make_product()
    done = again(order_of((red, 2), (white, 3), given=gift))
    assert (done.bottles, done.left_out) == (5, ())
    assert done.cart is not None
    assert list(done.cart.lines.values_list("variation__product", "quantity")) == [(red.pk, 2), (white.pk, 3)]


def test_what_is_gone_sold_out_or_short_is_told() -> None:
    kept, gone, sold_out, short = (make_product(stock=9) for _ in range(4))
    order = order_of((gone, 1), (sold_out, 1), (kept, 1), (short, 2))
    gone.delete()
    for wine, left in ((sold_out, 0), (short, 1)):
        set_stock(wine, left)
    done = again(order)
    assert [refusal.code for refusal in done.left_out] == ["gone", "out_of_stock", "not_enough"]
    assert gone.name in done.left_out[0].message
    assert (done.bottles, CartLine.objects.count()) == (1, 1)


def test_when_nothing_is_left_there_is_no_cart() -> None:
    wine = make_product(stock=9)
    order = order_of((wine, 1))
    set_stock(wine, 0)
    assert again(order).cart is None


def test_an_order_can_be_bought_again_while_one_of_its_own_wines_is_sold() -> None:
    box, gone, sold_out, hidden, gift = make_box_wine(), make_product(), make_product(), make_product(), make_product()
    none = order_of((box, 1), (gone, 1), (sold_out, 1), (hidden, 1), given=gift)
    gone.delete()
    Product.objects.filter(pk=sold_out.pk).update(in_stock=False)
    Product.objects.filter(pk=hidden.pk).update(published=False)
    some = order_of((box, 1), (make_product(), 1))
    none.status = some.status = "processing"
    assert find_orderable_again([none, some]) == {some.pk}
    some.status = "failed"
    assert not find_orderable_again([none, some])


def test_nobody_subscribes_once_more_by_buying_again() -> None:
    box, red = make_box_wine(), make_product()
    done = again(order_of((box, 1), (red, 2)))
    assert (done.bottles, done.left_out, done.subscriptions) == (2, (), (box,))
    assert list(CartLine.objects.values_list("variation__product", flat=True)) == [red.pk]
