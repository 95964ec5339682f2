"""An order as its page in the admin shows it."""

from dataclasses import dataclass
from datetime import datetime

from vintner.money import ZERO
from vintner.orders import refund_records
from vintner.orders.addresses import Address
from vintner.orders.amounts import AFTER_REFUNDS, Amount, above_refunds, amounts, below_zero, paid
from vintner.orders.models import Order, OrderLine
from vintner.orders.rules import PAID, PAYABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class LineShown:
    """A line with how many of its bottles were refunded."""

    line: OrderLine
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
    """Return what is shown. Seven queries, whatever the number of lines."""
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
    refunded = refund_records.refunded_quantities(order)
    return tuple(LineShown(line=line, refunded=refunded.get(line.pk, 0)) for line in order.lines.all())


def _sums(order: Order) -> tuple[SumShown, ...]:
    sums = [_shown(row) for row in amounts(order)]
    sums.append(SumShown(label="Total", amount=order.total.text, tone="total"))
    back = refund_records.refunded_total(order)
    if back > ZERO:
        received = paid(order)
        sums += [SumShown(label=label, amount=amount) for label, amount in above_refunds(order, received)]
        sums.append(SumShown(label="Refunded", amount=below_zero(back), tone="less"))
        sums.append(SumShown(label=AFTER_REFUNDS, amount=(received - back).text, tone="total"))
    elif order.status not in PAID and order.paid_at is None:
        sums.append(SumShown(label="Not paid", amount="", tone="less"))
    return tuple(sums)


def _shown(row: Amount) -> SumShown:
    return SumShown(label=row.told, amount=row.text, tone="less" if row.amount < ZERO else "")
