"""The numbers of orders: which ones the merchant may begin with, and how a typed one is read."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import BigIntegerField, Max
from django.db.models.functions import Cast, Substr

from vintner.orders.models import Order, OrderNumbering
from vintner.web.text_input import read_code

_NUMBER: Final = re.compile(r"(?:[A-Z][A-Z0-9-]{0,7})?[0-9]{1,18}")


def begin_anew(numbering: OrderNumbering) -> None:
    """Let the next order have the number `start`. Raises ValidationError if that number, or a later one, was given.

    An order that is written at the same time has a higher id than all that were given, so it takes a number beyond
    `start`, or one of the former setting.
    """
    numbering.prefix = numbering.prefix.upper()
    given = _last_given(numbering.prefix)
    if given is not None and numbering.start <= given:
        raise ValidationError(
            {"start": f"{numbering.prefix}{given} was given already: enter {given + 1} or more, or another prefix."}
        )
    numbering.added = numbering.start - 1 - _last_id()


def _last_given(prefix: str) -> int | None:
    """Return the highest number that an order with this prefix has. Reads all orders."""
    counted = Order.objects.filter(number__regex=rf"^{re.escape(prefix)}[0-9]+$")
    number = Cast(Substr("number", len(prefix) + 1), BigIntegerField())
    last: int | None = counted.aggregate(last=Max(number))["last"]
    return last


def _last_id() -> int:
    """Return the last id that was given, also to an order that was not written after all."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM orders_order_id_seq")
        return int(cursor.fetchone()[0])


def read_number(text: str) -> str:
    """Return the order number that somebody typed, '' for what is none. People copy it with its '#'."""
    number = read_code(text).lstrip("#").strip().upper()
    return number if _NUMBER.fullmatch(number) else ""
