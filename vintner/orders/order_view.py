"""Builds the details of an order's page in the admin."""

import re
from dataclasses import dataclass
from datetime import datetime

from vintner.money import ZERO
from vintner.orders import refund_records
from vintner.orders.amounts import AFTER_REFUNDS, Amount, amount_paid, amounts, negative_text, rows_above_refunds
from vintner.orders.models import Order, OrderLine
from vintner.orders.rules import PAID, PAYABLE
from vintner.shipping.regions import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLineRow:
    """A line with how many of its bottles were refunded."""

    line: OrderLine
    refunded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSumRow:
    """An amount below the lines. `tone` is total, less or blank."""

    label: str
    amount: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class PhoneLink:
    """A phone number with the address that calls it (RFC 3966)."""

    number: str

    @property
    def url(self) -> str:
        number, _, extension = self.number.partition(" ext. ")
        return f"tel:{re.sub('[^0-9+]', '', number)}{f';ext={extension}' if extension else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDetails:
    """The contents of the order's page, without its history. `shipping_phone` is only there where it is another one."""

    lines: tuple[OrderLineRow, ...]
    sums: tuple[OrderSumRow, ...]
    billing: tuple[str, ...]
    phone: PhoneLink | None
    shipping: tuple[str, ...]
    shipping_phone: PhoneLink | None
    held_until: datetime | None
    alert: str


def order_details(order: Order) -> OrderDetails:
    """Return the order's details. Seven queries for any number of lines."""
    billing, shipping = Address.read(order.billing), Address.read(order.shipping)
    alert = order.events.filter(alert=True).order_by("-id").first()
    hold = order.reservations.filter(ended_at=None).order_by("expires_at").first() if order.status in PAYABLE else None
    # An alert is settled once staff has changed the status.
    decided = alert is None or order.events.filter(id__gt=alert.pk, by__isnull=False).exclude(became="").exists()
    return OrderDetails(
        lines=_line_rows(order),
        sums=_sum_rows(order),
        billing=billing.lines(),
        phone=PhoneLink(billing.phone) if billing.phone else None,
        shipping=shipping.lines(),
        shipping_phone=PhoneLink(shipping.phone) if shipping.phone not in ("", billing.phone) else None,
        held_until=hold.expires_at if hold else None,
        alert="" if alert is None or decided else alert.note,
    )


def _line_rows(order: Order) -> tuple[OrderLineRow, ...]:
    refunded = refund_records.refunded_quantities(order)
    return tuple(OrderLineRow(line=line, refunded=refunded.get(line.pk, 0)) for line in order.lines.all())


def _sum_rows(order: Order) -> tuple[OrderSumRow, ...]:
    sums = [_sum_row(row) for row in amounts(order)]
    sums.append(OrderSumRow(label="Total", amount=order.total.text, tone="total"))
    back = refund_records.refunded_total(order)
    if back > ZERO:
        received = amount_paid(order)
        sums += [OrderSumRow(label=label, amount=amount) for label, amount in rows_above_refunds(order, received)]
        sums.append(OrderSumRow(label="Refunded", amount=negative_text(back), tone="less"))
        sums.append(OrderSumRow(label=AFTER_REFUNDS, amount=(received - back).text, tone="total"))
    elif order.status not in PAID and order.paid_at is None:
        sums.append(OrderSumRow(label="Not paid", amount="", tone="less"))
    return tuple(sums)


def _sum_row(row: Amount) -> OrderSumRow:
    return OrderSumRow(label=row.label_with_rate, amount=row.text, tone="less" if row.amount < ZERO else "")
