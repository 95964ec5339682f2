"""What can be done to a subscription. Every change of status goes through `move`.

Rows are locked in this order: the order of a box, the provider's customer, the subscription, its boxes. A box
that is being charged (BoxState.CHARGING) is changed by its worker alone.
"""

from datetime import datetime, timedelta

from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.subscriptions.addresses import BAD_ADDRESS
from vintner.subscriptions.box_dates import find_due, next_due
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription, SubscriptionEvent
from vintner.subscriptions.rules import (
    ENDED,
    LEAST_AHEAD,
    LIVING,
    OPEN_BOXES,
    SHORTEST_NOTICE,
    UNTOUCHED_BOXES,
    BoxState,
    IllegalSubscriptionMove,
    SubscriptionStatus,
    may_move,
)
from vintner.subscriptions.skips import skip_limit

BUSY = "This box is being charged at the moment. Please try again in a few minutes."
AWAITED = (
    "The payment of the box of {day} is on its way, and cannot be taken back. As soon as it has arrived, you can change"
    " what comes after it."
)
ENDED_ALREADY = "This subscription has ended."
LONGEST_DELAY = timedelta(days=366)


def lock(subscription_id: int) -> Subscription:
    """Return the subscription with its row locked until the transaction ends. Raises Subscription.DoesNotExist."""
    return Subscription.objects.select_for_update(of=("self",)).get(pk=subscription_id)


def lock_open_box(subscription: Subscription) -> Box | None:
    """Return the locked open box of a locked subscription, None when it has none."""
    states = [each.value for each in OPEN_BOXES]
    return Box.objects.select_for_update().filter(subscription=subscription, state__in=states).first()


def kind_of(subscription: Subscription, by: User | None) -> SubscriptionEvent.Kind:
    """Return whose act an event is: the subscriber's, who needs no log-in for a link of an e-mail, or staff's."""
    is_own = by is None or by.pk == subscription.user_id
    return SubscriptionEvent.Kind.SUBSCRIBER if is_own else SubscriptionEvent.Kind.STAFF


def add_event(
    subscription: Subscription,
    text: str,
    *,
    kind: str = SubscriptionEvent.Kind.SYSTEM,
    by: User | None = None,
    was: str = "",
    became: str = "",
) -> None:
    """Write into the history of a subscription."""
    SubscriptionEvent.objects.create(
        subscription=subscription, text=text[:1000], kind=kind, by=by, was=was, became=became
    )


def move(
    subscription: Subscription,
    to: SubscriptionStatus,
    text: str,
    *,
    now: datetime,
    kind: str = SubscriptionEvent.Kind.SYSTEM,
    by: User | None = None,
) -> None:
    """Change the status of a locked subscription, and write the event. Raises IllegalSubscriptionMove.

    A pause survives a cancellation, so that it goes on if that is taken back.
    """
    was = SubscriptionStatus(subscription.status)
    if not may_move(was, to):
        raise IllegalSubscriptionMove(f"subscription {subscription.pk}: {was} to {to}")
    subscription.status = to
    if to not in (SubscriptionStatus.ON_HOLD, SubscriptionStatus.PENDING_CANCEL):
        subscription.paused_until = None
    if to in ENDED:
        subscription.ended_at = now
    subscription.save()
    add_event(subscription, text, kind=kind, by=by, was=was, became=to)


def activate(subscription: Subscription, now: datetime) -> None:
    """Start a locked subscription whose first order was paid: box 1 is paid, and box 2 gets its date."""
    if subscription.status != SubscriptionStatus.PENDING:
        return
    subscription.started_at = subscription.anchor_at = now
    Box.objects.create(
        subscription=subscription,
        number=1,
        state=BoxState.PAID,
        due_at=now,
        next_try_at=now,
        order=subscription.first_order,
        ended_at=now,
    )
    move(subscription, SubscriptionStatus.ACTIVE, "The first box was paid.", now=now)
    schedule_box(subscription, 2, now)


