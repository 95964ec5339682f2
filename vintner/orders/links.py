"""The addresses of an order's pages, by their names in urls.py. They hold its key."""

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from vintner.orders.models import Order


def link(name: str, order: Order) -> str:
    """Return the path of one of the order's pages."""
    return f"{reverse(name, args=[order.pk])}?{urlencode({'key': order.key})}"


def pay_link(order: Order) -> str:
    """As e-mails have it (resolutions 2.12)."""
    query = urlencode({"pay_for_order": "true", "key": order.key})
    return f"{reverse('order_pay', args=[order.pk])}?{query}"


def mailed(path: str) -> str:
    """Return a path as an e-mail has it."""
    return f"{settings.STORE_URL}{path}"
