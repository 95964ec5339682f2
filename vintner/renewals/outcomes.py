"""Notes on a box what became of its charge, and tells the subscriber.

An order that is paid, or whose money is on its way, is noted wherever it is moved (subscriptions/order_events.py).
Rows are locked in the order: the order of the box, the subscription, the box.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction

from vintner import chaos
from vintner.orders import orders
from vintner.orders.emails import emails
from vintner.orders.models import Order
from vintner.orders.rules import TAKEN, Status
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.models import Payment
from vintner.refusal import Refusal
from vintner.renewals import notice_emails, notices
from vintner.renewals.announcements import ask_for_address, stop_sale
from vintner.renewals.claims import lock_claimed, release
from vintner.renewals.renewal_form import METHOD_CHANGED, MORE_THAN_ANNOUNCED, TO_PAY_BY_HAND
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.addresses import BAD_ADDRESS
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import AUTHENTICATION_CODES, BLOCKED_PAUSE, BY_HAND, BoxState

MAY_PASS: Final = frozenset(
    {"out_of_stock", "not_enough", "not_enough_with_cart", "coming_soon", "no_wine_there", "no_delivery"}
)
"""Why a box may not be sent now, but perhaps tomorrow: bottles come back, limits end with the month, laws change."""
LATER: Final = frozenset({"crowded", "busy", "paid", "empty_cart", "no_cart"})
"""Somebody else is at work on the same order: the claim runs out, and the next worker looks again."""
ASKED: Final = "authentication_required"
Kind = notices.Kind


def note_payment(claimed: Box, order_id: int, now: datetime) -> None:
    """Note what became of the last attempt to charge a claimed box."""
    with transaction.atomic():
        order = orders.lock(order_id)
        held = lock_claimed(claimed)
        if held is None:
            return
        subscription, box = held
        payment = Payment.objects.filter(order=order).order_by("-attempt").first()
        if order.status in TAKEN:
            boxes.follow_order_of_box(box, order, Status(order.status))
        elif payment is not None and is_new_decline(payment, box):
            _note_decline(subscription, box, payment, now)
        chaos.point("before_outcome_commit")


def is_new_decline(payment: Payment, box: Box) -> bool:
    """Return whether an attempt to charge a box was declined, and that was not counted yet. What a shopper tried on the
    order's page does not count.
    """
    declined = payment.status in (PaymentStatus.DECLINED, PaymentStatus.ACTION_REQUIRED)
    return declined and payment.off_session and payment.pk > box.noted_payment


def _note_decline(subscription: Subscription, box: Box, payment: Payment, now: datetime) -> None:
    order = payment.order
    emails.withdraw_failure_email(order)  # the subscriber reads our own
    box.order, box.noted_payment = order, payment.pk
    if _has_other_method(subscription, payment):
        box.declines = 0
        release(box, now)  # it was chosen while the old one was being charged
        return
    asks = payment.status == PaymentStatus.ACTION_REQUIRED
    boxes.decline(box, subscription, ASKED if asks else payment.error_code, payment.error_message, now)
    _notify_of_decline(subscription, box, order, now)


def _has_other_method(subscription: Subscription, payment: Payment) -> bool:
    return subscription.method is not None and subscription.method.method_id != payment.method


def _notify_of_decline(subscription: Subscription, box: Box, order: Order, now: datetime) -> None:
    """Tell of the first decline, and of the last one. The tries between them are silent."""
    about = f"box {box.number} order {order.pk} attempt {box.noted_payment}"
    if box.reason in AUTHENTICATION_CODES:
        notices.send(
            subscription, Kind.ACTION, about, notice_emails.write_authentication_email(subscription, box, order), now
        )
    elif box.state == BoxState.ACTION:
        email = notice_emails.write_decline_email(subscription, box, order, None)
        notices.send(subscription, Kind.FAILED, about, email, now)
    elif box.declines == 1:
        email = notice_emails.write_decline_email(subscription, box, order, box.next_try_at)
        notices.send(subscription, Kind.FAILED, about, email, now)


def note_expired_method(claimed: Box, order: Order | None, now: datetime) -> None:
    """Note that the card of a claimed box has expired. The bank is not asked."""
    with transaction.atomic():
        held = lock_claimed(claimed)
        if held is None or held[0].method is None:
            return
        subscription, box = held
        boxes.decline(box, subscription, boxes.EXPIRED, "The card has expired.", now)
        email = notice_emails.write_decline_email(subscription, box, order, None)
        notices.send(subscription, Kind.FAILED, f"box {box.number} expired {subscription.method_id}", email, now)
        chaos.point("before_outcome_commit")


def note_unpaid(claimed: Box, order_id: int, now: datetime) -> None:
    """Note that the order of a claimed box waits to be paid by hand, and mail its link."""
    with transaction.atomic():
        order = orders.lock(order_id)
        held = lock_claimed(claimed)
        if held is None:
            return
        subscription, box = held
        box.order = order
        boxes.await_subscriber(box, subscription, BY_HAND, "The box waits to be paid.", now)
        email = notice_emails.write_payment_email(subscription, box, order, now + TO_PAY_BY_HAND)
        notices.send(subscription, Kind.UNPAID, f"box {box.number} order {order.pk}", email, now)
        chaos.point("before_outcome_commit")


def notify_left_out(subscription: Subscription, box: Box, order: Order, now: datetime, **_: object) -> None:
    """Tell that a box is left out because its order was cancelled. Receiver of `box_left_out`."""
    email = notice_emails.write_left_out_email(subscription, box, order, subscriptions.lock_open_box(subscription))
    notices.send(subscription, Kind.LEFT_OUT, f"box {box.number} order {order.pk}", email, now)


def note_refusal(claimed: Box, refused: tuple[Refusal, ...], now: datetime) -> None:
    """Note why no order could be placed for a claimed box. Nothing was charged."""
    first = next((each for each in refused if each.code in LATER), refused[0])
    if first.code in LATER:
        return
    with transaction.atomic():
        held = lock_claimed(claimed)
        if held is None:
            return
        _handler_of(first.code)(*held, first, now)
        chaos.point("before_outcome_commit")


def _handler_of(code: str) -> Callable[[Subscription, Box, Refusal, datetime], None]:
    if code == METHOD_CHANGED:
        return _look_again
    if code == MORE_THAN_ANNOUNCED:
        return _announce_again
    if code == BAD_ADDRESS:
        return _ask_for_address
    if code in MAY_PASS or code.startswith("age"):
        return _block
    return _stop


def _look_again(subscription: Subscription, box: Box, refusal: Refusal, now: datetime) -> None:
    release(box, now)


def _announce_again(subscription: Subscription, box: Box, refusal: Refusal, now: datetime) -> None:
    """The box is announced again with what it costs by now, and charged some days later."""
    box.announced_at = box.announced_for = box.announced_total = None
    release(box, now)


def _block(subscription: Subscription, box: Box, refusal: Refusal, now: datetime) -> None:
    boxes.block(box, subscription, refusal.code, refusal.message, now + BLOCKED_PAUSE, now)
    email = notice_emails.write_blocked_email(subscription, box, refusal.message)
    if notices.send(subscription, Kind.BLOCKED, notices.about_reason(box, refusal.code), email, now):
        notices.email_merchant(subscription, box, refusal.message)


def _ask_for_address(subscription: Subscription, box: Box, refusal: Refusal, now: datetime) -> None:
    release(box)
    ask_for_address(subscription, box, refusal.message, now)


def _stop(subscription: Subscription, box: Box, refusal: Refusal, now: datetime) -> None:
    stop_sale(subscription, box, now, refusal.code, refusal.message)
