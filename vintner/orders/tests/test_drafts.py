"""Orders that are still being written."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from vintner.money import Money
from vintner.orders import drafts, jobs, orders
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.testing.orders import is_refused, new_order

pytestmark = pytest.mark.django_db


def test_a_draft_is_written_anew_under_its_number_and_key() -> None:
    new = replace(new_order(), cart_id=uuid4())
    first = drafts.write(new)
    cheaper = replace(
        new, lines=(replace(new.lines[0], subtotal=Money(1855)),), subtotal=Money(1855), total=Money(2000)
    )
    again = drafts.write(cheaper)
    assert (again.pk, again.key, again.status) == (first.pk, first.key, Status.DRAFT)
    assert (again.total, again.lines.get().subtotal, again.adjustments.count()) == (Money(2000), Money(1855), 1)
    assert not again.events.exists()


def test_a_cart_has_one_draft() -> None:
    new = replace(new_order(), cart_id=uuid4())
    drafts.write(new)
    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.create(status=Status.DRAFT, cart_id=new.cart_id, email="jane@example.com", billing={})


def test_a_placed_draft_is_an_order_like_any_other() -> None:
    new = replace(new_order(), cart_id=uuid4())
    order = drafts.place(drafts.write(new), new)
    order.refresh_from_db()
    assert (order.status, order.seal != "", order.emails.count()) == (Status.PENDING, True, 0)
    assert list(order.events.values_list("was", "became")) == [("checkout-draft", "pending")]
    assert is_refused("update", order.lines.get(), quantity=9)
    assert is_refused("delete", order)
    assert is_refused("update", order, total=Money(1), subtotal=Money(1), tax_total=Money(0))


def test_drafts_are_forgotten_after_a_day_and_orders_are_not() -> None:
    old, fresh = (drafts.write(replace(new_order(), cart_id=uuid4())) for _ in range(2))
    order = orders.create(new_order())
    Order.objects.exclude(pk=fresh.pk).update(placed_at=timezone.now() - timedelta(hours=25))
    jobs.forget_drafts(0)
    assert set(Order.objects.values_list("pk", flat=True)) == {fresh.pk, order.pk}
    assert old.pk not in {fresh.pk, order.pk}
