"""The admin's forms for capturing and voiding an authorization, and for money that would go back by itself."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.forms import CharField, DecimalField
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget

from vintner.customers.models import User
from vintner.money import Money
from vintner.orders import notes
from vintner.orders.forms import OrderForm
from vintner.orders.models import Order
from vintner.payments.attempts import capture
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.returns import planned_returns
from vintner.refusal import Refusal

CAPTURE_UNKNOWN = "The card service did not answer. Press again in a minute: nothing is ever taken twice."
VOID_UNKNOWN = "The card service did not answer. Please try again in a minute."


class CaptureForm(OrderForm):
    """Captures an amount, or the whole authorization when it is left empty."""

    button = "Capture"
    amount = DecimalField(
        widget=UnfoldAdminDecimalFieldWidget,
        required=False,
        min_value=0,
        decimal_places=2,
        max_digits=12,
        help_text="Left empty: all of it. What is not captured goes back to the card for good.",
    )

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(order, data)
        payment = capture.find_authorized(order)
        self.intro = (
            capture.NOTHING if payment is None else f"{payment.paid_by or 'The card'} has {payment.amount} set aside."
        )

    def act(self, by: User) -> str:
        amount = self.cleaned_data["amount"]
        with _explain_faults(CAPTURE_UNKNOWN):
            payment = capture.capture(self.order.pk, None if amount is None else Money.of(amount), by=by)
        return f"{payment.captured} captured."


class VoidForm(OrderForm):
    """Voids the authorization and cancels the order."""

    button = "Void and cancel the order"
    why = CharField(
        widget=UnfoldAdminTextInputWidget, required=False, max_length=300, label="Why", help_text="Staff sees it."
    )

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(order, data)
        payment = capture.find_authorized(order)
        self.intro = (
            capture.NOTHING
            if payment is None
            else f"{payment.amount} goes back to {payment.paid_by or 'the card'} untouched, the bottles go back on the"
            " shelf, and the customer is told that the order is canceled."
        )

    def act(self, by: User) -> str:
        with _explain_faults(VOID_UNKNOWN):
            capture.void(self.order.pk, by=by, why=self.cleaned_data["why"].strip())
        return "The money is let go, and the order is canceled."


class KeepMoneyForm(OrderForm):
    """Calls off the return of the money of an order without bottles."""

    button = "Keep the money and send"
    note = CharField(
        widget=UnfoldAdminTextareaWidget,
        max_length=notes.LONGEST,
        label="To the customer",
        help_text="Was told that the money goes back by itself: say what happens instead, and when.",
    )

    def act(self, by: User) -> str:
        planned_returns.keep_money(self.order.pk, self.cleaned_data["note"], by=by)
        return "The money stays, and the customer is told why."


@contextmanager
def _explain_faults(unknown: str) -> Iterator[None]:
    """Turn faults of the provider into a refusal with a message for staff."""
    try:
        yield
    except (ProviderDown, ForeignIntent) as error:
        raise Refusal("no_answer", unknown) from error
