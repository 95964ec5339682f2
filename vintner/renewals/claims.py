"""Claims of due boxes: one worker charges a box, for some minutes. A worker that dies leaves a claim that runs out."""

from datetime import datetime, timedelta
from typing import Final

from vintner.subscriptions import subscriptions
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, SHORTEST_NOTICE, BoxState, SubscriptionStatus

CLAIM: Final = timedelta(minutes=5)
"""Longer than placing and charging an order can take."""

_CLAIM = """
UPDATE subscriptions_box SET state = %(charging)s, claimed_until = %(until)s
WHERE id = (
    SELECT box.id FROM subscriptions_box box JOIN subscriptions_subscription s ON s.id = box.subscription_id
    JOIN customers_user u ON u.id = s.user_id AND u.is_active
    WHERE {due} AND (box.announced_at <= %(told)s OR box.wanted_at > box.announced_at)
    AND box.announced_for = box.due_at
    AND s.status = ANY(%(chargeable)s) AND s.paused_until IS NULL
    ORDER BY box.{order}, box.id LIMIT 1 FOR UPDATE OF box SKIP LOCKED
) RETURNING *
"""
_LOST: Final = _CLAIM.format(due="box.state = 'charging' AND box.claimed_until <= %(now)s", order="claimed_until")
_DUE: Final = _CLAIM.format(
    due="box.state IN ('scheduled', 'retrying') AND box.next_try_at <= %(now)s", order="next_try_at"
)


def claim_due_box(now: datetime) -> Box | None:
    """Claim a box that is due, or one whose worker died; None when there is none.

    It was announced long enough before, for the date that it has now; a retry needs no further notice, nor
    does a charge that the subscriber wants since. Its subscription is active or on hold, and not paused. One statement,
    a second one when nothing was left behind; two workers never get the same box.
    """
    values = {
        "charging": BoxState.CHARGING.value,
        "until": now + CLAIM,
        "now": now,
        "told": now - SHORTEST_NOTICE,
        "chargeable": [each.value for each in CHARGEABLE],
    }
    for statement in (_LOST, _DUE):
        found = next(iter(Box.objects.raw(statement, values)), None)
        if found is not None:
            return found
    return None


def lock_claimed(claimed: Box) -> tuple[Subscription, Box] | None:
    """Lock a claimed box with its subscription; None when the claim has run out and somebody else took it over, or when
    its order was paid meanwhile.
    """
    subscription = subscriptions.lock(claimed.subscription_id)
    box = Box.objects.select_for_update().get(pk=claimed.pk)
    is_mine = box.state == BoxState.CHARGING and box.claimed_until == claimed.claimed_until
    return (subscription, box) if is_mine else None


def may_be_charged(subscription: Subscription) -> bool:
    """Return whether boxes of a locked subscription may be charged."""
    has_owner = subscription.user is not None and subscription.user.is_active
    return has_owner and not subscription.is_paused and SubscriptionStatus(subscription.status) in CHARGEABLE


def release(box: Box, next_try_at: datetime | None = None) -> None:
    """Give a locked, claimed box back: it is claimed again at its time, or at another one."""
    if next_try_at is not None:
        box.next_try_at = next_try_at
    is_retried = box.noted_payment or box.reason or box.next_try_at != box.due_at
    box.state, box.claimed_until = BoxState.RETRYING if is_retried else BoxState.SCHEDULED, None
    box.save()
