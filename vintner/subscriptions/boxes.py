"""What becomes of a box: paid, awaited, declined. The orders of boxes decide it, under their locks."""

from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.timezone import localtime

from vintner.money import Money
from vintner.orders.models import Order
from vintner.orders.rules import PAID, Status
from vintner.payments.models import Payment
from vintner.subscriptions import cancellations, subscriptions
from vintner.subscriptions.addresses import BAD_ADDRESS
from vintner.subscriptions.left_orders import alert_staff
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import (
    CHARGEABLE,
    ENDED,
    OPEN_BOXES,
    RETRY_PAUSES,
    SHORTEST_NOTICE,
    WAITING_BOXES,
    BoxState,
    SubscriptionStatus,
    next_retry,
)
from vintner.subscriptions.signals import box_left_out
from vintner.web.dates import day_in_words

EXPIRED: Final = "expired_card"
"""The reason of a box whose card has expired, by the store's or the bank's word."""


def follow_order_of_box(box: Box, order: Order, became: Status) -> None:
    """Note on a box what its order has become. The order is locked."""
    subscription = subscriptions.lock(box.subscription_id)
    box = Box.objects.select_for_update().get(pk=box.pk)
    now = timezone.now()
    if became in PAID:
        _pay(box, subscription, order, now)
    elif became is Status.ON_HOLD and box.state in OPEN_BOXES:
        _set_state(box, BoxState.AWAITING, order=order)
    elif became is Status.FAILED and box.state == BoxState.AWAITING:
        # A debit that comes back after days. A decline at once is noted by whoever charged (renewals/charging.py).
        if _has_left(subscription, box):
            _end_left(box, subscription, now)
            return
        decline(box, subscription, "debit_failed", "The payment did not arrive.", now)
    elif became is Status.CANCELLED and box.order_id == order.pk and box.state in WAITING_BOXES:
        _end_unpaid(box, subscription, now)
        box_left_out.send(Subscription, subscription=subscription, box=box, order=order, now=now)


def _pay(box: Box, subscription: Subscription, order: Order, now: datetime) -> None:
    """The box is paid: the subscription goes on, and the next box gets its date. The second time nothing happens."""
    if box.state == BoxState.PAID:
        return
    was_open = box.state in OPEN_BOXES
    box.ended_at, box.reason, box.message = now, "", ""
    _set_state(box, BoxState.PAID, order=order)
    subscriptions.add_event(subscription, f"Box {box.number} was paid by order {order.number}.")
    if not was_open and subscription.status in ENDED:
        alert_staff(subscription, order)
    if not was_open or subscription.status in ENDED:
        return
    if subscription.status == SubscriptionStatus.ON_HOLD and not subscription.is_paused:
        subscriptions.move(subscription, SubscriptionStatus.ACTIVE, "Goes on: the box was paid.", now=now)
    subscriptions.schedule_box(subscription, box.number + 1, now)


def decline(box: Box, subscription: Subscription, code: str, message: str, now: datetime) -> None:
    """Note a decline of a locked box, and plan the next try. The subscription waits meanwhile."""
    box.declines += 1
    retry_at = next_retry(box.declines, code, now)
    box.reason, box.message = code[:60], message[:500]
    if retry_at is None:
        _set_state(box, BoxState.ACTION)
    else:
        box.next_try_at = retry_at
        _set_state(box, BoxState.RETRYING)
    put_on_hold(subscription, f"Box {box.number} could not be charged. {box.message}".strip(), now)


def block(box: Box, subscription: Subscription, code: str, message: str, until: datetime, now: datetime) -> None:
    """Note that a locked box may not be sent. It is looked at again; nothing was charged."""
    box.reason, box.message, box.next_try_at = code[:60], message[:500], until
    _set_state(box, BoxState.RETRYING)
    put_on_hold(subscription, f"Box {box.number} may not be sent: {message}", now)


def await_subscriber(box: Box, subscription: Subscription, code: str, message: str, now: datetime) -> None:
    """Note that a locked box waits for its subscriber."""
    box.reason, box.message = code[:60], message[:500]
    _set_state(box, BoxState.ACTION)
    put_on_hold(subscription, f"Box {box.number} waits. {box.message}", now)


def await_address(box: Box, problem: str) -> bool:
    """Note on a locked box that it is not announced until its address is corrected. Whatever was announced counts no
    more. Its subscriber may skip or delay it meanwhile, as any that is planned. Returns whether that is new.
    """
    if (box.reason, box.message) == (BAD_ADDRESS, problem[:500]):
        return False
    box.announced_at = box.announced_for = box.announced_total = None
    box.reason, box.message = BAD_ADDRESS, problem[:500]
    box.save()
    return True


def forget_address_problem(box: Box) -> None:
    """Let a locked box be announced again whose address was corrected. The caller saves it."""
    if box.reason == BAD_ADDRESS:
        box.reason = box.message = ""


