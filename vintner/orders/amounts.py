"""The amounts of an order, with the labels that were recorded with it, and what paid them."""

from dataclasses import dataclass
from typing import Final

from django.db.models import Sum
from django.utils import timezone

from vintner.money import ZERO, Money
from vintner.orders.models import Order, OrderAdjustment, Refund
from vintner.web.dates import day_in_words

AFTER_REFUNDS: Final = "Total after refunds"
PAID_IN_ALL: Final = "Paid in all"
"""The label above the refunds of an order that was paid more than once."""
NOT_TAKEN: Final = "Not taken from the card."
"""The reason of a refund for which no money moved: a card was charged less than the total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A row above the total; the rows add up to it. `kind` is subtotal, discount, shipping, fee or tax.

    Discounts are below zero. `rate` is that of a tax: '7.25%'.
    """

    kind: str
    label: str
    amount: Money
    rate: str = ""

    @property
    def label_with_rate(self) -> str:
        """The label, with the rate of a tax."""
        return f"{self.label} ({self.rate})" if self.rate else self.label

    @property
    def text(self) -> str:
        if self.kind == "shipping" and not self.amount:
            return "Free"
        return negative_text(-self.amount) if self.amount < ZERO else self.amount.text


def amounts(order: Order) -> list[Amount]:
    """Return the rows above the order's total."""
    kinds = OrderAdjustment.Kind
    adjustments = list(order.adjustments.order_by("id"))
    rows = [Amount(kind="subtotal", label="Subtotal", amount=order.subtotal)]
    rows += [
        Amount(kind="discount", label=each.label, amount=-each.amount)
        for each in adjustments
        if each.kind == kinds.DISCOUNT
    ]
    rows += [
        Amount(kind="discount", label=f"Coupon: {each.label}", amount=-each.amount)
        for each in adjustments
        if each.kind == kinds.COUPON
    ]
    if order.shipping_title:
        rows.append(Amount(kind="shipping", label=f"Shipping ({order.shipping_title})", amount=order.shipping_total))
    rows += [_fee_row(each) for each in adjustments if each.kind == kinds.FEE]
    rows += [
        Amount(kind="tax", label=each.label, amount=each.amount, rate=each.rate)
        for each in adjustments
        if each.kind == kinds.TAX
    ]
    return rows


def _fee_row(fee: OrderAdjustment) -> Amount:
    """Return the row of a fee. A fee below zero is a promotion's discount."""
    return Amount(kind="discount" if fee.amount < ZERO else "fee", label=fee.label, amount=fee.amount)


def refunds(order: Order) -> list[Refund]:
    """Return the completed refunds, oldest first."""
    return list(order.refunds.filter(state=Refund.State.DONE).order_by("id"))


def refund_label(refund: Refund) -> str:
    """Return the label of a refund's amount."""
    if refund.reason == NOT_TAKEN and not refund.intent_id:
        return NOT_TAKEN.removesuffix(".")
    if refund.is_pending:
        return f"Refund on its way since {day_in_words(timezone.localtime(refund.requested_at).date())}"
    return f"Refunded on {day_in_words(timezone.localtime(refund.ended_at or refund.requested_at).date())}"


def amount_paid(order: Order) -> Money:
    """Return what was paid: what the provider took (an order can be paid twice), or the total if staff marked the order
    as paid. One query.
    """
    taken = order.payments.aggregate(taken=Sum("captured"))["taken"] or ZERO
    return max(taken, order.total if order.paid_at else ZERO)


def payment_title(order: Order) -> str:
    """Return the card that has paid, with its wallet, or else the way to pay that was chosen. One query."""
    paid = order.payments.filter(status="succeeded").first()
    return order.payment_title if paid is None else paid.paid_by or order.payment_title


def rows_after_refunds(order: Order) -> list[tuple[str, str]]:
    """Return the rows below the total: what was paid if that is more, each refund, and what is left.

    Empty while nothing was refunded. Two queries.
    """
    back = refunds(order)
    if not back:
        return []
    received = amount_paid(order)
    rows = [(refund_label(each), negative_text(each.amount)) for each in back]
    return [
        *rows_above_refunds(order, received),
        *rows,
        (AFTER_REFUNDS, (received - Money.total(each.amount for each in back)).text),
    ]


def rows_above_refunds(order: Order, received: Money) -> list[tuple[str, str]]:
    """Return the row with the amount paid, if that is more than the total."""
    return [(PAID_IN_ALL, received.text)] if received > order.total else []


def negative_text(amount: Money) -> str:
    """Return '−$5.00', with the sign that is as wide as a plus."""
    return f"−{amount.text}" if amount else amount.text
