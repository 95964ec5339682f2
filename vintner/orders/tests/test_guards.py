"""What the database itself refuses, whatever the code above it does."""

from itertools import permutations, product
from unittest.mock import patch

import pytest
from django.db import IntegrityError, transaction

from vintner.money import Money
from vintner.orders import orders, rewrite_order
from vintner.orders.models import Order, OrderEvent, OrderLine
from vintner.orders.rules import IllegalMove, Status, all_moves
from vintner.testing.builders import make_user
from vintner.testing.orders import is_refused, new_order

pytestmark = pytest.mark.django_db


def test_the_database_knows_the_same_moves_as_the_rules() -> None:
    allowed = set()
    for was, to in permutations(Status, 2):
        order = Order.objects.create(status=was, email="jane@example.com", billing={})
        if not is_refused("update", order, status=to):
            allowed.add((was, to))
    assert allowed == all_moves()


def test_move_follows_the_graph() -> None:
    order = orders.create(new_order())
    for was, to in product(Status, Status):
        if was is to or (was, to) in all_moves():
            continue
        order.status = was
        with pytest.raises(IllegalMove):
            orders.move(order, to, by=make_user())


def test_a_move_by_an_old_view_of_the_order_is_refused() -> None:
    order = orders.create(new_order())
    stale = Order.objects.get(pk=order.pk)
    orders.move(order, Status.CANCELLED, "first")
    with pytest.raises(IllegalMove):
        orders.move(stale, Status.PROCESSING, "second")
    assert list(OrderEvent.objects.values_list("became", flat=True)) == ["pending", "cancelled"]


@pytest.mark.parametrize(
    "values",
    [{"key": "wc_order_other"}, {"total": Money(1), "subtotal": Money(1), "tax_total": Money(0)}, {"currency": "EUR"}],
    ids=["key", "amounts", "currency"],
)
def test_number_key_and_amounts_stay(values: dict[str, object]) -> None:
    assert is_refused("update", orders.create(new_order()), **values)


def test_lines_taxes_and_history_stay() -> None:
    order = orders.create(new_order())
    line, tax, event = order.lines.get(), order.adjustments.get(), order.events.get()
    assert is_refused("update", line, quantity=2)
    assert is_refused("update", tax, amount=Money(1))
    assert is_refused("update", event, note="other")
    assert all(is_refused("delete", row) for row in (line, tax, event, order))
    with pytest.raises(IntegrityError), transaction.atomic():
        OrderLine.objects.create(
            order=order, product_id=1, name="One more", quantity=1, regular_unit_price=Money(1), subtotal=Money(1)
        )


def test_a_wine_that_is_no_longer_sold_leaves_its_line() -> None:
    order = orders.create(new_order())
    line = order.lines.get()
    assert line.variation is not None
    line.variation.product.delete()
    line = OrderLine.objects.get(pk=line.pk)
    assert line.variation is None
    assert line.name


def test_totals_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(IntegrityError, match="order_adds_up"), transaction.atomic():
        orders.create(new_order(total=2144))


def test_a_long_reason_of_a_failure_is_cut_not_refused() -> None:
    order = orders.create(new_order())
    orders.fail(order, "The bank said no. " * 200)
    orders.fail(order, "The bank said no again. " * 200)
    orders.put_on_hold_with_alert(order, "Look at this. " * 200)
    assert max(len(event.note) for event in order.events.all()) == 500


def test_the_history_adds_up_lines_of_the_same_wine() -> None:
    order = orders.create(new_order())
    line = order.lines.get()
    same = OrderLine(order=order, product_id=line.product_id, sku=line.sku, name=line.name, quantity=2)
    bottles, _ = rewrite_order._describe(order)
    with patch.object(type(order.lines), "all", return_value=[line, same]):
        together, _ = rewrite_order._describe(order)
    assert [*bottles.values(), *together.values()] == ["1", "3"]
