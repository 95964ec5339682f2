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
    return "" if skips_left(subscription, boxes) > 0 else skip_limit(subscription.skips_in_a_row)


def skip_limit(most: int) -> str:
    """Return how many boxes in a row can be skipped, and what else can be done."""
    if most == 0:
        return "Boxes of this subscription cannot be skipped. You can delay the box instead."
    boxes = "One box" if most == 1 else f"{most} boxes"
    return f"{boxes} in a row can be skipped, not more. You can delay the box, or pause the subscription."
