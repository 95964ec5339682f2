"""Recording that parcels left, or that a pickup was collected (docs/behaviour/orders.md#shipments)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Sum

from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.emails import emails
from vintner.orders.models import Order, Shipment, ShipmentLine
from vintner.orders.refund_records import refunded_quantities
from vintner.orders.rules import PAID
from vintner.refusal import Refusal

NOT_PAID = "Only an order that is processing or completed is sent or handed over."
RECORDED_BEFORE = "This tracking number is recorded with the order already."
NOTHING = "All of this order is recorded as sent. Correct a shipment on the order’s page instead."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewShipment:
    """A parcel to be recorded. `quantities`: id of a line → how many of it; empty for all that is not sent yet."""

    carrier: str
    shipped_on: date
    carrier_name: str = ""
    tracking_number: str = ""
    tracking_address: str = ""
    delivered_on: date | None = None
    quantities: Mapping[int, int] = field(default_factory=dict)


def remaining_quantities(order: Order) -> dict[int, int]:
    """Return id of a line → how many of it are neither sent nor refunded. A parcel without lines had all there was."""
    lines = dict(order.lines.values_list("pk", "quantity"))
    if order.shipments.filter(lines=None).exists():
        return dict.fromkeys(lines, 0)
    sent = dict(ShipmentLine.objects.filter(shipment__order=order).values_list("line").annotate(Sum("quantity")))
    gone_back = refunded_quantities(order)
    return {line: max(0, many - sent.get(line, 0) - gone_back.get(line, 0)) for line, many in lines.items()}


def record(order: Order, new: NewShipment, *, by: User) -> Shipment:
    """Record a parcel. Raises Refusal."""
    with transaction.atomic():
        locked = orders.lock(order.pk)
        if locked.status not in PAID:
            raise Refusal("not_paid", NOT_PAID)
        remaining = {line: many for line, many in remaining_quantities(locked).items() if many}
        if not remaining:
            raise Refusal("all_sent", NOTHING)
        parts = {line: many for line, many in (new.quantities or remaining).items() if many}
        _refuse_too_many(parts, remaining)
        is_whole = parts == remaining and not locked.shipments.exists()
        shipment = _save(Shipment(order=locked, by=by), new)
        if not is_whole:
            ShipmentLine.objects.bulk_create(
                ShipmentLine(shipment=shipment, line_id=line, quantity=many) for line, many in parts.items()
            )
    return shipment


def correct(shipment: Shipment, new: NewShipment) -> None:
    """Correct carrier, number and dates; what was in the parcel stays. Raises Refusal."""
    with transaction.atomic():
        _save(shipment, new)


def tell_customer(shipment: Shipment) -> None:
    """Write to the customer about a parcel that does not complete the order."""
    number = f" Its tracking number is {shipment.tracking_number}." if shipment.tracking_number else ""
    page = f" Follow it at {shipment.tracking_url}" if shipment.tracking_url else ""
    text = f"A parcel of your order is on its way by {shipment.carrier_label}.{number}{page}"
    emails.queue(shipment.order, emails.EmailKind.NOTE, about=f"shipment {shipment.pk}", more={"note": text})


def _save(shipment: Shipment, new: NewShipment) -> Shipment:
    for name in ("carrier", "carrier_name", "tracking_number", "tracking_address", "shipped_on", "delivered_on"):
        setattr(shipment, name, getattr(new, name))
    try:
        with transaction.atomic():
            shipment.save()
    except IntegrityError as error:
        if "tracking_number_once_per_order" not in str(error):
            raise
        raise Refusal("recorded_before", RECORDED_BEFORE, "tracking_number") from error
    return shipment


def _refuse_too_many(parts: Mapping[int, int], remaining: Mapping[int, int]) -> None:
    if not parts:
        raise Refusal("nothing", "Say how many bottles are in the parcel.")
    for line, many in parts.items():
        if many > remaining.get(line, 0):
            raise Refusal("too_many", f"Only {remaining.get(line, 0)} are not sent yet.", f"line_{line}")
