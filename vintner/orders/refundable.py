"""What was paid for each line of an order and for its delivery, and what of it can still be refunded.

All parts add up to the order's total, to the cent. Discounts on the whole order, which are stored as fees below zero,
lower the lines in proportion to their price. Fees above zero belong to the delivery.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import Sum

from vintner.money import ZERO, Money, round_cents, share_out
from vintner.orders.models import Order, OrderAdjustment, OrderLine, Refund, RefundLine
from vintner.orders.rules import part_of
from vintner.refusal import Refusal

COUNTED_STATES = (Refund.State.REQUESTED, Refund.State.DONE)
"""The states of refunds that count: their money is refunded, or requested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRefundLine:
    """A refund for bottles of one line; `quantity` is 0 when the shopper keeps them. `amount` is without `tax`."""

    line_id: int
    quantity: int
    amount: Money
    tax: Money = ZERO


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRefund:
    """A refund to be made. What neither lines nor delivery account for is goodwill.

    `request_key` identifies the request: a repeated request with the same key makes no second refund. A blank key is
    different each time.
    """

    amount: Money
    request_key: str = ""
    reason: str = ""
    lines: tuple[NewRefundLine, ...] = ()
    delivery: Money = ZERO
    delivery_tax: Money = ZERO
    restock: bool = False

    @property
    def wine(self) -> Money:
        return Money.total(each.amount for each in self.lines)

    @property
    def tax(self) -> Money:
        return Money.total(each.tax for each in self.lines) + self.delivery_tax

    @property
    def other(self) -> Money:
        """What is given back for nothing in particular."""
        return self.amount - self.wine - self.tax - self.delivery

    @property
    def parts(self) -> tuple[tuple[str, Money], ...]:
        """What the amount is for, in words for staff; only what is refunded."""
        parts = {"wine": self.wine, "tax": self.tax, "delivery": self.delivery, "for nothing in particular": self.other}
        return tuple((label, amount) for label, amount in parts.items() if amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAmount:
    """An amount without tax, its tax, and the bottles that they are for."""

    amount: Money = ZERO
    tax: Money = ZERO
    quantity: int = 0

    @property
    def total(self) -> Money:
        return self.amount + self.tax


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidPart:
    """What was `paid` for a line or the delivery, and what of it was refunded or requested (`back`)."""

    paid: PaidAmount
    back: PaidAmount = PaidAmount()

    @property
    def left(self) -> PaidAmount:
        return PaidAmount(
            amount=max(self.paid.amount - self.back.amount, ZERO),
            tax=max(self.paid.tax - self.back.tax, ZERO),
            quantity=self.paid.quantity - self.back.quantity,
        )

    def holds(self, new: PaidAmount) -> bool:
        """Return whether at least this is left."""
        left = self.left
        return new.amount <= left.amount and new.tax <= left.tax and new.quantity <= left.quantity

    def take(self, quantity: int) -> PaidAmount:
        """Return the cost of a number of the bottles that are left. All parts add up to what was paid."""
        left, before, bottles = self.left, self.back.quantity, self.paid.quantity
        return PaidAmount(
            amount=min(part_of(self.paid.amount, bottles, before=before, now=quantity), left.amount),
            tax=min(part_of(self.paid.tax, bottles, before=before, now=quantity), left.tax),
            quantity=quantity,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Refundable:
    """The refundable parts of an order; `lines` by the line's id, in the order's sequence."""

    lines: Mapping[int, PaidPart]
    delivery: PaidPart
    names: Mapping[int, str]

    def take(self, line_id: int, quantity: int) -> NewRefundLine:
        """Return the refund of a number of bottles of a line. Raises Refusal when fewer are left."""
        part = self.lines[line_id]
        if not 0 < quantity <= part.left.quantity:
            raise _too_many(part, self.names[line_id])
        new = part.take(quantity)
        return NewRefundLine(line_id=line_id, quantity=quantity, amount=new.amount, tax=new.tax)

    def check(self, new: NewRefund) -> None:
        """Raise Refusal when the refund is more than what is left of a line or the delivery."""
        for each in new.lines:
            part = self.lines.get(each.line_id)
            if part is None:
                raise Refusal("refund_line", "That line is not of this order.", "lines")
            wanted = PaidAmount(amount=each.amount, tax=each.tax, quantity=each.quantity)
            if wanted.quantity > part.left.quantity:
                raise _too_many(part, self.names[each.line_id])
            if not part.holds(wanted):
                text = f"{part.left.amount} and {part.left.tax} tax are left to refund of “{self.names[each.line_id]}”."
                raise Refusal("refund_line", text, "lines")
        if not self.delivery.holds(PaidAmount(amount=new.delivery, tax=new.delivery_tax)):
            left = self.delivery.left
            text = f"{left.amount} and {left.tax} tax are left to refund of the delivery."
            raise Refusal("refund_delivery", text, "delivery")
        if new.other < ZERO:
            raise Refusal("refund_lines", "The parts add up to more than the refund.", "amount")

    def plan(self, bottles: Mapping[int, int], *, delivery: bool, amount: Money | None, at_most: Money) -> NewRefund:
        """Return the refund of bottles by line id, and of the delivery.

        Without an `amount` it is their cost with tax, at most `at_most`: goodwill that was refunded before lowers all
        parts in proportion. Raises Refusal.
        """
        lines = tuple(self.take(line_id, quantity) for line_id, quantity in bottles.items() if quantity)
        back = self.delivery.left if delivery else PaidAmount()
        cost = Money.total(each.amount + each.tax for each in lines) + back.total
        new = NewRefund(
            amount=cost if amount is None else amount, lines=lines, delivery=back.amount, delivery_tax=back.tax
        )
        if amount is None and cost > at_most:
            return _scale_down(new, at_most)
        return new


def refundable(order: Order) -> Refundable:
    """Return what was paid and refunded for the parts of an order. Four queries for any number of lines."""
    lines = list(order.lines.all())
    amounts, taxes = [line.subtotal - line.discount for line in lines], [line.tax for line in lines]
    fees = OrderAdjustment.objects.filter(order=order, kind=OrderAdjustment.Kind.FEE)
    discount = Money.total(-fee.amount for fee in fees if fee.amount < ZERO)
    delivery = order.shipping_total + order.fee_total + discount
    rest_of_tax = order.tax_total - Money.total(taxes)
    tax_off = _tax_of_discount(discount, amounts, taxes)
    # The order keeps the tax of fees and delivery as one amount: neither side of it can be below zero.
    tax_off = -rest_of_tax if not delivery and discount else max(tax_off, -rest_of_tax)
    before = _refunded_lines(order)
    paid = zip(lines, _subtract_shared(amounts, discount), _subtract_shared(taxes, tax_off), strict=True)
    return Refundable(
        lines={
            line.pk: PaidPart(
                paid=PaidAmount(amount=amount, tax=tax, quantity=line.quantity), back=before.get(line.pk, PaidAmount())
            )
            for line, amount, tax in paid
        },
        delivery=PaidPart(paid=PaidAmount(amount=delivery, tax=rest_of_tax + tax_off), back=_refunded_delivery(order)),
        names={line.pk: line.name for line in lines},
    )


def _tax_of_discount(discount: Money, amounts: Iterable[Money], taxes: Iterable[Money]) -> Money:
    """Return the tax that a discount on the whole order saved: the lines were taxed before it."""
    whole = Money.total(amounts)
    return round_cents(Decimal(discount.minor * Money.total(taxes).minor) / whole.minor) if whole else ZERO


def _subtract_shared(amounts: list[Money], off: Money) -> list[Money]:
    """Return the amounts less a discount that is shared out among them in proportion."""
    parts = share_out(off.minor, [Decimal(amount.minor) for amount in amounts])
    return [amount - Money(part) for amount, part in zip(amounts, parts, strict=True)]


def _refunded_lines(order: Order) -> dict[int, PaidAmount]:
    rows = RefundLine.objects.filter(refund__order=order, refund__state__in=COUNTED_STATES).order_by().values("line_id")
    sums = rows.annotate(bottles=Sum("quantity"), net=Sum("amount"), taxed=Sum("tax"))
    return {row["line_id"]: PaidAmount(amount=row["net"], tax=row["taxed"], quantity=row["bottles"]) for row in sums}


def _refunded_delivery(order: Order) -> PaidAmount:
    rows = Refund.objects.filter(order=order, state__in=COUNTED_STATES)
    sums = rows.aggregate(net=Sum("delivery"), taxed=Sum("delivery_tax"))
    return PaidAmount(amount=sums["net"] or ZERO, tax=sums["taxed"] or ZERO)


def _scale_down(new: NewRefund, amount: Money) -> NewRefund:
    """Return the refund with a smaller amount, every part lowered in proportion."""
    cents = [cent for each in new.lines for cent in (each.amount, each.tax)]
    weights = [Decimal(each.minor) for each in (*cents, new.delivery, new.delivery_tax)]
    parts = [Money(each) for each in share_out(amount.minor, weights)]
    pairs = zip(new.lines, parts[0:-2:2], parts[1:-2:2], strict=True)
    lines = tuple(replace(each, amount=net, tax=tax) for each, net, tax in pairs)
    return replace(new, amount=amount, lines=lines, delivery=parts[-2], delivery_tax=parts[-1])


def _too_many(part: PaidPart, name: str) -> Refusal:
    return Refusal("refund_line", f"{part.left.quantity} of “{name}” are left to refund.", "lines")


def refund_of_line(line: OrderLine, quantity: int) -> NewRefundLine:
    """Return the refund of a number of bottles of a line. Raises Refusal when fewer are left."""
    return refundable(line.order).take(line.pk, quantity)
