"""Orders in the admin."""

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.orders import orders, stock
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.orders.tests.test_guards import new_order
from vintner.testing.builders import make_product, make_user, only_variation
from vintner.testing.html_forms import read_form

pytestmark = pytest.mark.django_db
LIST = "/admin/orders/order/"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user("manager@example.com", is_staff=True, is_superuser=True))
    return client


def placed(wine: Product) -> Order:
    order = orders.create(new_order())
    with transaction.atomic():
        stock.reserve(order, {only_variation(wine).pk: 2}, orders.hold_until(timezone.now()))
    return order


def ask(staff: Client, action: str, *chosen: Order, query: str = "") -> str:
    """Choose an action for orders in the list; return the page that asks about it."""
    answer = staff.post(f"{LIST}{query}", {"action": action, "_selected_action": [str(each.pk) for each in chosen]})
    assert answer.status_code == 200
    return str(answer.content.decode())


def confirm(staff: Client, action: str, *chosen: Order, query: str = "") -> list[str]:
    """Do an action for orders of the list: choose it and say yes. Return what the list tells then."""
    fields = read_form(ask(staff, action, *chosen, query=query), "confirmation-form")
    answer = staff.post(f"{LIST}{query}", fields, follow=True)
    return [str(message) for message in answer.context["messages"]]


def act(staff: Client, action: str, order: Order) -> str:
    """Do an action for an order of the list; return the order's status afterwards."""
    fields = read_form(ask(staff, action, order), "confirmation-form")
    assert staff.post(LIST, fields).status_code == 302
    return str(Order.objects.get(pk=order.pk).status)


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
    order = placed(wine)
    assert act(staff, "mark_processing", order) == "processing"
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (3, 0)
    event = order.events.latest("id")
    assert event.by is not None
    assert (event.was, event.became, event.by.email) == ("pending", "processing", "manager@example.com")


def test_cancelling_gives_the_bottles_back(staff: Client) -> None:
    wine = make_product(stock=5)
    assert act(staff, "cancel", placed(wine)) == "cancelled"
    assert (only_variation(wine).on_hand, only_variation(wine).reserved) == (5, 0)


def test_what_the_graph_does_not_allow_is_told(staff: Client) -> None:
    order = placed(make_product(stock=5))
    orders.cancel(order, "test")
    assert act(staff, "cancel", order) == "cancelled"
    assert b"not changed" in staff.get(LIST).content


def test_an_order_whose_bottles_are_gone_is_not_marked_paid(staff: Client) -> None:
    wine = make_product(stock=2)
    order = placed(wine)
    orders.cancel(order, "test")
    placed(wine)
    assert act(staff, "mark_processing", order) == "cancelled"


def test_nobody_deletes_or_edits_an_order(staff: Client) -> None:
    order = orders.create(new_order())
    assert staff.post(f"{LIST}{order.pk}/delete/", {"post": "yes"}).status_code == 403
    staff.post(f"{LIST}{order.pk}/change/", {"email": "x@example.com", "total": "1"})
    order.refresh_from_db()
    assert (order.email, order.total.minor, order.status) == ("jane@example.com", 2145, Status.PENDING)
