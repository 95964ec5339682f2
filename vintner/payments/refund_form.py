"""The admin's form for refunds. It displays the amount for review before anything is sent."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from django.forms import BooleanField, BoundField, CharField, HiddenInput, IntegerField, NumberInput
from unfold.widgets import UnfoldAdminDecimalFieldWidget, UnfoldAdminTextInputWidget, UnfoldBooleanSwitchWidget

from vintner.customers.models import User
from vintner.money import ZERO, Money, MoneyFormField
from vintner.orders.amounts import amount_paid
from vintner.orders.forms import OrderForm
from vintner.orders.models import Order, OrderLine, Refund
from vintner.orders.refundable import NewRefund, NewRefundLine, PaidPart, refundable
from vintner.payments import refunds
from vintner.payments.gateway import ProviderDown
from vintner.refusal import Refusal

REFUND_PENDING = "The card service did not answer. The refund is asked for, and taken up again within five minutes."
ALL_REFUNDED = "All of these are refunded already."
NOTHING_LEFT = "All that was paid has been refunded already."
NOTHING_CHOSEN = "Choose bottles, the delivery or an amount."


@dataclass(frozen=True, slots=True)
class ChosenLine:
    """An order line with its part of a refund."""

    line: OrderLine
    new: NewRefundLine


@dataclass(frozen=True, slots=True)
class RefundLineRow:
    """An order line in the form: what was paid for it, what is left, and the field for its bottles."""

    line: OrderLine
    part: PaidPart
    field: BoundField


class RefundForm(OrderForm):
    """Refunds bottles of each line, the delivery, an amount, or everything.

    The hidden field `wish` identifies the request, so that a form that is sent twice makes one refund.
    """

    wish = CharField(widget=HiddenInput, required=False, max_length=32, initial=partial(secrets.token_hex, 16))
    delivery = BooleanField(widget=UnfoldBooleanSwitchWidget, required=False, label="Refund the delivery")
    amount = MoneyFormField(
        widget=UnfoldAdminDecimalFieldWidget,
        required=False,
        label="Another amount",
        help_text="Left empty: what the bottles and the delivery cost, with tax.",
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
        self.left, self.paid = refunds.remaining_amount(order), amount_paid(order)
        self.before = refunds.find_by_request_key(order, self._read_request_key())
        self.parts = refundable(order)
        self.lines = list(order.lines.all())
        bottles = {_field_name(line): _bottles_field(line, self.parts.lines[line.pk]) for line in self.lines}
        self.fields = {**bottles, **self.fields}

    @property
    def rows(self) -> list[RefundLineRow]:
        """The order's lines, as the form lists them."""
        return [RefundLineRow(line, self.parts.lines[line.pk], self[_field_name(line)]) for line in self.lines]

    def chosen(self, new: NewRefund) -> list[ChosenLine]:
        """Return the lines that a refund is for."""
        lines = {line.pk: line for line in self.lines}
        return [ChosenLine(lines[each.line_id], each) for each in new.lines]

    def with_everything(self) -> "RefundForm":
        """Return the form filled in with everything that is left; reason and options stay."""
        data: dict[str, object] = {name: self.data[name] for name in self.fields if name in self.data}
        data |= {_field_name(line): self.parts.lines[line.pk].left.quantity for line in self.lines}
        cost = Money.total(part.left.total for part in (*self.parts.lines.values(), self.parts.delivery))
        data["delivery"] = "on" if self.parts.delivery.left.total else ""
        data["amount"] = str(self.left.decimal) if self.left > cost else ""
        return RefundForm(self.order, data)

    def plan(self) -> NewRefund | None:
        """Return the requested refund; None when it cannot be made, with the reasons in `errors`."""
        if not self.is_valid():
            return None
        try:
            return self._plan()
        except Refusal as refusal:
            self.refuse(refusal)
            return None

    def refuse(self, refusal: Refusal) -> None:
        """Add a refusal as an error of the field that caused it."""
        self.add_error(refusal.field if refusal.field in self.fields else None, refusal.message)

    def confirms(self, new: NewRefund) -> bool:
        """Return whether the amount is the one that was displayed for review."""
        displayed = str(self.data.get("seen") or "")
        if displayed == str(new.amount.minor):
            return True
        if displayed:
            text = f"The order has changed meanwhile: it is {new.amount} now. Look at it again before you send it."
            self.add_error(None, text)
        return False

    def goes_to(self, new: NewRefund) -> str:
        """Return a text that says where the money goes."""
        if self.cleaned_data["by_hand"]:
            return "by hand: the store moves no money"
        payment = refunds.find_refundable_payment(self.order, new.amount)
        return f"to {payment.paid_by or payment.method_type.label}"

    def send(self, new: NewRefund, by: User) -> str:
        """Make the refund and return the message for staff. Raises Refusal."""
        try:
            refund = refunds.refund(self.order.pk, new, by=by, by_hand=self.cleaned_data["by_hand"])
        except ProviderDown:
            return REFUND_PENDING
        if refund.state == Refund.State.FAILED:
            raise Refusal("refund_failed", refund.error)
        return describe_refund(refund)

    def _plan(self) -> NewRefund:
        data = self.cleaned_data
        bottles = {line.pk: data[_field_name(line)] or 0 for line in self.lines}
        new = self.parts.plan(bottles, delivery=data["delivery"], amount=data["amount"], at_most=self.left)
        if not self.left:
            raise Refusal("refund_nothing", NOTHING_LEFT)
        if not new.amount and data["amount"] is None:
            raise Refusal("refund_nothing", NOTHING_CHOSEN)
        if not ZERO < new.amount <= self.left:
            raise Refusal("refund_amount", f"At most {self.left} can be refunded.", "amount")
        new = replace(new, request_key=self._read_request_key(), reason=data["reason"], restock=data["restock"])
        self.parts.check(new)
        self.goes_to(new)
        return new

    def _read_request_key(self) -> str:
        sent = str(self.data.get("wish") or "")
        return sent if sent.isascii() and sent.isalnum() and len(sent) <= 32 else ""


def describe_refund(refund: Refund) -> str:
    """Return the message for staff about a refund."""
    return REFUND_PENDING if refund.state == Refund.State.REQUESTED else f"{refund.amount} refunded."


def _field_name(line: OrderLine) -> str:
    return f"line_{line.pk}"


def _bottles_field(line: OrderLine, part: PaidPart) -> IntegerField:
    left = part.left.quantity
    return IntegerField(
        widget=NumberInput(attrs={"class": "bottles", "aria-label": f"Bottles of {line.label.text} to refund"}),
        required=False,
        min_value=0,
        max_value=left,
        label=line.label.text,
        error_messages={"max_value": f"At most {left} can still be refunded." if left else ALL_REFUNDED},
    )
