"""What a wallet's sheet shows: lines of amounts that make its total to the cent."""

from typing import Final, NamedTuple

from django.conf import settings

from vintner.money import ZERO, Money
from vintner.orders.models import Order, OrderAdjustment
from vintner.orders.shipments.promises import BETTER_WEATHER
from vintner.pricing.quote import Quote
from vintner.shipping.arrival_words import departure_words
from vintner.shipping.rules import DeliveryOption

SHIPPING_KEY: Final = "total_shipping"
DISCOUNT_KEY: Final = "total_discount"


class SheetLine(NamedTuple):
    """A line of the sheet. What is taken off is below zero; `pending` lines are still to be worked out."""

    label: str
    amount: Money
    key: str = ""
    pending: bool = False

    def answer(self) -> dict[str, object]:
        """Return the line as calls answer it, the amount in minor units."""
        key = {"key": self.key} if self.key else {}
        return {**key, "label": self.label, "amount": self.amount.minor} | ({"pending": True} if self.pending else {})


def quote_lines(quote: Quote) -> tuple[SheetLine, ...]:
    """Return the lines of a quote; together they make its total."""
    added = [SheetLine(fee.label, fee.amount) for fee in quote.fees if fee.amount > ZERO]
    off = quote.discount + quote.saved_by_fees
    return _lines(quote.subtotal, quote.tax_total, quote.shipping_total, added, off)


def order_lines(order: Order) -> tuple[SheetLine, ...]:
    """Return the lines of a placed order; together they make its total. One query."""
    fees = order.adjustments.filter(kind=OrderAdjustment.Kind.FEE).order_by("pk")
    amounts = [(fee.label, fee.amount) for fee in fees]
    added = [SheetLine(label, amount) for label, amount in amounts if amount > ZERO]
    saved = -Money.total(amount for _, amount in amounts if amount < ZERO)
    return _lines(order.subtotal, order.tax_total, order.shipping_total, added, order.discount + saved)


def _lines(subtotal: Money, tax: Money, shipping: Money, added: list[SheetLine], off: Money) -> tuple[SheetLine, ...]:
    taken_off = [SheetLine("Discount", -off, DISCOUNT_KEY)] if off else []
    return (
        SheetLine("Subtotal", subtotal),
        SheetLine("Tax", tax),
        SheetLine("Shipping", shipping, SHIPPING_KEY),
        *added,
        *taken_off,
    )


def total_answer(total: int) -> dict[str, object]:
    """Return the sheet's total in minor units as calls answer it, with the store's name."""
    return {"label": settings.STORE_NAME, "amount": total, "pending": False}


def option_answer(option: DeliveryOption) -> dict[str, object]:
    """Return a way of delivery as the sheet offers it. One that is held for the weather says so in its name, because
    not every wallet shows the estimate.
    """
    answer = {"id": option.rate_id, "displayName": option.title, "amount": option.cost.minor}
    if (hold := option.promise.hold) is None:
        return answer
    name = f"{option.title}, held for {BETTER_WEATHER[hold.kind.value]} weather"
    leaves = departure_words(hold.safe)
    return {**answer, "displayName": name, "deliveryEstimate": f"{leaves[:1].upper()}{leaves[1:]}"}
