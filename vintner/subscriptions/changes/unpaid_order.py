"""Unpaid orders that are cancelled: of a box that goes to another address or is skipped, and of a subscription that is
cancelled before it began.
"""

from contextlib import suppress
from datetime import datetime
from typing import Final

from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.abandon import cancel_unless_paying, give_up_attempts
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.subscriptions import cancellations
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus
from vintner.subscriptions.subscriptions import BUSY

ON_ITS_WAY: Final = "The payment of its first order is on its way. You can cancel it as soon as it has begun."
NO_ANSWER: Final = "The card service does not answer, so nothing was changed. Please try again in a moment."


def end_attempts(subscription_id: int, now: datetime) -> int | None:
    """End the attempts to pay for a box that waits, at the provider. Returns the id of its order, None without one.

    It is no part of a transaction. Raises Refusal while the box is being paid, and when the provider does not answer.
    """
    try:
        return _give_up_box(subscription_id, now)
    except (ProviderDown, ForeignIntent) as error:
        raise Refusal("busy", NO_ANSWER) from error


def end_attempts_of_leaver(subscription_id: int, now: datetime, *, at_once: bool) -> int | None:
    """Do so for a subscriber who cancels, and need not take the box. Without an answer of the provider nobody has to
    stay: the attempts are given up, and take no money.
    """
    if not at_once and cancellations.count_bound(Subscription.objects.get(pk=subscription_id)):
        return None
    with suppress(ProviderDown, ForeignIntent):
        return _give_up_box(subscription_id, now)
    return _find_waiting_order(subscription_id)


def _give_up_box(subscription_id: int, now: datetime) -> int | None:
    order_id = _find_waiting_order(subscription_id)
    if order_id is None:
        return None
    try:
        give_up_attempts(order_id, now)
    except Refusal as refusal:
        if refusal.code != "paid":
            raise Refusal("busy", BUSY) from refusal
    return order_id


def _find_waiting_order(subscription_id: int) -> int | None:
    states = (BoxState.RETRYING.value, BoxState.ACTION.value)
    box = Box.objects.filter(subscription=subscription_id, state__in=states).first()
    return _find_unpaid(box) if box is not None else None


def cancel_order(box: Box, order: Order | None, note: str) -> bool:
    """Cancel the unpaid, locked order of a locked box, which does not end with it. Returns whether it had one.

    Raises Refusal when somebody has begun to pay for the box meanwhile.
    """
    if _find_unpaid(box) != (order.pk if order is not None and order.status in PAYABLE else None):
        raise Refusal("busy", BUSY)
    if order is None or order.status not in PAYABLE:
        return False
    if Payment.objects.filter(order=order, closed_at=None).exists():
        raise Refusal("busy", BUSY)
    box.order = None  # or the box would end with it
    box.save(update_fields=["order"])
    orders.cancel(order, note)
    return True


def cancel_left_order(box: Box, order: Order | None) -> None:
    """Cancel the unpaid, locked order of a box whose locked subscription has just been cancelled.

    Without an answer of the provider about an attempt that was given up, the order is left to a job (left_orders.py).
    Raises Refusal when somebody has begun to pay for the box meanwhile.
    """
    unpaid = _find_unpaid(box)
    if unpaid is None:
        return
    running = Payment.objects.filter(order=unpaid, closed_at=None)
    if order is None or order.pk != unpaid or running.filter(given_up_at=None).exists():
        raise Refusal("busy", BUSY)
    if not running.exists():
        orders.cancel(order, "The subscription was canceled.")


def cancel_first_order(subscription_id: int, now: datetime) -> bool:
    """Cancel the order that opens a subscription and is not paid yet: the subscription ends with it. Returns False for
    one that was opened.

    It is no part of a transaction. Raises Refusal when a payment is in progress or on its way.
    """
    pending = Subscription.objects.filter(pk=subscription_id, status=SubscriptionStatus.PENDING)
    subscription = pending.select_related("first_order").first()
    if subscription is None:
        return False
    order = subscription.first_order
    if order.status not in PAYABLE:
        raise Refusal("too_late", ON_ITS_WAY)
    try:
        cancel_unless_paying(order.pk, "The subscription was canceled before it began.", now)
    except Refusal as refusal:
        is_paid = refusal.code == "paid"
        raise Refusal("too_late", ON_ITS_WAY) if is_paid else Refusal("busy", BUSY) from refusal
    except (ProviderDown, ForeignIntent) as error:
        raise Refusal("busy", NO_ANSWER) from error
    return Subscription.objects.filter(pk=subscription_id, status=SubscriptionStatus.CANCELLED).exists()


def _find_unpaid(box: Box) -> int | None:
    rows = Order.objects.filter(cart_id=box.cart_id, status__in=PAYABLE).order_by("-pk")
    return rows.values_list("pk", flat=True).first()
