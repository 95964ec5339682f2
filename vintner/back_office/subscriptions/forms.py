"""The forms of the admin about one subscription. Each is written into its history with who filled it in, and what
changes the subscription is told to the subscriber.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar, Final

from django.forms import CharField, DateField, Form, HiddenInput, IntegerField
from django.utils import timezone
from unfold.widgets import UnfoldAdminSingleDateWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from vintner.customers.models import User
from vintner.subscriptions import subscriptions
from vintner.subscriptions.changes import own_actions, undo
from vintner.subscriptions.changes.change_emails import due_day
from vintner.subscriptions.dates import at_store_noon, day_of
from vintner.subscriptions.models import Subscription, SubscriptionEvent
from vintner.subscriptions.rules import OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.subscriptions.skips import skip_refusal

LONGEST_NOTE: Final = 1000
LONGEST_REASON: Final = 200
MAILED: Final = "The subscriber gets an email that says you did it for them."


class SubscriptionForm(Form):
    """A form about one subscription, with an action. `button` is the button's text; `intro` says what will happen;
    `heading` takes the place of the action's own.
    """

    heading = ""
    intro = ""
    button: ClassVar[str] = ""

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(data)
        self.subscription = subscription
        self.problem = ""
        """Why the action is no use now, in place of the button."""

    def act(self, by: User) -> str:
        """Do the action and return the success message. Raises Refusal."""
        raise NotImplementedError


class BoxForm(SubscriptionForm):
    """A form about the next box. It says which one that was, so that nothing happens to the box after it."""

    box = IntegerField(widget=HiddenInput, required=False, min_value=0)

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        self.open_box = subscription.boxes.filter(state__in=[each.value for each in OPEN_BOXES]).first()
        self.fields["box"].initial = self.open_box.number if self.open_box is not None else 0

    @property
    def box_number(self) -> int:
        """The box that the form was about, 0 if it did not say."""
        return self.cleaned_data["box"] or 0


class SubscriptionNoteForm(SubscriptionForm):
    """Adds a note for staff."""

    button = "Write the note"
    note = CharField(
        widget=UnfoldAdminTextareaWidget, max_length=LONGEST_NOTE, help_text="Only staff reads it, in the history."
    )

    def act(self, by: User) -> str:
        kind = SubscriptionEvent.Kind.NOTE
        subscriptions.add_event(self.subscription, self.cleaned_data["note"], kind=kind, by=by)
        return "The note is written."


class SkipForm(BoxForm):
    """Skips the next box, also one that could not be charged."""

    button = "Skip the next box"
    intro = f"Nothing is charged for it. The box after it comes at its own date. {MAILED}"
    reason = CharField(
        widget=UnfoldAdminTextInputWidget,
        max_length=LONGEST_REASON,
        required=False,
        help_text="The subscriber reads it in the email, and staff in the history.",
    )

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        if self.open_box is not None and self.open_box.state in (BoxState.RETRYING, BoxState.ACTION):
            why = f" It could not be charged: {self.open_box.message}" if self.open_box.message else ""
            self.intro = f"{self.intro}{why}\n\nAn order of this box that is not paid is canceled."
        elif limit := skip_refusal(subscription, list(subscription.boxes.order_by("-number"))):
            self.intro = f"{self.intro}\n\nThe subscriber cannot do this without you: {limit[0].lower()}{limit[1:]}"

    def act(self, by: User) -> str:
        following = own_actions.skip_by_staff(
            self.subscription.pk,
            timezone.now(),
            by=by,
            box_number=self.box_number,
            reason=self.cleaned_data["reason"],
        )
        return f"Box {following.number - 1} is skipped. The next one is due on {due_day(following)}."


class UnskipForm(SubscriptionForm):
    """Takes back that a box is skipped. It says which one, so that no other comes."""

    button = "Send the box after all"
    box = IntegerField(widget=HiddenInput, min_value=1)

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        skipped = undo.find_skipped(subscription, timezone.now())
        if skipped is None:
            self.problem = undo.TOO_LATE
            return
        self.fields["box"].initial = skipped.number
        self.intro = (
            f"Box {skipped.number} is due on {day_of(skipped.due_at)}, and is announced before it is charged. {MAILED}"
        )

    def act(self, by: User) -> str:
        box = own_actions.unskip(self.subscription.pk, timezone.now(), by=by, box_number=self.cleaned_data["box"])
        return f"Box {box.number} is due on {day_of(box.due_at)}."


class DelayForm(BoxForm):
    """Moves the next box to a later day."""

    button = "Move the box"
    intro = MAILED
    date = DateField(
        widget=UnfoldAdminSingleDateWidget,
        label="New date",
        help_text="After the date of the box, and within a year. Later boxes follow it.",
    )

    def act(self, by: User) -> str:
        to = at_store_noon(self.cleaned_data["date"])
        box, _ = own_actions.delay(self.subscription.pk, to, timezone.now(), by=by, box_number=self.box_number)
        return f"Box {box.number} is due on {day_of(box.due_at)}."


class PauseForm(SubscriptionForm):
    """Pauses the subscription."""

    button = "Pause"
    intro = f"Nothing is charged until the day that you choose. {MAILED}"
    date = DateField(widget=UnfoldAdminSingleDateWidget, label="Until")

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        if subscription.status == SubscriptionStatus.ACTIVE and not subscription.longest_pause:
            self.problem = "It cannot be paused: its plan had no pause. You can skip or delay a box."
        latest = timezone.now() + timedelta(days=subscription.longest_pause)
        self.fields["date"].help_text = f"At most {subscription.longest_pause} days: until {day_of(latest)}."

    def act(self, by: User) -> str:
        until = at_store_noon(self.cleaned_data["date"])
        own_actions.pause(self.subscription.pk, until, timezone.now(), by=by)
        return f"The subscription is paused until {day_of(until)}. Nothing is charged until then."


class ResumeForm(SubscriptionForm):
    """Lets a paused subscription go on."""

    button = "Go on"
    intro = f"The next box is announced before it is charged. {MAILED}"

    def act(self, by: User) -> str:
        own_actions.resume(self.subscription.pk, timezone.now(), by=by)
        box = self.subscription.boxes.filter(state__in=[each.value for each in OPEN_BOXES]).first()
        due = f" Box {box.number} is due on {day_of(box.due_at)}." if box is not None else ""
        return f"The subscription goes on.{due}"


class ReactivateForm(SubscriptionForm):
    """Takes a cancellation back."""

    button = "Take the cancellation back"

    def __init__(self, subscription: Subscription, data: Mapping[str, object] | None) -> None:
        super().__init__(subscription, data)
        if not subscription.may_reactivate(timezone.now()):
            if subscription.cancelled_at is not None:
                self.problem = "What was paid for has run out: only the subscriber can subscribe anew."
            return
        until = subscription.paused_until
        what = "Boxes come and are charged as before."
        if until is not None and until > timezone.now():
            what = f"It is paused again until {day_of(until)}; boxes come and are charged after that."
        self.intro = f"{what} {MAILED}"

    def act(self, by: User) -> str:
        return " ".join(own_actions.reactivate(self.subscription.pk, timezone.now(), by=by))
