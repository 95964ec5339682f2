"""The forms of the admin about one order."""

from collections.abc import Callable, Collection, Mapping
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.forms import BooleanField, CharField, ChoiceField, Form, HiddenInput
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from vintner.customers.models import User
from vintner.orders import notes
from vintner.orders.emails import emails
from vintner.orders.models import Email, Order
from vintner.orders.rules import Status
from vintner.orders.shipments.promises import completion_problem, hold_words


class OrderForm(Form):
    """A form about one order, with an action. `button` is the button's text, by default the title.

    `problem` says why the action is not possible now; the page has no fields then.
    """

    intro = ""
    problem = ""
    button: ClassVar[str] = ""

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(data)
        self.order = order

    def act(self, by: User) -> str:
        """Do the action and return the success message. Raises Refusal."""
        raise NotImplementedError


class NoteForm(OrderForm):
    """Adds a note to the order."""

    note = CharField(widget=UnfoldAdminTextareaWidget, max_length=notes.LONGEST)
    to_customer = BooleanField(
        widget=UnfoldBooleanSwitchWidget, required=False, label="Send it to the customer, who sees it with the order"
    )

    def act(self, by: User) -> str:
        to_customer = self.cleaned_data["to_customer"]
        notes.add(self.order, self.cleaned_data["note"], by=by, to_customer=to_customer)
        return "The note is written and sent." if to_customer else "The note is written."


class EmailForm(OrderForm):
    """Sends one of the order's e-mails again, or the order's details with a link to pay."""

    which = ChoiceField(widget=UnfoldAdminSelectWidget, label="Email")

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(order, data)
        again = [(str(email.pk), f"Once more: {email.subject}, to {email.to}") for email in order.emails.all()]
        self.fields["which"].choices = [("details", "What was ordered, with a link to pay"), *again]  # type: ignore[attr-defined]

    def act(self, by: User) -> str:
        which = self.cleaned_data["which"]
        if which == "details":
            emails.send_details(self.order)
        else:
            emails.resend(Email.objects.get(pk=which, order=self.order))
        return "The email is on its way."


class StatusForm(OrderForm):
    """Changes the status to one of `targets`, by calling `move`.

    It says which status the order had when the page was opened: what somebody has changed meanwhile is not overwritten.
    No status is chosen beforehand: a press on the button alone changes nothing.
    An order that is held for the weather is completed only with `although_held`.
    """

    button = "Change"
    was = CharField(widget=HiddenInput)
    to = ChoiceField(
        widget=UnfoldAdminSelectWidget,
        label="New status",
        error_messages={"required": "Choose the status that the order should have, then press “Change”."},
    )
    why = CharField(
        widget=UnfoldAdminTextInputWidget, required=False, max_length=400, label="Why", help_text="Staff sees it."
    )

    def __init__(
        self,
        order: Order,
        data: Mapping[str, object] | None,
        targets: Collection[Status],
        move: Callable[[Order, Status, User, str], None],
    ) -> None:
        names = ("to", "why", "although_held")
        sent = data and {**{name: data.get(name) for name in names}, "was": order.status}
        super().__init__(order, sent)
        self.seen = order.status if data is None else data.get("was")
        self.move = move
        was = Status(order.status)
        self.fields["was"].initial = order.status
        offered = [(to.value, _status_label(was, to)) for to in targets]
        self.fields["to"].choices = [("", "Choose a status …"), *offered] if offered else []  # type: ignore[attr-defined]
        if Status.COMPLETED in targets and (held := hold_words(order, timezone.now())):
            self.fields["although_held"] = BooleanField(
                widget=UnfoldBooleanSwitchWidget,
                required=False,
                label="Complete it although it is held",
                help_text=f"{held}. If you send it earlier, release the hold: its customer is told the new days then.",
            )

    def clean(self) -> dict[str, object]:
        """Refuse a form whose page showed another status."""
        if self.seen != self.order.status:
            label = Order.Status(self.order.status).label
            raise ValidationError(f"The status is “{label}” by now: somebody changed it after you opened the order.")
        if self.cleaned_data.get("to") == Status.COMPLETED and not self.cleaned_data.get("although_held"):
            self._refuse_held()
        return self.cleaned_data

    def _refuse_held(self) -> None:
        if problem := completion_problem(self.order, timezone.now()):
            self.add_error(
                "although_held", f"{problem} Release the hold first, or tick this to complete it all the same."
            )

    def act(self, by: User) -> str:
        to = Status(self.cleaned_data["to"])
        self.move(self.order, to, by, self.cleaned_data["why"].strip())
        return f"The order is {Order.Status(to).label.lower()}."


def _status_label(was: Status, to: Status) -> str:
    """Return the status's label, and whether the customer gets an e-mail about it."""
    is_written_to = any(kind not in emails.TO_MERCHANT for kind in emails.email_kinds_for_move(was, to))
    return f"{Order.Status(to).label}{' (the customer is written to)' if is_written_to else ''}"
