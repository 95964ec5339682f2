"""Tries a box again that has stopped: staff asks for it once what stopped it is put right.

The last e-mail said that nothing more is tried, so the charge is announced anew, and comes 48 hours later.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.payments.offered_types import find_problem
from vintner.refusal import Refusal
from vintner.renewals import forecast, notice_emails
from vintner.renewals.announcements import announce_box
from vintner.renewals.claims import may_be_charged
from vintner.renewals.forecast import DryRun
from vintner.renewals.renewal_form import usable_method
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.addresses import billing_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import HARD_DECLINES, SHORTEST_NOTICE, BoxState

NOT_STOPPED: Final = "No box of this subscription has stopped."
NOT_CHARGED: Final = "Nothing is charged while the subscription is paused, has ended, or has no account."
BY_HAND: Final = "There is no payment method to be charged: the subscriber has to choose one, or pays by the link."


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """What trying a stopped box again means: what is charged to what, and when. `problem` says why it is no use now.

    `is_hard` says that the bank wants the same method not to be tried again.
    """

    box: Box
    wine: str
    total: Money
    method: str
    charged_at: datetime
    is_hard: bool
    problem: str


def foresee_retry(subscription: Subscription, now: datetime) -> Retry:
    """Return what trying the stopped box again would do. Raises Refusal when there is none."""
    box = subscription.boxes.filter(state=BoxState.ACTION).first()
    if box is None:
        raise Refusal("not_stopped", NOT_STOPPED)
    return _foresee(subscription, box, now)


def _foresee(subscription: Subscription, box: Box, now: datetime) -> Retry:
    charged_at, method = max(box.due_at, now + SHORTEST_NOTICE), usable_method(subscription)
    run = forecast.try_box(box, now)
    return Retry(
        box=box,
        wine=f"{subscription.quantity} × {run.wine}",
        total=run.total or ZERO,
        method=method.label if method is not None else "",
        charged_at=charged_at,
        is_hard=box.reason in HARD_DECLINES,
        problem=_find_problem(subscription, run, charged_at),
    )


def _find_problem(subscription: Subscription, run: DryRun, charged_at: datetime) -> str:
    """Return why a try would be in vain, '' when it is not known to be."""
    method = usable_method(subscription)
    if not may_be_charged(subscription):
        return NOT_CHARGED
    if method is None:
        return BY_HAND
    if method.has_expired(charged_at):
        return f"{method.label} has expired by then: the subscriber has to choose another payment method."
    if run.obstacles:
        return " ".join(run.obstacles)
    return find_problem(method.method_type, billing_of(subscription).country, run.total)


def retry_box(number: int, now: datetime, *, by: User, box_number: int, shown_total: Money) -> Box:
    """Announce the charge of a stopped box anew, for the total that was shown. Returns the box. Raises Refusal.

    A box that was paid, is being charged or is another one by now is left alone.
    """
    with transaction.atomic():
        subscription = subscriptions.lock(number)
        box = subscriptions.lock_open_box(subscription)
        if box is None or box.number != box_number or box.state != BoxState.ACTION:
            raise Refusal("not_stopped", NOT_STOPPED)
        if problem := _foresee(subscription, box, now).problem:
            raise Refusal("stopped", problem)
        boxes.restart(box, now)
        announce_box(box.pk, now)
        box.refresh_from_db()
        if box.announced_total != shown_total:
            raise Refusal("total", f"The box costs {box.announced_total} by now. Please look at it once more.")
        text = f"Box {box.number} is tried again on {notice_emails.day(box.due_at)}."
        subscriptions.add_event(subscription, text, kind=subscriptions.kind_of(subscription, by), by=by)
    return box