def schedule_box(subscription: Subscription, number: int, now: datetime, *, least: timedelta = LEAST_AHEAD) -> None:
    """Give the next box of a locked subscription its date, or end the subscription after its last box.

    The date is moved on by whole cadences until it lies ahead: after a long stop boxes do not pile up.
    """
    if subscription.most_boxes and number > subscription.most_boxes:
        move(subscription, SubscriptionStatus.EXPIRED, "All boxes were sent.", now=now)
        return
    if subscription.cancel_after_box is not None and number > subscription.cancel_after_box:
        _run_out(subscription, find_due(subscription, number, now, least=least), now)
        return
    due_at = find_due(subscription, number, now, least=least)
    Box.objects.create(subscription=subscription, number=number, due_at=due_at, next_try_at=due_at)


def _run_out(subscription: Subscription, ends_at: datetime, now: datetime) -> None:
    """End a subscription whose subscriber has left, as soon as what was paid for has run out."""
    subscription.ends_at = ends_at
    move(subscription, SubscriptionStatus.PENDING_CANCEL, "The subscriber leaves; the last box was paid.", now=now)


def skip_box(subscription: Subscription, now: datetime, *, by: User | None = None, reason: str = "") -> Box:
    """Skip the next box of a locked subscription. Returns the box that follows. Raises Refusal.

    Staff also skips a box that was declined or may not be sent, whatever the plan allows; its unpaid order is
    cancelled before. The subscription goes on then.
    """
    box = _require_untouched(subscription)
    kind = kind_of(subscription, by)
    if kind != SubscriptionEvent.Kind.STAFF:
        _require_skippable(subscription, box)
    _move_behind_pause(subscription, box)
    end_box(box, BoxState.SKIPPED, now)
    add_event(subscription, f"Box {box.number} is skipped. {reason}".strip(), kind=kind, by=by)
    stay_for_more(subscription, 1)
    schedule_box(subscription, box.number + 1, now)
    following = lock_open_box(subscription)
    if following is None:
        raise Refusal("no_skip", "This was the last box: there is none to take its place.")
    if subscription.status == SubscriptionStatus.ON_HOLD and not subscription.is_paused:
        move(subscription, SubscriptionStatus.ACTIVE, "Goes on with the next box.", now=now)
    return following


def _require_skippable(subscription: Subscription, box: Box) -> None:
    """Refuse a box that is due already, and more boxes in a row than the plan allows."""
    if box.state != BoxState.SCHEDULED:
        raise Refusal("no_skip", "This box is due already. Please pay for it, or cancel the subscription.")
    if _skipped_in_a_row(subscription, box.number) >= subscription.skips_in_a_row:
        raise Refusal("no_skip", skip_limit(subscription))


