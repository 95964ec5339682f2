"""All invariants, and the audit that runs them."""

from collections.abc import Iterable
from typing import Final

from django.db import connection

from vintner.orders.invariants.coupons import COUPONS
from vintner.orders.invariants.emails import EMAILS
from vintner.orders.invariants.invariant import Broken, Invariant
from vintner.orders.invariants.ledger import LEDGER
from vintner.orders.invariants.money import MONEY
from vintner.orders.invariants.orders import CARTS, ORDERS
from vintner.orders.invariants.revenue import REVENUE
from vintner.orders.invariants.stock import STOCK


def audit(invariants: Iterable[Invariant] | None = None) -> list[Broken]:
    """Return the invariants that do not hold, each with its rows."""
    found = []
    with connection.cursor() as cursor:
        for invariant in INVARIANTS if invariants is None else invariants:
            cursor.execute(invariant.sql)
            names = [column.name for column in cursor.description or ()]
            rows = tuple(dict(zip(names, row, strict=True)) for row in cursor.fetchall())
            if rows:
                found.append(Broken(invariant, rows))
    return found


INVARIANTS: Final = (*STOCK, *MONEY, *ORDERS, *COUPONS, *CARTS, *EMAILS, *LEDGER, *REVENUE)
