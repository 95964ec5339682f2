"""Bottles that are held for shoppers who have no order yet."""

from datetime import timedelta
from functools import partial
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from vintner.catalogue.models import Variation
from vintner.orders import held_bottles, jobs, orders, stock
from vintner.orders.invariants import audit
from vintner.orders.models import HeldBottle, Order, StockReservation
from vintner.refusal import Refusal
from vintner.testing.builders import make_product, only_variation
from vintner.testing.orders import new_order
from vintner.testing.races import run_together

pytestmark = pytest.mark.django_db
NOW = timezone.now()
DAY = NOW + timedelta(days=1)


def make_wine(bottles: int) -> Variation:
    return only_variation(make_product(stock=bottles))


def hold(wine: Variation, cart_id: UUID | None = None) -> HeldBottle | None:
    held = held_bottles.hold_bottle(wine.pk, DAY)
    if held is not None and cart_id is not None:
        assert held_bottles.assign_to_cart(held.pk, cart_id, NOW)
    return held


def reserved(wine: Variation) -> int:
    return Variation.objects.get(pk=wine.pk).reserved


def place(wine: Variation, bottles: int, cart_id: UUID) -> Order:
    order = orders.create(new_order())
    Order.objects.filter(pk=order.pk).update(cart_id=cart_id)
    order.refresh_from_db()
    with transaction.atomic():
        stock.reserve(order, {wine.pk: bottles}, NOW + timedelta(hours=1))
    return order


def test_no_more_bottles_are_held_than_are_free() -> None:
    wine = make_wine(2)
    assert [hold(wine) is not None for _ in range(3)] == [True, True, False]
    assert reserved(wine) == 2
    with pytest.raises(Refusal):
        place(wine, 1, uuid4())


@pytest.mark.django_db(transaction=True)
def test_the_last_bottle_is_held_once_however_many_want_it() -> None:
    wine = make_wine(1)
    run_together([partial(held_bottles.hold_bottle, wine.pk, DAY) for _ in range(5)])
    assert (HeldBottle.objects.count(), reserved(wine)) == (1, 1)


def test_the_order_of_the_cart_takes_its_bottles_over() -> None:
    wine, mine = make_wine(2), uuid4()
    hold(wine, mine)
    hold(wine)
    place(wine, 1, mine)
    assert (reserved(wine), HeldBottle.objects.filter(ended_at=None).count()) == (2, 1)
    assert StockReservation.objects.get().quantity == 1


def test_an_order_holds_what_it_wants_beyond_the_held_bottle() -> None:
    wine, mine = make_wine(3), uuid4()
    hold(wine, mine)
    place(wine, 3, mine)
    assert (reserved(wine), HeldBottle.objects.filter(ended_at=None).count()) == (3, 0)


def test_a_refused_order_leaves_the_bottle_held() -> None:
    wine, mine = make_wine(1), uuid4()
    hold(wine, mine)
    with pytest.raises(Refusal):
        place(wine, 2, mine)
    assert (reserved(wine), HeldBottle.objects.filter(ended_at=None).count()) == (1, 1)


def test_a_hold_ends_once_by_its_time_or_when_it_is_declined() -> None:
    wine = make_wine(2)
    early, late = hold(wine), hold(wine)
    assert early is not None
    assert late is not None
    for _ in range(2):
        held_bottles.end_hold(early.pk, NOW)
    assert reserved(wine) == 1
    jobs.expire_holds(0)
    assert reserved(wine) == 1
    HeldBottle.objects.update(expires_at=NOW)
    assert not held_bottles.assign_to_cart(late.pk, uuid4(), timezone.now())
    jobs.expire_holds(0)
    jobs.expire_holds(0)
    assert reserved(wine) == 0


def test_invariants_count_held_bottles() -> None:
    wine = make_wine(2)
    hold(wine)
    assert audit() == []
    Variation.objects.filter(pk=wine.pk).update(reserved=0)
    HeldBottle.objects.update(expires_at=NOW - timedelta(hours=1))
    assert {each.invariant.name for each in audit()} == {"I1 held", "I3 leaked bottle"}
