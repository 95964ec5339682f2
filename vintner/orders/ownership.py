"""Decides whose order it is, since an id alone opens nothing (docs/behaviour/orders.md#who-may-open-an-order)."""

from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.utils.crypto import constant_time_compare

from vintner.customers.models import User
from vintner.orders.models import Order

GRACE = timedelta(minutes=10)
"""How long after placing the key alone opens an order; later a guest also needs the e-mail address."""
_PLACED, _PROVEN, _PAYING, _MOST_REMEMBERED = "placed_orders", "proven_orders", "paying_orders", 20


def remember_order(session: SessionBase, order_id: int) -> None:
    """Remember that this browser placed the order, or knew its e-mail address."""
    _add(session, _PLACED, order_id)


def remember_proof(session: SessionBase, order_id: int) -> None:
    """Remember that this visitor opened a link that was mailed to the order's address."""
    _add(session, _PLACED, order_id)
    _add(session, _PROVEN, order_id)


def is_proven(session: SessionBase, order: Order) -> bool:
    """Return whether this visitor has proven to read the mail of the order's address."""
    return order.pk in session.get(_PROVEN, [])


def has_proven(session: SessionBase, email: str) -> bool:
    """Return whether this visitor has proven to read the mail of an e-mail address."""
    proven = session.get(_PROVEN, [])
    return bool(proven) and Order.objects.filter(pk__in=proven, email__iexact=email).exists()


def remember_pay_page(session: SessionBase, order_id: int) -> None:
    """Remember that this visitor opened the order's payment page."""
    _add(session, _PAYING, order_id)


def may_pay(session: SessionBase, user: User | None, order: Order) -> bool:
    """Return whether this visitor may pay the order: has placed it, or has opened its payment page."""
    return placed_here(session, user, order) or order.pk in session.get(_PAYING, [])


def _add(session: SessionBase, known: str, order_id: int) -> None:
    others = [number for number in session.get(known, []) if number != order_id]
    session[known] = [*others, order_id][-_MOST_REMEMBERED:]


def placed_here(session: SessionBase, user: User | None, order: Order) -> bool:
    """Return whether this browser placed the order, or its customer is logged in."""
    is_owner = user is not None and order.user_id == user.pk
    return is_owner or order.pk in session.get(_PLACED, [])


def has_key(order: Order, key: str) -> bool:
    """Return whether the key is the order's, compared in constant time."""
    return constant_time_compare(order.key, key)


def is_fresh(order: Order, now: datetime) -> bool:
    """Return whether the key alone still opens the order."""
    return now - order.placed_at < GRACE
