"""Holding, selling and giving back bottles."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.catalogue.models import Product, Variation
from vintner.orders import jobs, orders, stock
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.orders.tests.test_guards import new_order
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, only_variation

pytestmark = pytest.mark.django_db
SOON = timedelta(hours=1)


def order_of(wine: Product, quantity: int) -> Order:
    """An order that holds so many bottles of a wine."""
    order = orders.create(new_order())
    with transaction.atomic():
        stock.reserve(order, {only_variation(wine).pk: quantity}, timezone.now() + SOON)
    return order


def counts(wine: Product) -> tuple[int, int]:
    variation = only_variation(wine)
    return variation.on_hand, variation.reserved


@pytest.mark.parametrize(
    ("bottles", "backorders", "wanted", "held"),
    [
        (3, "no", 3, True),
        (3, "no", 4, False),
        (0, "no", 1, False),
        (0, "notify", 5, True),
        (0, "yes", 5, True),
        (None, "no", 500, True),
    ],
    ids=["the last ones", "one too many", "none", "backorder with notice", "backorder", "not counted"],
)
def test_only_free_bottles_are_held(bottles: int | None, backorders: str, wanted: int, held: bool) -> None:
    wine = make_product(stock=bottles, backorders=backorders)
    if held:
        order_of(wine, wanted)
        assert counts(wine) == (bottles or 0, wanted)
        return
    with pytest.raises(Refusal) as refusal:
        order_of(wine, wanted)
    assert refusal.value.code == "out_of_stock"
    assert counts(wine) == (bottles, 0)


def test_a_wine_flagged_as_sold_out_is_not_held() -> None:
    wine = make_product(stock=None)
    Variation.objects.filter(product=wine).update(available=False)
    with pytest.raises(Refusal):
        order_of(wine, 1)


def test_bottles_are_sold_once_and_counted() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    assert stock.sell(order)
    assert stock.sell(order)
    assert counts(wine) == (3, 0)


def test_bottles_are_given_back_once() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    stock.release(order)
    stock.release(order)
    assert counts(wine) == (5, 0)


def test_sold_bottles_are_not_given_back() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    stock.sell(order)
    stock.release(order)
    assert counts(wine) == (3, 0)


def test_money_that_comes_late_takes_bottles_only_if_they_are_free() -> None:
    wine = make_product(stock=2)
    late, quick = order_of(wine, 2), orders.create(new_order())
    stock.release(late)
    stock.reserve(quick, {only_variation(wine).pk: 1}, timezone.now() + SOON)
    orders.mark_paid(late, "late")
    assert (late.status, counts(wine)) == (Status.ON_HOLD, (2, 1))
    assert late.events.filter(alert=True).exists()
    assert set(late.emails.values_list("kind", flat=True)) == {"alert"}


def test_money_that_never_came_gives_the_bottles_back_to_the_hold() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    orders.put_on_hold(order, "bank at work")
    assert counts(wine) == (3, 0)
    orders.fail(order, "bank said no")
    assert counts(wine) == (5, 2)


def test_the_hold_of_a_failed_order_ends_with_its_time() -> None:
    wine = make_product(stock=5)
    order = order_of(wine, 2)
    orders.fail(order, "declined")
    jobs.expire_holds(0)
    assert counts(wine) == (5, 2)
    order.reservations.update(expires_at=timezone.now())
    jobs.expire_holds(0)
    assert counts(wine) == (5, 0)


def test_trying_again_holds_the_bottles_anew() -> None:
    wine = make_product(stock=2)
    order = order_of(wine, 2)
    orders.fail(order, "declined")
    stock.release(order)
    stock.reserve(order, {only_variation(wine).pk: 2}, timezone.now() + SOON)
    assert counts(wine) == (2, 2)
    assert stock.sell(order)
    assert counts(wine) == (0, 0)


def test_listings_are_told_when_the_last_bottle_goes_and_the_first_comes_back() -> None:
    wine = make_product(stock=2)
    order = order_of(wine, 2)
    jobs.refresh_product(wine.pk)
    wine.refresh_from_db()
    assert not wine.in_stock
    stock.release(order)
    jobs.refresh_product(wine.pk)
    wine.refresh_from_db()
    assert wine.in_stock
