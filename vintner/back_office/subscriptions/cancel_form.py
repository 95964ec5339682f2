"""The form by which staff cancels a subscription. It says what still comes, with and without ending it at once."""

from collections.abc import Mapping

from django.forms import BooleanField
from django.utils import timezone
from unfold.widgets import UnfoldBooleanSwitchWidget

from vintner.back_office.subscriptions.forms import MAILED, SubscriptionForm
from vintner.customers.models import User
from vintner.subscriptions import cancellations
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.changes import own_actions
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, OPEN_BOXES, BoxState, SubscriptionStatus

REFUND = "A paid order stays as it is: refund it there if you want to."
NOTHING_MORE = "Nothing more is charged."


class CancelForm(SubscriptionForm):
    """Cancels the subscription."""

    button = "Cancel the subscription"
    at_once = BooleanField(
        widget=UnfoldBooleanSwitchWidget,
        required=False,
        label="At once, also within the commitment",
        help_text="Off: what was paid for runs out, and a commitment is kept.",
    )

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        box = subscription.boxes.filter(state__in=[each.value for each in OPEN_BOXES]).first()
        ways = (
            f"With “At once” off: {_what_runs_out(subscription, box)}",
            f"With it on: {_what_ends(subscription, box)}",
        )
        self.intro = "\n\n".join((*ways, f"{REFUND} {MAILED}"))

    def act(self, by: User) -> str:
        at_once = self.cleaned_data["at_once"]
        cancelled = own_actions.cancel(self.subscription.pk, timezone.now(), by=by, at_once=at_once)
        if cancelled.status in CHARGEABLE:
            return f"The subscription ends after box {cancelled.cancel_after_box}."
        if cancelled.status == SubscriptionStatus.PENDING_CANCEL and cancelled.ends_at is not None:
            return f"The subscription is canceled. It ends on {day_of(cancelled.ends_at)}."
        return "The subscription is canceled, and has ended."


def _what_runs_out(subscription: Subscription, box: Box | None) -> str:
    """Return what still comes after an ordinary cancellation, as `cancellations.cancel` does it."""
    if subscription.status == SubscriptionStatus.PENDING:
        return _what_ends(subscription, box)
    if subscription.cancelled_at is not None:
        return "nothing changes, because it is canceled already."
    is_awaited = box is not None and box.state == BoxState.AWAITING
    if bound := cancellations.count_bound(subscription):
        last = (box.number - 1 if box is not None else 0) + bound
        boxes = "1 more box comes and is charged" if bound == 1 else f"{bound} more boxes come and are charged"
        return f"{boxes}; it ends after box {last}."
    if box is not None and is_awaited:
        return f"box {box.number}, whose payment is on its way, is the last one. {NOTHING_MORE}"
    if box is not None and box.state == BoxState.SCHEDULED:
        return f"it ends on {day_of(next_due(subscription, box))}. {NOTHING_MORE}"
    return _what_ends(subscription, box)


def _what_ends(subscription: Subscription, box: Box | None) -> str:
    """Return what becomes of a subscription that ends at once."""
    if subscription.status == SubscriptionStatus.PENDING:
        return "it ends now, together with its first order, which is not paid yet."
    if box is None:
        return f"it ends now. {NOTHING_MORE}"
    if box.state == BoxState.AWAITING:
        return (
            f"it ends now. Box {box.number} is sent only if its payment, which is on its way, arrives. {NOTHING_MORE}"
        )
    return f"it ends now, and box {box.number} does not come. {NOTHING_MORE}"
