"""Subscriptions follow the orders of their boxes, whoever moves them: a charge, a webhook event, a job, staff."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from vintner.customers.models import User
from vintner.orders.agreements import OrderDescription
from vintner.orders.models import Order
from vintner.orders.rules import PAID, Status
from vintner.payments.models import SavedMethod
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.agreements import list_agreements
from vintner.subscriptions.changes import methods
from vintner.subscriptions.left_orders import alert_staff
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.recurring import subscription_words
from vintner.subscriptions.rules import ENDED, SubscriptionStatus
from vintner.subscriptions.words import AS_BEFORE, MANUAL_RENEWAL, PAID_TOO


def follow_order(order: Order, became: Status, **_: object) -> None:
    """Open the subscriptions of a paid order, and note what became of a box whose order has another status.

    Receiver of `order_moved`. No query for a guest's order, two for a customer's without subscriptions.
    """
    if order.user_id is None:
        return
    for opened in Subscription.objects.filter(first_order=order).values_list("pk", flat=True):
        _follow_first_order(subscriptions.lock(opened), order, became)
    box = Box.objects.filter(cart_id=order.cart_id).first() if order.cart_id else None
    if box is not None:
        boxes.follow_order_of_box(box, order, became)


def _follow_first_order(subscription: Subscription, order: Order, became: Status) -> None:
    if became in PAID and subscription.started_at is None and subscription.status in ENDED:
        alert_staff(subscription, order)
    if subscription.status != SubscriptionStatus.PENDING:
        return
    now = timezone.now()
    if became in PAID:
        subscriptions.activate(subscription, now)
    elif became is Status.CANCELLED:
        text = "The order that opens it was canceled."
        subscriptions.move(subscription, SubscriptionStatus.CANCELLED, text, now=now)


def describe_order(order: Order, *, confirms: bool, **_: object) -> OrderDescription:
    """Return what recurs after an order, for its e-mails; what was agreed to for those that confirm it. A guest's order
    opens nothing. Receiver of `order_described`.
    """
    if order.user_id is None:
        return OrderDescription()
    recurring = subscription_words(order, timezone.now(), tell_missing_method=False)
    return OrderDescription(recurring=recurring, agreements=list_agreements(order) if confirms and recurring else ())


def is_of_subscription(order: Order) -> bool:
    """Return whether an order opened a subscription, or is that of a later box. One query, none for a guest's."""
    if order.user_id is None:
        return False
    return _subscriptions_of(order).exists()


def later_boxes_words(order: Order, payer: User | None) -> tuple[str, str]:
    """Return what the payment page of an order says of later boxes: below methods that are saved, and below others.

    Blank for whoever is not the subscriber: no method of theirs is charged. One query.
    """
    if payer is None or payer.pk != order.user_id:
        return "", ""
    has_method = [method is not None for method in _subscriptions_of(order).values_list("method", flat=True)]
    return PAID_TOO, AS_BEFORE if all(has_method) else MANUAL_RENEWAL


def _subscriptions_of(order: Order) -> QuerySet[Subscription]:
    of_box = Q(boxes__cart_id=order.cart_id) if order.cart_id is not None else Q()
    return Subscription.objects.filter(Q(first_order=order) | of_box)


def take_saved_method(order: Order, method: SavedMethod, chosen_at: datetime, **_: object) -> None:
    """Charge later boxes to the method that paid for this order, as its page said. Receiver of `method_saved`."""
    methods.follow_payment(order, method, chosen_at)
