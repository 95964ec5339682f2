"""Unpaid orders of subscriptions that have ended: they are not paid any more, and staff hears of money that comes."""

from contextlib import suppress
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from vintner.orders import orders
from vintner.orders.emails import emails
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.abandon import cancel_unless_paying
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.refusal import Refusal
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import ENDED, BoxState
from vintner.web.isolation import isolated

ENDED_MEANWHILE: Final = "The subscription of this order has ended, so nothing is to be paid for it any more."
_OVER: Final = [each.value for each in ENDED]


def cancel_left_orders(now: datetime, *, user_id: int | None = None) -> None:
    """Cancel the unpaid orders of subscriptions that have ended, of one customer or of all. It is no part of a
    transaction. One whose payment is in progress, or is not known at the provider, is left for the next time.
    """
    found = _list_left_orders()
    for order_id in list((found.filter(user=user_id) if user_id is not None else found).values_list("pk", flat=True)):
        with isolated(f"order {order_id}"), suppress(ProviderDown, ForeignIntent, Refusal):
            cancel_unless_paying(order_id, "The subscription has ended.", now)


def refuse_to_pay(order: Order, **_: object) -> None:
    """Refuse to pay for an order whose subscription has ended. Receiver of `attempt_asked`. No query for a guest's."""
    if order.user_id is not None and _list_left_orders().filter(pk=order.pk).exists():
        raise Refusal("ended", ENDED_MEANWHILE)


def alert_staff(subscription: Subscription, order: Order) -> None:
    """Tell staff of money for a subscription that has ended. The order is sent, or the money goes back: they decide."""
    text = f"This order was paid after its subscription {subscription.pk} has ended. Send it, or refund it."
    if order.events.filter(alert=True, note=text).exists():  # it has moved on since, as to completed
        return
    orders.add_note(order, text, alert=True)
    emails.queue(order, emails.EmailKind.ALERT, about=f"subscription {subscription.pk}")


def _list_left_orders() -> QuerySet[Order]:
    """Return the unpaid orders that open nothing but ended subscriptions, or are of the last box of one."""
    opened = Subscription.objects.filter(first_order=OuterRef("pk"))
    last = Box.objects.filter(cart_id=OuterRef("cart_id"), state=BoxState.CANCELLED, subscription__status__in=_OVER)
    opens_none = Exists(opened) & ~Exists(opened.exclude(status__in=_OVER))
    return Order.objects.filter(Q(opens_none) | Q(Exists(last)), status__in=PAYABLE).order_by("pk")
