"""Staff with the list of orders."""

from django.db import transaction
from django.test import Client
from django.utils import timezone

from vintner.catalogue.models import Product
from vintner.orders import orders, stock
from vintner.orders.models import Order
from vintner.testing.builders import only_variation
from vintner.testing.html_forms import read_form
from vintner.testing.orders import new_order

LIST = "/admin/orders/order/"


def create_held_order(wine: Product) -> Order:
    """Create an order that holds two bottles of a wine and waits for its payment."""
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
