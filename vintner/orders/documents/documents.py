"""The documents of an order: the invoice for the buyer, the packing slip for the warehouse.

Both are made from the record for each request, so that the invoice includes later refunds.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils import timezone

from vintner.orders.amounts import AFTER_REFUNDS, amounts, rows_after_refunds
from vintner.orders.models import Order, OrderLine
from vintner.orders.pickup import find_pickup_terms
from vintner.orders.rules import PAID, Status
from vintner.orders.shipments.promises import hold_label
from vintner.shipping.regions import Address
from vintner.web.dates import day_in_words

if TYPE_CHECKING:
    from vintner.orders.documents.sheet import Sheet

STATUSES_WITH_INVOICE = PAID | {Status.REFUNDED}
"""Only what was paid has an invoice for the shopper; staff may print one that is still to be paid."""
TOTAL, DUE = "Total", "Amount due"
ADULT_SIGNATURE = "Contains alcohol: an adult must sign for it. Do not leave it at the door."
ADULT_AT_THE_STORE = "Contains alcohol: hand it only to an adult of {age} or older, and look at a photo ID."


def has_invoice(order: Order) -> bool:
    return order.status in STATUSES_WITH_INVOICE


def invoice(order: Order) -> bytes:
    """Return the invoice as PDF. The caller has checked whose order it is."""
    lines = list(order.lines.all())
    sheet = _sheet(f"Invoice {order.number}", order)
    sheet.write_beside(("Bill to", _billing(order)), _destination(order))
    sheet.write_beside(
        ("Order", [order.number]),
        ("Ordered on", [_day(order.placed_at)]),
        ("Payment", [_payment(order)]),
    )
    sheet.write_table(
        ("Item", "Quantity", "Each", "Amount"),
        _widths(lines, (58, 12, 14, 16), number=1),
        [(_wine_cell(line), line.bottles_in_words, line.unit_price.text, line.subtotal.text) for line in lines],
    )
    sheet.write_sums(_sums(order), bold=(TOTAL, AFTER_REFUNDS, DUE))
    sheet.write_small(f"Thank you for buying from {settings.STORE_NAME}. Questions? Write to {settings.STORE_EMAIL}.")
    return bytes(sheet.output())


def packing_slip(order: Order) -> bytes:
    """Return the packing slip as PDF. It goes with the wine, which may be a present, so it has no prices."""
    lines = list(order.lines.all())
    sheet = _sheet(f"Packing slip {order.number}", order)
    sheet.write_beside(
        _recipient(order),
        ("Order", [order.number, _day(order.placed_at)]),
        ("Delivery", [order.shipping_title or "None", *filter(None, [order.arrival_words, _hold(order)])]),
    )
    sheet.write_table(
        ("Item", "SKU", "Quantity", "Packed"),
        _widths(lines, (58, 18, 12, 12), number=2),
        [(_wine_cell(line), line.sku, line.bottles_in_words, "____") for line in lines],
    )
    counted = "Bottles in all" if order.needs_adult else "Items in all"
    sheet.write_part(counted, str(sum(line.bottles for line in lines)))
    if order.customer_note:
        sheet.write_part("Note from the customer", order.customer_note)
    if order.gift_message:
        sheet.write_part("A message for you", order.gift_message)
    if order.needs_adult:
        sheet.write_small(
            ADULT_AT_THE_STORE.format(age=find_pickup_terms(order).legal_age) if order.is_pickup else ADULT_SIGNATURE
        )
    return bytes(sheet.output())


def _sheet(title: str, order: Order) -> "Sheet":
    from vintner.orders.documents.sheet import Sheet  # noqa: PLC0415 - what draws PDFs takes 18 MB of each process

    return Sheet(title, order.placed_at)


def _billing(order: Order) -> tuple[str, ...]:
    return (*Address.read(order.billing).lines(), order.email)


def _destination(order: Order) -> tuple[str, tuple[str, ...]]:
    """Return where the wine gets to its customer, with a title."""
    if order.is_pickup:
        return "Pick up at", find_pickup_terms(order).address or (settings.STORE_NAME,)
    return "Deliver to", Address.read(order.shipping).lines()


def _recipient(order: Order) -> tuple[str, tuple[str, ...]]:
    """Return who gets the wine, with a title: an address to go to, or the one who comes."""
    shipping, billing = Address.read(order.shipping), Address.read(order.billing)
    if order.is_pickup:
        person = shipping.name or billing.name, order.email, shipping.phone or billing.phone
        return "Picked up by", tuple(filter(None, person))
    to = shipping.lines() or _billing(order)
    return "Deliver to", (*to, shipping.phone) if shipping.phone else to


def _hold(order: Order) -> str:
    """Return until when the parcel waits; '' for one that does not, or that staff let go."""
    return "" if order.hold_released_at else hold_label(order)


def _day(moment: datetime) -> str:
    return day_in_words(timezone.localtime(moment).date())


def _payment(order: Order) -> str:
    return f"{order.payment_title}, {_day(order.paid_at)}" if order.paid_at else "Not paid yet"


def _widths(lines: Sequence[OrderLine], usual: Sequence[int], *, number: int) -> list[int]:
    """Return the widths of a table's columns: that of the bottles is wider where it has words."""
    more = 12 if any(line.bottles_each > 1 for line in lines) else 0
    return [width + (more if column == number else -more if column == 0 else 0) for column, width in enumerate(usual)]


def _wine_cell(line: OrderLine) -> str:
    return "\n".join(filter(None, (line.label.maker, line.name, line.label.details)))


def _sums(order: Order) -> list[tuple[str, str]]:
    rows = [(row.label_with_rate, row.text) for row in amounts(order)]
    rows.append((TOTAL, order.total.text))
    rows += rows_after_refunds(order)
    if order.paid_at is None:
        rows.append((DUE, order.total.text))
    return rows
