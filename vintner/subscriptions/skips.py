"""How many boxes in a row can be skipped."""

from collections.abc import Sequence

from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import OPEN_BOXES, BoxState


def skips_left(subscription: Subscription, boxes: Sequence[Box]) -> int:
    """Return how many more boxes can be skipped in a row, with all `boxes` read already, the newest first."""
    skipped = 0
    for box in boxes:
        if box.state in OPEN_BOXES:
            continue
        if box.state != BoxState.SKIPPED:
            break
        skipped += 1
    return subscription.skips_in_a_row - skipped


def skip_refusal(subscription: Subscription, boxes: Sequence[Box]) -> str:
    """Return why the next box cannot be skipped, '' if it can; with all `boxes` read already, the newest first."""
    return "" if skips_left(subscription, boxes) > 0 else skip_limit(subscription)


def skip_limit(subscription: Subscription) -> str:
    """Return how many boxes in a row can be skipped, and what else can be done."""
    most = subscription.skips_in_a_row
    limit = f"You can skip at most {most} boxes in a row."
    if most < 2:
        limit = "You cannot skip two boxes in a row." if most else "Boxes of this subscription cannot be skipped."
    pause = ", or pause the subscription" if subscription.longest_pause else ""
    return f"{limit} You can delay the box{pause}."
