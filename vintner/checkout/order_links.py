"""The addresses of an order's pages. They hold its key."""

from django.urls import reverse
from django.utils.http import urlencode

from vintner.orders.models import Order


def link(name: str, order: Order) -> str:
    """Return the path of one of the order's pages, by its name in urls.py."""
    return f"{reverse(name, args=[order.pk])}?{urlencode({'key': order.key})}"


def pay_link(order: Order) -> str:
    """As e-mails have it (resolutions 2.12)."""
    query = urlencode({"pay_for_order": "true", "key": order.key})
    return f"{reverse('order_pay', args=[order.pk])}?{query}"