def place_by_hand(box: Box, subscription: Subscription, total: Money, now: datetime) -> None:
    """Have the order of a locked box, which waits for its subscriber, placed anew at once. The subscriber pays it by a
    link, so nothing is announced before. A method that was declined is not charged again.
    """
    if subscription.method_id is not None:
        box.declines = len(RETRY_PAUSES) + 1
    box.next_try_at, box.announced_total = now, total
    _set_state(box, BoxState.RETRYING)


def retry_with_new_method(subscription: Subscription, now: datetime, *, is_other: bool = True) -> bool:
    """Let a declined or waiting box of a locked subscription be charged at once, to the method that it has now. One
    that is not announced is charged after its notice.

    Returns whether it is. A method that was declined for this box starts no new sequence of tries, also when another
    one was chosen in between; nor does one that is no other (`is_other`), but for a card with a new date. One that is
    being charged is left to its worker, who looks at the method again (renewals/outcomes.py).
    """
    box = subscriptions.lock_open_box(subscription)
    if box is None or box.state not in (BoxState.RETRYING, BoxState.ACTION) or subscription.status not in CHARGEABLE:
        return False
    if box.reason == BAD_ADDRESS:  # another method is no other address
        return False
    if not (is_other or _has_new_date(subscription, box, now)) or _was_tried(subscription, box):
        return False
    is_known = is_announced(box)
    at = now if is_known else max(now + SHORTEST_NOTICE, box.due_at)
    box.next_try_at, box.declines, box.reason, box.message = at, 0, "", ""
    box.wanted_at = now if is_known else None
    _set_state(box, BoxState.RETRYING)
    when = "" if is_known else f" on {day_in_words(localtime(at).date())}"
    subscriptions.add_event(subscription, f"Box {box.number} is charged to the new payment method{when}.")
    return True


def is_announced(box: Box) -> bool:
    """Return whether the subscriber was told of the charge of a box as it is due now."""
    return box.announced_for is not None and box.announced_for == box.due_at


def find_charged_at_once(subscription: Subscription) -> Box | None:
    """Return the box that another payment method is charged for as soon as it is chosen, None if there is none."""
    if subscription.status not in CHARGEABLE or subscription.is_paused:
        return None
    box = subscription.boxes.filter(state__in=[BoxState.RETRYING, BoxState.ACTION]).select_related("order").first()
    return box if box is not None and is_announced(box) else None


def restart(box: Box, now: datetime) -> None:
    """Let a locked box that has stopped be announced and charged again, with all its retries."""
    box.announced_at = box.announced_for = box.announced_total = None
    box.next_try_at, box.declines, box.reason, box.message = now, 0, "", ""
    _set_state(box, BoxState.RETRYING)


def _has_new_date(subscription: Subscription, box: Box, now: datetime) -> bool:
    """Return whether a box waits because its card had expired, and the card was renewed since."""
    method = subscription.method
    return box.reason == EXPIRED and method is not None and not method.has_expired(now)


def _was_tried(subscription: Subscription, box: Box) -> bool:
    """Return whether the method was charged for this box before, without its subscriber."""
    if subscription.method is None:
        return False
    charged = Payment.objects.filter(order__cart_id=box.cart_id, off_session=True)
    return charged.filter(method=subscription.method.method_id).exists()


def _has_left(subscription: Subscription, box: Box) -> bool:
    """Return whether the subscriber has cancelled, and is not bound to take this box."""
    leaves = subscription.cancelled_at is not None and subscription.cancel_after_box == box.number
    return leaves and not cancellations.count_bound(subscription)


def _end_left(box: Box, subscription: Subscription, now: datetime) -> None:
    """End a cancelled subscription whose last box was not paid after all. It is not charged again."""
    box.ended_at = subscription.ends_at = now
    _set_state(box, BoxState.CANCELLED)
    text = f"The payment of box {box.number} did not arrive. The subscriber had canceled, so it ends."
    subscriptions.move(subscription, SubscriptionStatus.CANCELLED, text, now=now)


def put_on_hold(subscription: Subscription, text: str, now: datetime) -> None:
    if subscription.status == SubscriptionStatus.ACTIVE:
        subscriptions.move(subscription, SubscriptionStatus.ON_HOLD, text, now=now)
    else:
        subscriptions.add_event(subscription, text)


def _end_unpaid(box: Box, subscription: Subscription, now: datetime) -> None:
    """The order of an unpaid box was cancelled: the box is left out, and the next one gets its date."""
    box.ended_at = now
    _set_state(box, BoxState.CANCELLED)
    subscriptions.add_event(subscription, f"The order of box {box.number} was canceled: the box is left out.")
    if subscription.status in (SubscriptionStatus.ACTIVE, SubscriptionStatus.ON_HOLD):
        subscriptions.stay_for_more(subscription, 1)
        subscriptions.schedule_box(subscription, box.number + 1, now)
        if subscription.status == SubscriptionStatus.ON_HOLD and not subscription.is_paused:
            subscriptions.move(subscription, SubscriptionStatus.ACTIVE, "Goes on with the next box.", now=now)


def _set_state(box: Box, state: BoxState, *, order: Order | None = None) -> None:
    box.state, box.claimed_until = state, None
    if order is not None:
        box.order = order
    box.save()
