"""Orders in the admin."""

import pytest
from django.test import Client

from vintner.orders import orders
from vintner.orders.rules import Status
from vintner.testing.builders import make_product, only_variation
from vintner.testing.order_list import LIST, act, create_held_order
from vintner.testing.orders import new_order

pytestmark = pytest.mark.django_db


def test_list_order_and_payments_open(staff: Client) -> None:
    order = orders.create(new_order())
    orders.add_note(order, "Something happened", alert=True)
    assert b"Jane Doe" in staff.get(LIST).content
    page = staff.get(f"{LIST}{order.pk}/change/").content
    assert b"Something happened" in page
    assert order.lines.get().name.encode() in page
    for path in ("/admin/payments/payment/", "/admin/payments/providerevent/", f"{LIST}?q={order.pk}"):
        assert staff.get(path).status_code == 200


def test_staff_moves_an_order_with_its_bottles(staff: Client) -> None:
    wine = make_product(stock=5)
    order = create_held_order(wine)
    assert act(staff, "mark_processing", order) == "processing"
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (3, 0)
    event = order.events.latest("id")
    assert event.by is not None
    assert (event.was, event.became, event.by.email) == ("pending", "processing", "manager@example.com")


def test_cancelling_gives_the_bottles_back(staff: Client) -> None:
    wine = make_product(stock=5)
    assert act(staff, "cancel", create_held_order(wine)) == "cancelled"
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (5, 0)


def test_what_the_graph_does_not_allow_is_told(staff: Client) -> None:
    order = create_held_order(make_product(stock=5))
    orders.cancel(order, "test")
    assert act(staff, "cancel", order) == "cancelled"
    assert b"not changed" in staff.get(LIST).content


def test_an_order_whose_bottles_are_gone_is_not_marked_paid(staff: Client) -> None:
    wine = make_product(stock=2)
    order = create_held_order(wine)
    orders.cancel(order, "test")
    create_held_order(wine)
    assert act(staff, "mark_processing", order) == "cancelled"


def test_nobody_deletes_or_edits_an_order(staff: Client) -> None:
    order = orders.create(new_order())
    assert staff.post(f"{LIST}{order.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(f"{LIST}{order.pk}/change/", {"email": "x@example.com", "total": "1"})
    order.refresh_from_db()
    assert (order.email, order.total.minor, order.status) == ("jane@example.com", 2145, Status.PENDING)
