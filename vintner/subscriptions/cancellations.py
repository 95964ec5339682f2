"""How a subscription is cancelled, how that is taken back, and how it ends when what was paid for has run out."""

from datetime import datetime

from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.subscriptions import subscriptions
from vintner.subscriptions.box_dates import find_due, next_due
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, ENDED, SHORTEST_NOTICE, BoxState, SubscriptionStatus


def cancel(subscription: Subscription, now: datetime, *, by: User | None = None, at_once: bool = False) -> None:
    """Cancel a locked subscription. What was paid for runs until the next date; `at_once` ends it now.

    A subscriber who is bound leaves after the last box of the commitment; one whose payment is on its way after that
    box, because it cannot be taken back. Nothing is charged after a cancellation. Raises Refusal.
    """
    status = SubscriptionStatus(subscription.status)
    if status in ENDED or (status is SubscriptionStatus.PENDING_CANCEL and not at_once):
        text = subscriptions.ENDED_ALREADY if status in ENDED else "This subscription is canceled already."
        raise Refusal("ended", text)
    box = subscriptions.lock_open_box(subscription)
    if box is not None and box.state == BoxState.CHARGING:
        raise Refusal("busy", subscriptions.BUSY)
    kind = subscriptions.kind_of(subscription, by)
    is_awaited = box is not None and box.state == BoxState.AWAITING
    bound_for = 0 if at_once else max(count_bound(subscription), int(is_awaited))
    if bound_for:
        last = (box.number - 1 if box is not None else 0) + bound_for
        subscription.cancel_after_box, subscription.cancelled_at = last, now
        subscription.save(update_fields=["cancel_after_box", "cancelled_at"])
        subscriptions.add_event(subscription, f"Canceled; it ends after box {last}.", kind=kind, by=by)
        return
    is_planned = box is not None and box.state == BoxState.SCHEDULED
    runs_until = next_due(subscription, box) if box is not None and is_planned and not at_once else now
    if box is not None:
        subscriptions.end_box(box, BoxState.CANCELLED, now)
    subscription.cancelled_at, subscription.ends_at = now, runs_until
    to = SubscriptionStatus.PENDING_CANCEL if runs_until > now else SubscriptionStatus.CANCELLED
    subscriptions.move(subscription, to, "Canceled.", now=now, kind=kind, by=by)


def count_bound(subscription: Subscription) -> int:
    """Return how many boxes of the commitment are still to be paid."""
    if subscription.status == SubscriptionStatus.PENDING or subscription.least_boxes < 2:
        return 0
    paid = Box.objects.filter(subscription=subscription, state=BoxState.PAID).count()
    return max(subscription.least_boxes - paid, 0)


def reactivate(subscription: Subscription, now: datetime, *, by: User | None = None) -> None:
    """Take back the cancellation of a locked subscription, while what was paid for runs. Raises Refusal.

    A pause that has not ended goes on: no box is charged earlier than it would have been without the cancellation.
    """
    kind = subscriptions.kind_of(subscription, by)
    if subscription.cancel_after_box is not None and subscription.status in CHARGEABLE:
        subscription.cancel_after_box = subscription.cancelled_at = None
        subscription.save(update_fields=["cancel_after_box", "cancelled_at"])
        subscriptions.add_event(subscription, "The cancellation was taken back.", kind=kind, by=by)
        return
    if not subscription.may_reactivate(now):
        raise Refusal(
            "no_reactivation",
            "You can not reactivate that subscription until paying to renew it. Please contact us if you need"
            " assistance.",
        )
    paused_until = subscription.paused_until
    subscription.cancelled_at = subscription.ends_at = subscription.cancel_after_box = None
    subscriptions.move(
        subscription, SubscriptionStatus.ACTIVE, "The cancellation was taken back.", now=now, kind=kind, by=by
    )
    last = Box.objects.filter(subscription=subscription).order_by("-number").first()
    is_restorable = last is not None and last.state == BoxState.CANCELLED and last.order_id is None
    if paused_until is not None and paused_until > now:
        subscription.paused_until = paused_until
        text = f"The pause until {day_of(paused_until)} goes on."
        subscriptions.move(subscription, SubscriptionStatus.ON_HOLD, text, now=now, kind=kind, by=by)
    if last is not None and is_restorable:
        last.state, last.ended_at = BoxState.SCHEDULED, None
        is_paused = subscription.is_paused  # the end of the pause moves a date that is too early by then
        subscriptions.set_due(
            last, last.due_at if is_paused else find_due(subscription, last.number, now, least=SHORTEST_NOTICE)
        )
    elif last is not None:
        subscriptions.schedule_box(subscription, last.number + 1, now)


def end_cancelled(subscription: Subscription, now: datetime) -> None:
    """End a locked subscription that was cancelled and has run out."""
    is_over = subscription.ends_at is not None and subscription.ends_at <= now
    if subscription.status == SubscriptionStatus.PENDING_CANCEL and is_over:
        subscriptions.move(subscription, SubscriptionStatus.CANCELLED, "What was paid for has run out.", now=now)
