"""Announces charges: the day, the amount, the method, and how to change that."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from vintner import chaos
from vintner.renewals import notice_emails, notices, prices
from vintner.renewals.box_carts import announced_total
from vintner.renewals.claims import may_be_charged
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.addresses import BAD_ADDRESS, find_address_problem
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, DUE_BOXES, NOTICE_AHEAD, SHORTEST_NOTICE
from vintner.web.isolation import isolated

NOT_FOR_SALE: Final = "not_for_sale"
NOT_SOLD: Final = "The wine is not sold any more."


def announce_due_boxes(now: datetime) -> None:
    """Announce the boxes that are due within days and were not announced for their date."""
    found = Box.objects.filter(
        Q(announced_for=None) | ~Q(announced_for=F("due_at")),
        state__in=DUE_BOXES,
        next_try_at__lte=now + NOTICE_AHEAD,
        subscription__status__in=CHARGEABLE,
        subscription__paused_until=None,
        subscription__user__is_active=True,
    )
    for box_id in list(found.order_by("next_try_at").values_list("pk", flat=True)):
        with isolated(f"the notice of box {box_id}"):
            announce_box(box_id, now)


def announce_box(box_id: int, now: datetime) -> None:
    """Tell a subscriber what a box is going to cost, and when it is charged.

    A late notice moves the charge, and not the boxes that follow: their dates do not depend on this one. A retry is not
    moved to an earlier moment.
    """
    with transaction.atomic():
        subscription = subscriptions.lock(Box.objects.values_list("subscription_id", flat=True).get(pk=box_id))
        box = Box.objects.select_for_update().get(pk=box_id)
        if box.state not in DUE_BOXES or box.announced_for == box.due_at or not may_be_charged(subscription):
            return
        if problem := find_address_problem(subscription):
            ask_for_address(subscription, box, problem, now)
            return
        boxes.forget_address_problem(box)
        if box.due_at < now + SHORTEST_NOTICE:
            box.due_at = max(now + SHORTEST_NOTICE, box.next_try_at)
        box.next_try_at = max(box.next_try_at, box.due_at)  # nothing is charged before the day that is told
        prices.apply_changes(subscription, box, now)
        total = announced_total(subscription, box, now)
        if total is None:
            stop_sale(subscription, box, now)
            return
        box.announced_total, box.announced_at, box.announced_for = total, now, box.due_at
        box.save()
        about = f"box {box.number} {box.due_at:%Y-%m-%d %H:%M:%S} {total.minor}"
        email = notice_emails.write_charge_email(subscription, box, total)
        notices.send(subscription, notices.Kind.CHARGE, about, email, now)
        chaos.point("before_announcement_commit")


def ask_for_address(subscription: Subscription, box: Box, problem: str, now: datetime) -> None:
    """Tell of a locked box that is not announced before its address is corrected, once for its date."""
    if not boxes.await_address(box, problem):
        return
    subscriptions.add_event(subscription, f"Box {box.number} waits for another address. {problem}")
    email = notice_emails.write_address_email(subscription, box, problem)
    if notices.send(subscription, notices.Kind.BLOCKED, notices.about_reason(box, BAD_ADDRESS), email, now):
        notices.email_merchant(subscription, box, problem)


def stop_sale(
    subscription: Subscription, box: Box, now: datetime, code: str = NOT_FOR_SALE, reason: str = NOT_SOLD
) -> None:
    """Note why a locked box cannot be sold to its subscriber, and tell subscriber and merchant, once for each code."""
    boxes.await_subscriber(box, subscription, code, reason, now)
    email = notice_emails.write_stopped_email(subscription, box, reason)
    if notices.send(subscription, notices.Kind.BLOCKED, notices.about_reason(box, code), email, now):
        notices.email_merchant(subscription, box, reason)
