"""The form by which staff has a stopped box tried again. It says what is charged to what, and when."""

from collections.abc import Mapping

from django.forms import HiddenInput, IntegerField
from django.utils import timezone

from vintner.back_office.subscriptions.forms import SubscriptionForm
from vintner.customers.models import User
from vintner.money import Money
from vintner.refusal import Refusal
from vintner.renewals.retries import Retry, foresee_retry, retry_box
from vintner.subscriptions.models import Subscription
from vintner.web.dates import day_in_words

HARD = "The bank said that this method must not be tried again. Go on only if the subscriber has settled it there."
AFTERWARDS = (
    "The subscriber is told by email now, at least 48 hours before the charge. A decline that may pass is tried again,"
    " five times within a week."
)


class RetryForm(SubscriptionForm):
    """Announces and charges the box that has stopped once more, for the total that it shows."""

    button = "Try again"
    box = IntegerField(widget=HiddenInput, min_value=1)
    total = IntegerField(widget=HiddenInput, min_value=0)

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        try:
            retry = foresee_retry(subscription, timezone.now())
        except Refusal as refusal:
            self.problem = refusal.message
            return
        self.problem = retry.problem
        self.intro = _intro_of(retry) if not retry.problem else ""
        self.fields["box"].initial, self.fields["total"].initial = retry.box.number, retry.total.minor

    def act(self, by: User) -> str:
        number, total = self.cleaned_data["box"], Money(self.cleaned_data["total"])
        box = retry_box(self.subscription.pk, timezone.now(), by=by, box_number=number, shown_total=total)
        day = day_in_words(timezone.localtime(box.due_at).date())
        return f"The subscriber is told. {box.announced_total} is charged for box {box.number} on {day}."


def _intro_of(retry: Retry) -> str:
    day = day_in_words(timezone.localtime(retry.charged_at).date())
    charge = f"{retry.total}, with delivery and tax, is charged to {retry.method} on {day}."
    parts = [
        f"{charge} It is for box {retry.box.number}: {retry.wine}.",
        f"It stopped because: {retry.box.message}" if retry.box.message else "",
        HARD if retry.is_hard else "",
        AFTERWARDS,
    ]
    return "\n\n".join(part for part in parts if part)
