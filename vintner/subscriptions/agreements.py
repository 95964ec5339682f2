"""What subscribers agreed to, with the link to cancel, as the e-mails about their orders say it."""

from typing import Final

from django.db.models import Q
from django.utils.timezone import localtime

from vintner.orders.agreements import OrderAgreement
from vintner.orders.models import Order
from vintner.subscriptions.links import cancel_url, manage_url
from vintner.subscriptions.models import Subscription
from vintner.subscriptions.rules import ENDED
from vintner.web.dates import day_in_words

HOW: Final = "You need no log-in for these links:"
MANAGE: Final = "Skip or delay a box"
CANCEL: Final = "Cancel your subscription"


def list_agreements(order: Order) -> tuple[OrderAgreement, ...]:
    """Return what was agreed to with an order that opened subscriptions; of that of a later box the link. One query."""
    is_box = Q(boxes__cart_id=order.cart_id) if order.cart_id is not None else Q(pk=None)
    found = Subscription.objects.filter(Q(first_order=order) | is_box).exclude(
        status__in=[each.value for each in ENDED]
    )
    rows = found.select_related("consent", "variation__product").distinct().order_by("pk")
    return tuple(_agreement(each, order) for each in rows)


def _agreement(subscription: Subscription, order: Order) -> OrderAgreement:
    consent = getattr(subscription, "consent", None) if subscription.first_order_id == order.pk else None
    return OrderAgreement(
        title=f"Subscription {subscription.number}: {subscription.variation.product.name}",
        intro=f"You agreed to this on {day_in_words(localtime(consent.at).date())}:" if consent is not None else "",
        words=tuple(consent.words.split("\n")) if consent is not None else (),
        how=HOW,
        links=((MANAGE, manage_url(subscription)), (CANCEL, cancel_url(subscription))),
    )
