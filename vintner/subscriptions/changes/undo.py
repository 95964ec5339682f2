"""Takes back what a subscriber did to the next box: a skip, or a delay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.signing import BadSignature, Signer

from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.subscriptions import subscriptions
from vintner.subscriptions.box_dates import next_due, restore_date
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, LEAST_AHEAD, BoxState

TOO_LATE: Final = "This cannot be taken back any more."
_SIGNER: Final = Signer(salt="vintner.subscriptions.former_date")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerDate:
    """The date of a box before it was delayed, and what later boxes counted from. The time is exact."""

    subscription_id: int
    box_number: int
    due_at: datetime
    anchor_at: datetime
    anchor_number: int

    @classmethod
    def of(cls, subscription: Subscription, box: Box) -> "FormerDate":
        """Return the date of a box as it is now."""
        return cls(
            subscription_id=subscription.pk,
            box_number=box.number,
            due_at=box.due_at,
            anchor_at=subscription.anchor_at,
            anchor_number=subscription.anchor_number,
        )

    def sign(self) -> str:
        """Return the date as a part of an address."""
        parts = (self.subscription_id, self.box_number, self.due_at.timestamp(), self.anchor_at.timestamp())
        return _SIGNER.sign("_".join([*(repr(part) for part in parts), str(self.anchor_number)]))


def read_former(token: str, subscription: Subscription) -> FormerDate | None:
    """Return the date in a part of an address, None if it was not signed here for this subscription."""
    try:
        number, box, due, anchor, anchor_number = _SIGNER.unsign(token).split("_")
    except (BadSignature, ValueError):
        return None
    zone = subscription.anchor_at.tzinfo
    former = FormerDate(
        subscription_id=int(number),
        box_number=int(box),
        due_at=datetime.fromtimestamp(float(due), zone),
        anchor_at=datetime.fromtimestamp(float(anchor), zone),
        anchor_number=int(anchor_number),
    )
    return former if former.subscription_id == subscription.pk else None


def can_unskip(subscription: Subscription, boxes: Sequence[Box], now: datetime) -> Box | None:
    """Return the skipped box just before the next one, if the skip can still be taken back. `boxes` are all of the
    subscription's, or its last two, the newest first.
    """
    if len(boxes) < 2 or subscription.status not in CHARGEABLE:
        return None
    following, skipped = boxes[0], boxes[1]
    is_untouched = following.state == BoxState.SCHEDULED and following.order_id is None
    is_skipped = skipped.state == BoxState.SKIPPED and skipped.order_id is None
    return skipped if is_untouched and is_skipped and skipped.due_at > now + LEAST_AHEAD else None


def find_skipped(subscription: Subscription, now: datetime) -> Box | None:
    """Return the box whose skip can still be taken back, None if there is none."""
    return can_unskip(subscription, list(subscription.boxes.order_by("-number")[:2]), now)


def unskip_box(subscription: Subscription, now: datetime, *, by: User | None = None) -> Box:
    """Take back the skip of the box before the next one, of a locked subscription. Returns it. Raises Refusal.

    A box that the skip moved behind a pause has its date from before again: it counts if the pause ends early.
    """
    last_two = list(Box.objects.select_for_update().filter(subscription=subscription).order_by("-number")[:2])
    skipped = can_unskip(subscription, last_two, now)
    if skipped is None:
        raise Refusal("too_late", TOO_LATE)
    last_two[0].delete()
    if skipped.due_before_skip is not None:
        skipped.due_at = restore_date(subscription, skipped, skipped.due_before_skip, now)
    skipped.state, skipped.ended_at, skipped.next_try_at = BoxState.SCHEDULED, None, skipped.due_at
    skipped.due_before_skip = None
    skipped.save(update_fields=["state", "ended_at", "due_at", "due_before_skip", "next_try_at"])
    subscriptions.stay_for_more(subscription, -1)
    text = f"Box {skipped.number} is not skipped after all. It is due on {day_of(next_due(subscription, skipped))}."
    _note(subscription, text, by)
    return skipped


def undelay_box(subscription: Subscription, former: FormerDate, now: datetime, *, by: User | None = None) -> Box:
    """Give the next box of a locked subscription its former date back. Raises Refusal."""
    box = subscriptions.lock_open_box(subscription)
    is_same = box is not None and box.number == former.box_number and box.state == BoxState.SCHEDULED
    if box is None or not is_same or former.due_at <= now + LEAST_AHEAD or box.due_at <= former.due_at:
        raise Refusal("too_late", TOO_LATE)
    subscription.anchor_at, subscription.anchor_number = former.anchor_at, former.anchor_number
    subscription.save(update_fields=["anchor_at", "anchor_number"])
    box.due_at = box.next_try_at = former.due_at
    box.announced_at = box.announced_for = box.announced_total = None
    box.save()
    _note(subscription, f"Box {box.number} is not delayed after all.", by)
    return box


def _note(subscription: Subscription, text: str, by: User | None) -> None:
    subscriptions.add_event(subscription, text, kind=subscriptions.kind_of(subscription, by), by=by)
