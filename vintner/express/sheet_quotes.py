"""Keeps what a wallet's sheet showed, so that nothing else is charged.

Every answer with a total stores one. An order names the one that its sheet showed; a client that names none is held to
the newest that it was told.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from vintner.cart.carts import QuotedCart
from vintner.express.models import ButtonPlace, SheetQuote
from vintner.money import Money, currency
from vintner.orders.models import Order
from vintner.refusal import Refusal

VALID_FOR: Final = timedelta(minutes=15)
KEPT_FOR: Final = timedelta(days=1)
"""How long a quote that is over is kept, so that an order with it is told so."""
AGAIN: Final = "Nothing was charged: please open the wallet again."


def store_quote(quoted: QuotedCart, place: ButtonPlace, *, now: datetime) -> SheetQuote:
    """Store what a cart costs as it is quoted. One query."""
    quote = quoted.quote
    return SheetQuote.objects.create(
        cart_id=quoted.cart.pk,
        place=place,
        hash=quoted.cart_hash,
        total=quote.total,
        currency=currency(),
        shipping_rate=quote.shipping.rate_id if quote.shipping else "",
        country=quote.place.country[:2],
        state=quote.place.state,
        postcode=quote.place.postcode[:12],
        city=quote.place.city[:120],
        created_at=now,
        expires_at=now + VALID_FOR,
    )


def store_order_quote(order: Order, *, now: datetime) -> SheetQuote:
    """Store what an unpaid order costs. One query."""
    return SheetQuote.objects.create(
        order=order,
        place=ButtonPlace.ORDER,
        hash=order.cart_hash[:32],
        total=order.total,
        currency=currency(),
        shipping_rate=order.shipping_rate,
        created_at=now,
        expires_at=now + VALID_FOR,
    )


def read_quote(
    quote_id: str, sheet_hash: str, *, cart_id: UUID | None = None, order_id: int | None = None, now: datetime
) -> SheetQuote:
    """Return the quote that an order of this cart, or the payment of this order, names by id and hash.

    Raises Refusal: quote_missing for one that is not there or is about something else, and quote_expired.
    """
    try:
        found = _about(cart_id, order_id).filter(pk=UUID(quote_id)).first()
    except (ValueError, TypeError, AttributeError):
        found = None
    if found is None or found.hash != sheet_hash:
        raise _missing()
    return _refuse_expired(found, now)


def newest_quote(
    told: Sequence[UUID], *, cart_id: UUID | None = None, order_id: int | None = None, now: datetime
) -> SheetQuote:
    """Return the newest of the quotes that a browser was told (`middleware.py: read_told_quotes`), for this cart or
    order. Raises the same Refusals.
    """
    found = _about(cart_id, order_id).filter(pk__in=told).order_by("-created_at").first() if told else None
    if found is None:
        raise _missing()
    return _refuse_expired(found, now)


def _about(cart_id: UUID | None, order_id: int | None) -> QuerySet[SheetQuote]:
    if cart_id is not None:
        return SheetQuote.objects.filter(cart_id=cart_id)
    return SheetQuote.objects.filter(order_id=order_id) if order_id is not None else SheetQuote.objects.none()


def _missing() -> Refusal:
    return Refusal("quote_missing", f"We do not know what your wallet showed. {AGAIN}")


def _refuse_expired(found: SheetQuote, now: datetime) -> SheetQuote:
    if found.expires_at <= now:
        raise Refusal("quote_expired", f"What your wallet showed is too old. {AGAIN}")
    return found


def refuse_other_purchase(shown: SheetQuote, *, total: Money, cart_hash: str) -> None:
    """Refuse to charge anything but what the sheet showed: another total, or other contents at the same total."""
    if total != shown.total:
        raise Refusal("total_changed", f"The total is {total} now, not {shown.total}. {AGAIN}")
    if cart_hash != shown.hash:
        raise Refusal("total_changed", f"Your cart holds something else now. {AGAIN}")


def delete_old_quotes(now: datetime) -> None:
    """Delete the quotes that were over a day ago."""
    SheetQuote.objects.filter(expires_at__lt=now - KEPT_FOR).delete()