def _skipped_in_a_row(subscription: Subscription, number: int) -> int:
    """Return how many boxes just before this one were skipped."""
    last_kept = (
        Box.objects.filter(subscription=subscription, number__lt=number)
        .exclude(state=BoxState.SKIPPED)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    return number - 1 - (last_kept or 0)


def delay_box(subscription: Subscription, to: datetime, now: datetime, *, by: User | None = None) -> Box:
    """Move the next box of a locked subscription to a later date; later boxes follow it. Raises Refusal."""
    box = _require_untouched(subscription)
    if box.state != BoxState.SCHEDULED:
        raise Refusal("no_delay", "This box is due already. Please pay for it, or cancel the subscription.")
    if to <= next_due(subscription, box):
        raise Refusal("date", _too_early(subscription, box), "date")
    if to > now + LONGEST_DELAY:
        raise Refusal("date", "Please choose a date within a year.", "date")
    subscription.anchor_at, subscription.anchor_number = to, box.number
    subscription.save(update_fields=["anchor_at", "anchor_number"])
    set_due(box, to)
    text = f"Box {box.number} is delayed to {day_of(to)}."
    add_event(subscription, text, kind=kind_of(subscription, by), by=by)
    return box


def _too_early(subscription: Subscription, box: Box) -> str:
    if subscription.paused_until is None:
        return "Please choose a later date than the box has now."
    return (
        f"The subscription is paused until {day_of(subscription.paused_until)}, and nothing is sent before. The box is"
        f" due on {day_of(next_due(subscription, box))}: please choose a later date, or end the pause."
    )


def pause(subscription: Subscription, until: datetime, now: datetime, *, by: User | None = None) -> Box:
    """Pause a locked subscription: nothing is charged until it goes on. Returns its next box. Raises Refusal."""
    if subscription.status != SubscriptionStatus.ACTIVE:
        raise Refusal("no_pause", "Only an active subscription can be paused.")
    if not subscription.longest_pause:
        raise Refusal("no_pause", "This subscription cannot be paused. You can skip or delay a box.")
    tomorrow, latest = now + timedelta(days=1), now + timedelta(days=subscription.longest_pause)
    if not now < until <= latest:
        raise Refusal("date", f"Please choose a date from {day_of(tomorrow)} to {day_of(latest)}.", "date")
    box = _require_untouched(subscription)
    subscription.paused_until = until
    kind = kind_of(subscription, by)
    move(subscription, SubscriptionStatus.ON_HOLD, f"Paused until {day_of(until)}.", now=now, kind=kind, by=by)
    return box


def resume(subscription: Subscription, now: datetime, *, by: User | None = None) -> None:
    """Let a paused, locked subscription go on; by itself without `by`. A box due at once moves on. Raises Refusal."""
    if not subscription.is_paused:
        raise Refusal("not_paused", "This subscription is not paused.")
    kind = SubscriptionEvent.Kind.SYSTEM if by is None else kind_of(subscription, by)
    move(subscription, SubscriptionStatus.ACTIVE, "Goes on after a pause.", now=now, kind=kind, by=by)
    box = lock_open_box(subscription)
    if box is not None and box.state == BoxState.SCHEDULED and box.due_at < now + SHORTEST_NOTICE:
        set_due(box, find_due(subscription, box.number, now, least=SHORTEST_NOTICE))


def stay_for_more(subscription: Subscription, boxes: int) -> None:
    """Let a subscriber who leaves after the commitment take boxes in place of those that were left out."""
    if subscription.cancel_after_box is not None:
        subscription.cancel_after_box += boxes
        subscription.save(update_fields=["cancel_after_box"])


def _require_untouched(subscription: Subscription) -> Box:
    """Return the locked open box of a living subscription. Raises Refusal while it is being charged."""
    if subscription.status not in LIVING or subscription.status == SubscriptionStatus.PENDING_CANCEL:
        raise Refusal("ended", ENDED_ALREADY if subscription.status in ENDED else "This subscription is canceled.")
    box = lock_open_box(subscription)
    if box is None:
        raise Refusal("no_box", "There is no next box.")
    if box.state == BoxState.AWAITING:
        raise Refusal("awaited", AWAITED.format(day=day_of(box.due_at)))
    if box.state not in UNTOUCHED_BOXES:
        raise Refusal("busy", BUSY)
    return box


def _move_behind_pause(subscription: Subscription, box: Box) -> None:
    """Give a box the date that it has after a pause, so that a skip leaves out a box that would have come.

    Its date before is kept in `due_before_skip`.
    """
    until = subscription.paused_until
    if until is not None and next_due(subscription, box) != box.due_at:
        box.due_before_skip = box.due_at
        set_due(box, find_due(subscription, box.number, until, least=SHORTEST_NOTICE))


def end_box(box: Box, state: BoxState, now: datetime) -> None:
    box.state, box.ended_at = state, now
    if box.reason == BAD_ADDRESS:
        box.reason = box.message = ""
    box.save(update_fields=["state", "ended_at", "reason", "message"])


def set_due(box: Box, due_at: datetime) -> None:
    """Give a box another date. What was announced for the old one counts no more."""
    box.due_at = box.next_try_at = due_at
    box.announced_at = box.announced_for = box.announced_total = None
    box.save()
