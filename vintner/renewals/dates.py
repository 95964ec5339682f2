"""What happens to subscriptions by their dates alone: pauses end, cancelled ones run out, unpaid boxes and lost claims
end.
"""

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from vintner.orders.models import StockReservation
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.abandon import cancel_unpaid_order
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.renewals.box_carts import find_order
from vintner.renewals.claims import lock_claimed, may_be_charged, release
from vintner.subscriptions import cancellations, subscriptions
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BY_HAND, ENDED, BoxState, SubscriptionStatus
from vintner.web.isolation import isolated


def end_pauses(now: datetime) -> None:
    """Let subscriptions go on whose pause is over."""
    found = Subscription.objects.filter(status=SubscriptionStatus.ON_HOLD, paused_until__lte=now)
    for subscription_id in list(found.values_list("pk", flat=True)):
        with isolated(f"the pause of subscription {subscription_id}"), transaction.atomic():
            subscription = subscriptions.lock(subscription_id)
            if subscription.paused_until is not None and subscription.paused_until <= now:
                subscriptions.resume(subscription, now)


def end_cancelled_subscriptions(now: datetime) -> None:
    """End subscriptions that were cancelled, once what was paid for has run out."""
    found = Subscription.objects.filter(status=SubscriptionStatus.PENDING_CANCEL, ends_at__lte=now)
    for subscription_id in list(found.values_list("pk", flat=True)):
        with isolated(f"the end of subscription {subscription_id}"), transaction.atomic():
            cancellations.end_cancelled(subscriptions.lock(subscription_id), now)


def end_unpaid_boxes(now: datetime) -> None:
    """Cancel the orders of boxes that were not paid by hand in time. A try that was declined changes nothing of that.

    The boxes are left out, and their subscribers told (subscriptions/boxes.py).
    """
    held = StockReservation.objects.filter(ended_at=None, expires_at__gt=now).values("order_id")
    waiting = Box.objects.filter(state=BoxState.ACTION, reason=BY_HAND, order__status__in=PAYABLE)
    for box in list(waiting.exclude(order__in=held).select_related("order").order_by("pk")):
        with isolated(f"box {box.number} of subscription {box.subscription_id}"), suppress(ProviderDown, ForeignIntent):
            if box.order is not None:
                cancel_unpaid_order(box.order, "Canceled: not paid in time.")


def end_orphaned_claims(now: datetime) -> None:
    """Give back the claims of boxes that may not be charged any more: their worker died, and staff ended or paused the
    subscription meanwhile, or its account was erased.
    """
    lost = Box.objects.filter(state=BoxState.CHARGING, claimed_until__lte=now).select_related("subscription")
    for box in list(lost):
        if not may_be_charged(box.subscription):
            with isolated(f"box {box.number} of subscription {box.subscription_id}"):
                _end_claim(box, now)


def _end_claim(claimed: Box, now: datetime) -> None:
    order = find_order(claimed)
    if order is not None and order.status in PAYABLE:
        try:
            cancel_unpaid_order(order, "The subscription is not charged any more.")
        except (ProviderDown, ForeignIntent):
            return  # whether it was paid is not known yet
    with transaction.atomic():
        held = lock_claimed(claimed)
        if held is None:
            return
        subscription, box = held
        if subscription.status in ENDED:
            box.state, box.claimed_until, box.ended_at = BoxState.CANCELLED, None, now
            box.save()
        else:
            release(box)
