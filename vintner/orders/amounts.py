"""The sums of an order, in the words that were frozen with it."""

from dataclasses import dataclass

from vintner.money import ZERO, Money
from vintner.orders.models import Order, OrderAdjustment, Refund


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A row above the total; together they make it. `kind` is subtotal, discount, shipping, fee or tax.

    What is taken off is below zero. `rate` is that of a tax: '7.25%'.
    """

    kind: str
    label: str
    amount: Money
    rate: str = ""

    @property
    def told(self) -> str:
        """The label, with the rate of a tax."""
        return f"{self.label} ({self.rate})" if self.rate else self.label

    @property
    def text(self) -> str:
        if self.kind == "shipping" and not self.amount:
            return "Free"
        return below_zero(-self.amount) if self.amount < ZERO else self.amount.text


def amounts(order: Order) -> list[Amount]:
    """Return the rows above the order's total."""
    kinds = OrderAdjustment.Kind
    told = list(order.adjustments.order_by("id"))
    rows = [Amount(kind="subtotal", label="Subtotal", amount=order.subtotal)]
    rows += [
        Amount(kind="discount", label=each.label, amount=-each.amount) for each in told if each.kind == kinds.DISCOUNT
    ]
    rows += [
        Amount(kind="discount", label=f"Coupon: {each.label}", amount=-each.amount)
        for each in told
        if each.kind == kinds.COUPON
    ]
    if order.shipping_title:
        rows.append(Amount(kind="shipping", label=f"Shipping ({order.shipping_title})", amount=order.shipping_total))
    rows += [_fee(each) for each in told if each.kind == kinds.FEE]
    rows += [
        Amount(kind="tax", label=each.label, amount=each.amount, rate=each.rate)
        for each in told
        if each.kind == kinds.TAX
    ]
    return rows


def _fee(told: OrderAdjustment) -> Amount:
    """A fee below zero is what a promotion takes off."""
    return Amount(kind="discount" if told.amount < ZERO else "fee", label=told.label, amount=told.amount)


def refunds(order: Order) -> list[Refund]:
    """Return what has gone back, oldest first."""
    return list(order.refunds.filter(state=Refund.State.DONE).order_by("id"))


def below_zero(amount: Money) -> str:
    """Return '−$5.00', with the sign that is as wide as a plus."""
    return f"−{amount.text}" if amount else amount.text
