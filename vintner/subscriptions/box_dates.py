"""When the boxes of a subscription are due."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import LEAST_AHEAD, SHORTEST_NOTICE, BoxState


def find_due(subscription: Subscription, number: int, now: datetime, *, least: timedelta = LEAST_AHEAD) -> datetime:
    """Return when a box is due, at least so far ahead, and let later boxes follow from there.

    The subscription is saved if its dates had to be moved on.
    """
    due_at, anchor_number = _count_due(subscription, number, now, least)
    if anchor_number != subscription.anchor_number:
        subscription.anchor_number = anchor_number
        subscription.save(update_fields=["anchor_number"])
    return due_at


def restore_date(subscription: Subscription, box: Box, former: datetime, now: datetime) -> datetime:
    """Count a box that was moved behind a pause from its `former` date again, for a locked subscription. Returns its
    date: the former one, or without a pause the next one by which it can be announced.

    Later boxes follow it, unless one of them was delayed meanwhile.
    """
    zone, cadence, anchor_number = ZoneInfo(settings.TIME_ZONE), subscription.cadence, subscription.anchor_number
    if cadence.after(subscription.anchor_at, box.number - anchor_number, zone) != box.due_at:
        return box.due_at
    while cadence.after(subscription.anchor_at, box.number - anchor_number, zone) > former:
        anchor_number += 1
    subscription.anchor_number = anchor_number
    subscription.save(update_fields=["anchor_number"])
    return former if subscription.is_paused else find_due(subscription, box.number, now, least=SHORTEST_NOTICE)


def next_due(subscription: Subscription, box: Box) -> datetime:
    """Return when the open box of a subscription comes: on its date, or on the one that it gets when a pause ends by
    itself. No query.
    """
    until = subscription.paused_until
    if until is None or box.state != BoxState.SCHEDULED or box.due_at >= until + SHORTEST_NOTICE:
        return box.due_at
    return _count_due(subscription, box.number, until, SHORTEST_NOTICE)[0]


def _count_due(subscription: Subscription, number: int, now: datetime, least: timedelta) -> tuple[datetime, int]:
    """Return when a box is due, and the number of the box that its date is counted from."""
    zone, cadence, anchor_number = ZoneInfo(settings.TIME_ZONE), subscription.cadence, subscription.anchor_number
    due_at = cadence.after(subscription.anchor_at, number - anchor_number, zone)
    while due_at <= now + least:
        anchor_number -= 1
        due_at = cadence.after(subscription.anchor_at, number - anchor_number, zone)
    return due_at, anchor_number
