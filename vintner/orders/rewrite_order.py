"""Rewrites an unpaid order, as staff and customer agreed. Nothing else changes the lines of a placed order.

The database allows it only while there is an open `OrderEdit`, and only for an order that is not paid and that nobody
is paying (orders/migrations/sql/edits.sql, payments/migrations/sql/guards.sql). The caller quotes the prices.
"""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.utils import timezone

from vintner.customers.models import User
from vintner.orders import orders, redemptions, stock
from vintner.orders.models import Order, OrderEdit, OrderEvent
from vintner.orders.orders import NewOrder
from vintner.orders.rules import PAYABLE, Status
from vintner.refusal import Refusal
from vintner.shipping.address_form import read_phone
from vintner.shipping.regions import Address

NOT_UNPAID: Final = "Only an order that is not paid can be changed: refund what is wrong, or cancel the order."


def is_editable(order: Order) -> bool:
    """Return whether the order's lines may still change."""
    return order.status in PAYABLE and order.paid_at is None


def rewrite_order(
    order: Order, new: NewOrder, *, coupons: Collection[int], promotions: Collection[int], until: datetime, by: User
) -> None:
    """Rewrite a locked, unpaid order; hold its coupons, and its bottles `until` then. A failed order is pending again.

    Raises Refusal when the order is no longer unpaid, or when a coupon or bottles are gone; then roll back.
    """
    if not is_editable(order):
        raise Refusal("not_editable", NOT_UNPAID)
    if order.status == Status.FAILED:
        orders.move(order, Status.PENDING, "Changed by staff: another payment is waited for.", by=by)
    before = _describe(order)
    edit = OrderEdit.objects.create(order=order, by=by)
    order.lines.all().delete()
    order.adjustments.all().delete()
    orders.write(order, new)
    OrderEdit.objects.filter(pk=edit.pk).update(closed_at=timezone.now())
    redemptions.replace(order, coupons, promotions)
    stock.rehold(order, orders.ordered_quantities(order), until)
    OrderEvent.objects.create(order=order, note=_describe_changes(before, _describe(order)), by=by)


def _describe(order: Order) -> tuple[dict[str, str], dict[str, str]]:
    """Return the order's quantities by line, and its address, delivery and total, as texts to compare."""
    bottles: Counter[str] = Counter()
    for line in order.lines.all():  # two promotions may give the same wine
        bottles[f"{line.label.text}{' (given)' if line.given else ''}"] += line.quantity
    address = Address.read(order.shipping)
    sent_to = ", ".join((*address.lines(), read_phone(address.phone, address.country))).strip(", ")
    return {name: str(number) for name, number in bottles.items()}, {
        "Sent to": sent_to,
        "Delivery": order.shipping_title,
        "Total": order.total.text,
    }


def _describe_changes(before: tuple[dict[str, str], ...], after: tuple[dict[str, str], ...]) -> str:
    """Return the differences, one a line: 'Rioja (2019 · 750 ml): 2 → 3'."""
    changed = [
        f"{name}: {was.get(name) or 'none'} → {became.get(name) or 'none'}"
        for was, became in zip(before, after, strict=True)
        for name in dict.fromkeys((*was, *became))
        if was.get(name, "") != became.get(name, "")
    ]
    return "\n".join(["The order was changed.", *changed])[:2000]
