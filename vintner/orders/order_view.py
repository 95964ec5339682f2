"""An order as its page in the admin shows it."""

from dataclasses import dataclass
from datetime import datetime

from vintner.money import ZERO, Money
from vintner.orders import refunds
from vintner.orders.addresses import Address
from vintner.orders.models import Order, OrderAdjustment, OrderLine
from vintner.orders.rules import PAID, PAYABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """A line with how many of its bottles were refunded."""

    line: OrderLine
    unit: Money
    refunded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SumShown:
    """An amount below the lines. `tone` is total, less or blank."""

    label: str
    amount: str
    tone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderShown:
    """All of the order's page but its history."""

    lines: tuple[LineShown, ...]
    sums: tuple[SumShown, ...]
    billing: tuple[str, ...]
    phone: str
    shipping: tuple[str, ...]
    held_until: datetime | None
    alert: str


def show(order: Order) -> OrderShown:
    """Return what is shown. Six queries, whatever the number of lines."""
    billing = Address.read(order.billing)
    alert = order.events.filter(alert=True).order_by("-id").first()
    hold = order.reservations.filter(ended_at=None).order_by("expires_at").first() if order.status in PAYABLE else None
    # Once staff has moved the order on, what was to be decided is decided.
    decided = alert is None or order.events.filter(id__gt=alert.pk, by__isnull=False).exclude(became="").exists()
    return OrderShown(
        lines=_lines(order),
        sums=_sums(order),
        billing=billing.lines(),
        phone=billing.phone,
        shipping=Address.read(order.shipping).lines(),
        held_until=hold.expires_at if hold else None,
        alert="" if alert is None or decided else alert.note,
    )


def _lines(order: Order) -> tuple[LineShown, ...]:
    refunded = refunds.bottles_back(order)
    return tuple(
        LineShown(line=line, unit=Money(round(line.subtotal.minor / line.quantity)), refunded=refunded.get(line.pk, 0))
        for line in order.lines.all()
    )


def _sums(order: Order) -> tuple[SumShown, ...]:
    kinds = OrderAdjustment.Kind
    told = list(order.adjustments.order_by("id"))
    sums = [SumShown(label="Subtotal", amount=order.subtotal.text)]
    sums += [_less(each.label, each.amount) for each in told if each.kind == kinds.DISCOUNT]
    sums += [_less(f"Coupon {each.label}", each.amount) for each in told if each.kind == kinds.COUPON]
    if order.shipping_title:
        sums.append(SumShown(label=order.shipping_title, amount=order.shipping_total.text))
    sums += [SumShown(label=each.label, amount=each.amount.text) for each in told if each.kind == kinds.FEE]
    sums += [_tax(each) for each in told if each.kind == kinds.TAX]
    sums.append(SumShown(label="Total", amount=order.total.text, tone="total"))
    back = refunds.refunded(order)
    if back > ZERO:
        sums += [_less("Refunded", back), SumShown(label="Kept", amount=(order.total - back).text, tone="total")]
    elif order.status not in PAID and order.paid_at is None:
        sums.append(SumShown(label="Not paid", amount="", tone="less"))
    return tuple(sums)


def _less(label: str, amount: Money) -> SumShown:
    return SumShown(label=label, amount=f"−{amount}" if amount else amount.text, tone="less")


def _tax(tax: OrderAdjustment) -> SumShown:
    return SumShown(label=f"{tax.label} {tax.rate}".strip(), amount=tax.amount.text)
