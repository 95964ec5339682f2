"""Which boxes of subscriptions an order is, as staff reads it."""

from typing import Final

from django.db.models import Q

from vintner.orders.models import Order
from vintner.subscriptions.models import Box, Subscription
from vintner.web.admin.term_search import Source

SOURCES: Final = (
    Source(sql="SELECT first_order_id FROM subscriptions_subscription WHERE id = %s", by="name", of="subscription"),
    Source(
        sql="SELECT order_id FROM subscriptions_box WHERE subscription_id = %s AND order_id IS NOT NULL",
        by="name",
        of="subscription",
    ),
)
"""Find the orders of “subscription 3” in the list of orders."""


def list_boxes(order: Order) -> list[tuple[str, int]]:
    """Return what an order is to subscriptions, each with the subscription's number. Two queries at most."""
    if order.user_id is None:  # subscribers have accounts
        return []
    is_its = Q(order=order) if order.cart_id is None else Q(order=order) | Q(cart_id=order.cart_id)
    found = [(str(box), box.subscription_id) for box in Box.objects.filter(is_its).order_by("subscription_id")]
    if found:
        return found
    opened = Subscription.objects.filter(first_order=order).order_by("pk")
    return [(f"Opens subscription {each.number}", each.pk) for each in opened]


def mark_of(order: Order) -> str:
    """Return the mark of an order, whose `boxes` are prefetched: "Box 3, subscription 17", "" for other orders."""
    return "; ".join(f"Box {box.number}, subscription {box.subscription_id}" for box in order.boxes.all())
