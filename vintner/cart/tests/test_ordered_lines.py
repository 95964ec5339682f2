"""What is left of a cart when its order is paid."""

from dataclasses import replace

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from vintner.cart.models import Cart, CartCoupon, CartLine, GiftWish
from vintner.cart.saved.ordered_lines import remove_ordered_lines
from vintner.catalogue.models import Product
from vintner.orders import orders
from vintner.orders.models import Order, Redemption
from vintner.pricing.models import Coupon
from vintner.testing.builders import make_cart, make_product, only_variation
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


def order_of(cart: Cart, *bottles: tuple[Product, int]) -> Order:
    """Order wine, with a bottle of each as a present."""
    new = new_order()
    lines = tuple(
        replace(new.lines[0], variation_id=only_variation(wine).pk, quantity=count, given=given)
        for wine, quantity in bottles
        for count, given in ((quantity, False), (1, True))
    )
    return orders.create(replace(new, lines=lines, cart_id=cart.pk))


def left(cart: Cart) -> dict[int, int]:
    """Return product id → bottles, of lines that were not removed."""
    return dict(cart.lines.filter(removed_at=None).values_list("variation__product_id", "quantity"))


@pytest.fixture
def used() -> Coupon:
    return Coupon.objects.create(code="used")


def put_coupons(cart: Cart, order: Order, used: Coupon) -> None:
    Redemption.objects.create(order=order, coupon=used, code=used.code)
    for coupon in (used, Coupon.objects.create(code="other")):
        CartCoupon.objects.create(cart=cart, coupon=coupon)
    GiftWish.objects.create(cart=cart, rule_id="1", target_id=1)
    Cart.objects.update(payment_method="stripe", shipping_rate="flat_rate:1", country="US")


def test_what_was_ordered_goes_and_what_was_added_since_stays(used: Coupon) -> None:
    bought, more, fewer, added, removed = (make_product(stock=9) for _ in range(5))
    cart = make_cart((bought, 2), (more, 5), (fewer, 1), (added, 1), (removed, 1))
    CartLine.objects.filter(variation__product=removed).update(removed_at=timezone.now())
    order = order_of(cart, (bought, 2), (more, 2), (fewer, 3), (removed, 1))
    put_coupons(cart, order, used)
    before = Cart.objects.get()
    remove_ordered_lines(order)
    assert left(cart) == {more.pk: 3, added.pk: 1}
    assert cart.lines.filter(removed_at__isnull=False).count() == 1
    assert [each.coupon.code for each in CartCoupon.objects.all()] == ["other"]
    after = Cart.objects.get()
    assert (after.payment_method, after.shipping_rate, after.country) == ("", "flat_rate:1", "US")
    assert (GiftWish.objects.count(), after.updated_at) == (1, before.updated_at)


def test_a_cart_of_which_nothing_is_left_is_empty_but_for_its_address(used: Coupon) -> None:
    bought, removed = make_product(stock=9), make_product(stock=9)
    cart = make_cart((bought, 2), (removed, 1))
    CartLine.objects.filter(variation__product=removed).update(removed_at=timezone.now())
    order = order_of(cart, (bought, 2))
    put_coupons(cart, order, used)
    before = Cart.objects.get()
    remove_ordered_lines(order)
    counts = [rows.objects.count() for rows in (CartLine, CartCoupon, GiftWish)]
    after = Cart.objects.get()
    assert (counts, after.payment_method, after.shipping_rate, after.country) == ([0, 0, 0], "", "", "US")
    assert after.updated_at > before.updated_at


def test_other_carts_and_orders_stay_as_they_are(used: Coupon) -> None:
    wine = make_product(stock=9)
    cart, other = make_cart((wine, 2)), make_cart((wine, 2))
    put_coupons(other, order_of(other, (wine, 2)), used)
    remove_ordered_lines(order_of(cart, (wine, 2)))
    assert (left(cart), left(other), other.coupons.count(), other.wishes.count()) == ({}, {wine.pk: 2}, 2, 1)


def test_it_takes_one_statement_for_any_number_of_lines(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    wines = [make_product(stock=9) for _ in range(3)]
    order = order_of(make_cart(*((wine, 1) for wine in wines)), *((wine, 1) for wine in wines))
    with django_assert_num_queries(1):
        remove_ordered_lines(order)


def test_an_order_without_a_cart_needs_none() -> None:
    remove_ordered_lines(orders.create(new_order()))
