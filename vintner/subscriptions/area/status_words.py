"""What subscribers read of a subscription's state, and of what happens next."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from vintner.subscriptions.addresses import BAD_ADDRESS
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes.change_emails import awaited_words, next_box_words, runs_out_words
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import BoxState, SubscriptionStatus

BOX_STATES: Final[Mapping[BoxState, str]] = {
    BoxState.SCHEDULED: "Planned",
    BoxState.CHARGING: "Being charged",
    BoxState.AWAITING: "Payment on its way",
    BoxState.RETRYING: "Not paid yet",
    BoxState.ACTION: "Waits for you",
    BoxState.PAID: "Paid",
    BoxState.SKIPPED: "Skipped",
    BoxState.CANCELLED: "Left out",
}
"""What each state of a box is called."""
_FIXED: Final[Mapping[SubscriptionStatus, str]] = {
    SubscriptionStatus.PENDING: "Waiting for the first payment",
    SubscriptionStatus.ACTIVE: "Active",
    SubscriptionStatus.ON_HOLD: "On hold",
    SubscriptionStatus.PENDING_CANCEL: "Canceled",
    SubscriptionStatus.CANCELLED: "Canceled",
    SubscriptionStatus.SWITCHED: "Replaced by another subscription",
    SubscriptionStatus.EXPIRED: "Complete: all boxes were sent",
}


def status_words(subscription: Subscription) -> str:
    """Return the status in plain words."""
    status = SubscriptionStatus(subscription.status)
    words = _FIXED[status]
    if subscription.is_paused and subscription.paused_until is not None:
        return f"Paused until {day_of(subscription.paused_until)}"
    if status is SubscriptionStatus.PENDING_CANCEL and subscription.ends_at is not None:
        return f"{words}, ends on {day_of(subscription.ends_at)}"
    if status in (SubscriptionStatus.ACTIVE, SubscriptionStatus.ON_HOLD) and subscription.cancel_after_box is not None:
        return f"{words}, ends after box {subscription.cancel_after_box}"
    return words


def needs_action(box: Box | None) -> bool:
    """Return whether the next box waits for its subscriber."""
    if box is None:
        return False
    return box.state in (BoxState.ACTION, BoxState.RETRYING) or box.reason == BAD_ADDRESS


def next_words(subscription: Subscription, box: Box | None, now: datetime) -> tuple[str, ...]:
    """Return what happens next, in sentences."""
    status = SubscriptionStatus(subscription.status)
    if status is SubscriptionStatus.PENDING:
        return ("It starts as soon as its first order is paid.",)
    if status is SubscriptionStatus.PENDING_CANCEL:
        return (runs_out_words(subscription), "Until then you can take the cancellation back.")
    if box is None:
        return ("No further box comes.",)
    if subscription.cancel_after_box == box.number and box.state == BoxState.AWAITING:
        return (runs_out_words(subscription),)
    found = [_box_words(subscription, box, now)]
    if subscription.cancel_after_box is not None:
        found.append(runs_out_words(subscription))
    return tuple(found)


def _box_words(subscription: Subscription, box: Box, now: datetime) -> str:
    reason = f" {box.message}" if box.message else ""
    if box.reason == BAD_ADDRESS:
        return f"Box {box.number} waits for another address.{reason}"
    match BoxState(box.state):
        case BoxState.CHARGING:
            return f"Box {box.number} is being charged at the moment."
        case BoxState.AWAITING:
            return f"The payment of box {box.number} is on its way. It may take some days."
        case BoxState.RETRYING:
            when = "in a moment" if box.next_try_at <= now else f"on {day_of(box.next_try_at)}"
            return f"Box {box.number} is not paid yet.{reason} We try again {when}."
        case BoxState.ACTION:
            return f"Box {box.number} waits for you.{reason}"
    due = day_of(next_due(subscription, box))
    if subscription.paused_until is not None:
        until = day_of(subscription.paused_until)
        return f"Nothing is charged until {until}. Then the subscription goes on by itself. {next_box_words(due)}"
    if subscription.method is None:
        return f"Box {box.number} is due on {due}. We’ll email you a link to pay for it."
    return f"Box {box.number} is charged to {subscription.method.label} on {due}, and sent after that."


def cancel_words(subscription: Subscription, box: Box | None, paid_boxes: int) -> tuple[str, ...]:
    """Return when a subscription ends if it is cancelled now, in sentences."""
    if subscription.status == SubscriptionStatus.PENDING:
        return ("The order that opens it is not paid yet. It is canceled with all that is in it.",)
    if paid_boxes < subscription.least_boxes and subscription.least_boxes > 1:
        left = subscription.least_boxes - paid_boxes
        boxes = "1 more box is" if left == 1 else f"{left} more boxes are"
        return (
            f"You agreed to take at least {subscription.least_boxes} boxes. {boxes} charged and sent; then it ends.",
        )
    if box is not None and box.state == BoxState.AWAITING:
        return (awaited_words(box),)
    if box is not None and box.state == BoxState.SCHEDULED:
        ends_on = day_of(next_due(subscription, box))
        text = f"It ends on {ends_on}. Nothing more is charged, and no further box is sent."
        return (text, "Until then you can take this back.")
    return ("It ends at once. Nothing more is charged, and no further box is sent.",)
