"""What staff fills in to give money back."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from django.forms import BooleanField, CharField, DecimalField, HiddenInput, IntegerField
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.forms import OrderForm
from vintner.orders.models import Order, Refund
from vintner.orders.refunds import NewRefund, NewRefundLine, bottles_back, share
from vintner.payments import capture, refunds
from vintner.payments.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.refusal import Refusal

TAKEN_UP = "The card service did not answer. The refund is asked for, and taken up again within five minutes."

CAPTURE_UNKNOWN = "The card service did not answer. Press again in a minute: nothing is ever taken twice."
VOID_UNKNOWN = "The card service did not answer. Please try again in a minute."


class CaptureForm(OrderForm):
    """How much of what is set aside is taken. Left empty, all of it."""

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
        payment = capture.authorized(order)
        self.intro = (
            capture.NOTHING if payment is None else f"{payment.card or 'The card'} has {payment.amount} set aside."
        )

    def act(self, by: User) -> str:
        amount = self.cleaned_data["amount"]
        with _answered(CAPTURE_UNKNOWN):
            payment = capture.capture(self.order.pk, None if amount is None else Money.of(amount), by=by)
        return f"{payment.captured} captured."


class VoidForm(OrderForm):
    """Lets go of what is set aside, and cancels the order."""

    button = "Void and cancel the order"
    why = CharField(
        widget=UnfoldAdminTextInputWidget, required=False, max_length=300, label="Why", help_text="Staff sees it."
    )

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(order, data)
        payment = capture.authorized(order)
        self.intro = (
            capture.NOTHING
            if payment is None
            else f"{payment.amount} goes back to {payment.card or 'the card'} untouched, the bottles go back on the"
            " shelf, and the customer is told that the order is cancelled."
        )

    def act(self, by: User) -> str:
        with _answered(VOID_UNKNOWN):
            capture.void(self.order.pk, by=by, why=self.cleaned_data["why"].strip())
        return "The money is let go, and the order is cancelled."


@contextmanager
def _answered(unknown: str) -> Iterator[None]:
    """Tell staff in words that the card service has not answered."""
    try:
        yield
    except (ProviderDown, ForeignIntent) as error:
        raise Refusal("no_answer", unknown) from error


class RefundForm(OrderForm):
    """Bottles of each line, an amount, or both. Without an amount, what the bottles cost with their tax goes back.

    A form that is sent twice makes one refund: it carries the name of its wish.
    """

    wish = CharField(widget=HiddenInput, required=False, max_length=32, initial=partial(secrets.token_hex, 16))
    amount = DecimalField(
        widget=UnfoldAdminDecimalFieldWidget,
        required=False,
        min_value=0,
        decimal_places=2,
        max_digits=12,
        help_text="Left empty: what the bottles above cost, with tax.",
    )
    reason = CharField(
        widget=UnfoldAdminTextInputWidget, required=False, max_length=300, help_text="The shopper sees it."
    )
    restock = BooleanField(widget=UnfoldBooleanSwitchWidget, required=False, label="Put the bottles back on the shelf")
    by_hand = BooleanField(
        widget=UnfoldBooleanSwitchWidget, required=False, label="Only write it down: the money is paid back by hand"
    )

    def __init__(self, order: Order, data: Mapping[str, object] | None) -> None:
        super().__init__(order, data)
        self.intro = f"{refunds.left(order)} of {refunds.paid(order)} can still go back."
        self.before = refunds.asked_before(order, self._wish())
        if self.before is not None:
            self.fields = {}
            return
        back = bottles_back(order)
        self._left = {line: line.quantity - back.get(line.pk, 0) for line in order.lines.all()}
        lines = {
            f"line_{line.pk}": _bottles(line.name, line.options, left) for line, left in self._left.items() if left
        }
        self.fields = {**lines, **self.fields}

    def act(self, by: User) -> str:
        if self.before is not None:
            return _told(self.before)
        lines = tuple(self._lines())
        amount = self.cleaned_data["amount"]
        total = Money.total(each.amount + each.tax for each in lines) if amount is None else Money.of(amount)
        new = NewRefund(
            amount=total,
            wish=self._wish(),
            reason=self.cleaned_data["reason"],
            lines=lines,
            restock=self.cleaned_data["restock"],
        )
        try:
            made = refunds.refund(self.order.pk, new, by=by, by_hand=self.cleaned_data["by_hand"])
        except ProviderDown:
            return TAKEN_UP
        if made.state == Refund.State.FAILED:
            raise Refusal("refund_failed", made.error)
        return _told(made)

    def _wish(self) -> str:
        said = str(self.data.get("wish") or "")
        return said if said.isascii() and said.isalnum() and len(said) <= 32 else ""

    def _lines(self) -> list[NewRefundLine]:
        wanted = {line: self.cleaned_data.get(f"line_{line.pk}") or 0 for line in self._left}
        return [share(line, quantity) for line, quantity in wanted.items() if quantity]


def _told(made: Refund) -> str:
    return TAKEN_UP if made.state == Refund.State.REQUESTED else f"{made.amount} refunded."


def _bottles(name: str, options: str, quantity: int) -> IntegerField:
    return IntegerField(
        widget=UnfoldAdminIntegerFieldWidget,
        required=False,
        min_value=0,
        max_value=quantity,
        label=f"Bottles of {name}{f' ({options})' if options else ''}, of {quantity}",
    )
