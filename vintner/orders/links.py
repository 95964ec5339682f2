"""The addresses of an order's pages, by their names in urls.py. They contain the order's key."""

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from vintner.orders.models import Order


def link(name: str, order: Order) -> str:
    """Return the path of one of the order's pages."""
    return f"{reverse(name, args=[order.pk])}?{urlencode({'key': order.key})}"


def pay_link(order: Order) -> str:
    """Return the path of the payment page, with WooCommerce's parameters: links in old e-mails have them too."""
    query = urlencode({"pay_for_order": "true", "key": order.key})
    return f"{reverse('order_pay', args=[order.pk])}?{query}"


def mailed(path: str) -> str:
    """Return the absolute address of a path, for e-mails."""
    return f"{settings.STORE_URL}{path}"
