"""What subscribers do with their subscriptions, in the account or by a link: each in a transaction, with its e-mail.

Staff does the same for them: then `by` is not the subscriber, the history names them, and the e-mail says that it was
the store. The caller has checked whose subscription it is, or that staff may change it. `box_number` is the box that
was seen, 0 for any: what was meant for an old box does not happen to the next one.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.subscriptions import cancellations, subscriptions
from vintner.subscriptions.changes import change_emails, delivery_address, undo, unpaid_order
from vintner.subscriptions.changes.undo import FormerDate
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import ENDED, OPEN_BOXES, BoxState, SubscriptionStatus

OLD_BOX: Final = "This is about an earlier box, so nothing was changed."


def skip(number: int, now: datetime, *, by: User | None, box_number: int = 0) -> Box:
    """Skip the next box. Returns the box that follows. Raises Refusal."""
    with transaction.atomic():
        return subscriptions.skip_box(_lock(number, box_number), now, by=by)


def skip_by_staff(number: int, now: datetime, *, by: User, box_number: int = 0, reason: str = "") -> Box:
    """Skip the next box, also one that could not be charged, and tell by e-mail. Returns the box that follows.

    The unpaid order of the box is cancelled: its link charges nothing any more. Raises Refusal.
    """
    _require_open_box(Subscription.objects.get(pk=number), box_number)
    order_id = unpaid_order.end_attempts(number, now)
    with transaction.atomic():
        order = orders.lock(order_id) if order_id is not None else None
        subscription = _lock(number, box_number)
        box = subscriptions.lock_open_box(subscription)
        if box is not None and box.state in (BoxState.RETRYING, BoxState.ACTION):
            unpaid_order.cancel_order(box, order, "The box was skipped.")
        following = subscriptions.skip_box(subscription, now, by=by, reason=reason)
        change_emails.queue_skip_email(subscription, following.number - 1, following, by, reason)
        return following


def unskip(number: int, now: datetime, *, by: User | None, box_number: int = 0) -> Box:
    """Take a skip back, of box `box_number` if it is given. Returns the box that is sent after all. Raises Refusal.

    Subscribers get an e-mail if staff does it.
    """
    with transaction.atomic():
        box = undo.unskip_box(_lock(number), now, by=by)
        if box_number not in (0, box.number):
            raise Refusal("old_box", OLD_BOX)
        change_emails.queue_unskip_email(box.subscription, box, by)
        return box


def delay(number: int, to: datetime, now: datetime, *, by: User | None, box_number: int = 0) -> tuple[Box, FormerDate]:
    """Delay the next box. Returns it, and its former date. Raises Refusal."""
    with transaction.atomic():
        subscription = _lock(number, box_number)
        box = subscriptions.lock_open_box(subscription)
        former = FormerDate.of(subscription, box) if box is not None else None
        delayed = subscriptions.delay_box(subscription, to, now, by=by)
        change_emails.queue_delay_email(subscription, delayed, by)
    if former is None:
        raise AssertionError("A box that is delayed has a former date.")
    return delayed, former


def undelay(number: int, token: str, now: datetime, *, by: User | None) -> Box:
    """Give the next box its former date back. Raises Refusal."""
    with transaction.atomic():
        subscription = _lock(number)
        former = undo.read_former(token, subscription)
        if former is None:
            raise Refusal("too_late", undo.TOO_LATE)
        return undo.undelay_box(subscription, former, now, by=by)


def pause(number: int, until: datetime, now: datetime, *, by: User | None) -> Box:
    """Pause until a date, and tell by e-mail. Returns the next box. Raises Refusal."""
    with transaction.atomic():
        subscription = _lock(number)
        box = subscriptions.pause(subscription, until, now, by=by)
        change_emails.queue_pause_email(subscription, until, box, by)
        return box


def resume(number: int, now: datetime, *, by: User | None) -> None:
    """Go on after a pause, and tell by e-mail. Raises Refusal."""
    with transaction.atomic():
        subscription = _lock(number)
        subscriptions.resume(subscription, now, by=by)
        change_emails.queue_resumed_email(subscription, subscriptions.lock_open_box(subscription), by)


def cancel(number: int, now: datetime, *, by: User | None, at_once: bool = False) -> Subscription:
    """Cancel, and tell by e-mail what still runs. With `at_once` nothing does, not even a commitment. Returns the
    subscription as it is then. Raises Refusal.

    One that was not opened yet ends with its order, so that nobody pays for an order that opens nothing.
    """
    has_ended = unpaid_order.cancel_first_order(number, now)
    order_id = unpaid_order.end_attempts_of_leaver(number, now, at_once=at_once)
    with transaction.atomic():
        order = orders.lock(order_id) if order_id is not None else None
        subscription = _lock(number)
        if not has_ended:
            _cancel(subscription, order, now, by, at_once)
        change_emails.queue_cancellation_email(subscription, by)
    return subscription


def _cancel(subscription: Subscription, order: Order | None, now: datetime, by: User | None, at_once: bool) -> None:
    """Cancel a locked subscription, with the unpaid, locked order of its box, so that its link charges nothing."""
    if subscription.status == SubscriptionStatus.PENDING:  # somebody has begun to pay for its first order meanwhile
        raise Refusal("busy", subscriptions.BUSY)
    if subscription.cancel_after_box is not None and subscription.cancelled_at is not None and not at_once:
        raise Refusal("ended", "This subscription is canceled already.")
    box = subscriptions.lock_open_box(subscription)
    cancellations.cancel(subscription, now, by=by, at_once=at_once)
    if box is not None and subscription.status == SubscriptionStatus.CANCELLED:
        unpaid_order.cancel_left_order(box, order)


def reactivate(number: int, now: datetime, *, by: User | None) -> list[str]:
    """Take a cancellation back, and queue its e-mail. Returns what happens next, in sentences. Raises Refusal."""
    with transaction.atomic():
        subscription = _lock(number)
        cancellations.reactivate(subscription, now, by=by)
        box = subscriptions.lock_open_box(subscription)
        change_emails.queue_reactivated_email(subscription, box, by)
        return change_emails.reactivated_words(subscription, box)


def change_address(number: int, address: Address, now: datetime, *, by: User | None) -> str:
    """Send boxes to another address, and tell by e-mail. Returns what becomes of a box that is not paid yet, '' if
    there is none. Raises Refusal.
    """
    order_id = unpaid_order.end_attempts(number, now)
    with transaction.atomic():
        order = orders.lock(order_id) if order_id is not None else None
        return delivery_address.change_address(_lock(number), address, now, order=order, by=by)


def change_bill(number: int, address: Address, *, by: User | None) -> str:
    """Bill to another address, and tell by e-mail. Returns what becomes of a box that waited for it. Raises Refusal."""
    with transaction.atomic():
        return delivery_address.change_bill(_lock(number), address, by=by)


def cancel_all(user: User, now: datetime, *, by: User | None) -> int:
    """End all subscriptions of an account that is closed, at once. Nothing is charged afterwards. Returns how many.

    It runs in the caller's transaction. Raises Refusal while a box is being charged.
    """
    own = Subscription.objects.filter(user=user).exclude(status__in=[each.value for each in ENDED]).order_by("pk")
    numbers = list(own.values_list("pk", flat=True))
    for number in numbers:
        subscription = subscriptions.lock(number)
        if subscription.status not in ENDED:
            cancellations.cancel(subscription, now, by=by, at_once=True)
    return len(numbers)


def list_charging(user: User) -> list[int]:
    """Return the numbers of the account's subscriptions whose box is being charged at the moment. One query."""
    rows = Subscription.objects.filter(user=user, boxes__state=BoxState.CHARGING).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def _lock(number: int, box_number: int = 0) -> Subscription:
    """Lock a subscription. Raises Refusal when the box that was meant is not the next one any more."""
    subscription = subscriptions.lock(number)
    _require_open_box(subscription, box_number)
    return subscription


def _require_open_box(subscription: Subscription, number: int) -> None:
    """Refuse when the next box is not this one; 0 is any."""
    states = [each.value for each in OPEN_BOXES]
    if number and not subscription.boxes.filter(number=number, state__in=states).exists():
        raise Refusal("old_box", OLD_BOX)
