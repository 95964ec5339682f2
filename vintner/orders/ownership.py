"""Decides whose order it is, since an id alone opens nothing, and makes the links to its pages, which have its key.

See docs/behaviour/orders.md#who-may-open-an-order.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode

from vintner.customers.models import User
from vintner.customers.proven_addresses import build_owner_condition, list_proven_addresses
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.web.email_addresses import fold_ascii, has_address, read_address, spellings_of
from vintner.web.rate_limits import count_try, return_try

GRACE = timedelta(minutes=10)
"""How long after placing the key alone opens an order; later a guest also needs the e-mail address."""
LARGEST_ID = 2**63 - 1
"""The largest number that the database's type of ids can hold."""
_PLACED, _PROVEN, _PAYING, _MOST_REMEMBERED = "placed_orders", "proven_orders", "paying_orders", 20
_BOUGHT = "bought_orders"


def remember_order(session: SessionBase, order_id: int) -> None:
    """Remember that this browser placed the order, or paid for it."""
    _add(session, _PLACED, order_id)
    _add(session, _BOUGHT, order_id)


def knows_email(order: Order, email: str, network: str) -> bool:
    """Say whether a visitor at an address of the network knows the e-mail address of an order. Wrong answers count, and
    beyond the limit none is right.
    """
    keys = (f"order:{order.pk}", network)
    address = read_address(email)
    if not count_try("log_in", *keys) or not address or address not in spellings_of(order.email):
        return False
    return_try("log_in", *keys)
    return True


def remember_address(session: SessionBase, order_id: int) -> None:
    """Remember that this visitor knew the order's e-mail address."""
    _add(session, _PLACED, order_id)


def bought_here(session: SessionBase, order: Order) -> bool:
    """Return whether this browser placed the order, or paid for it: it is shown the receipt."""
    return order.pk in session.get(_BOUGHT, [])


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
    return bool(proven) and Order.objects.filter(has_address("email", email), pk__in=proven).exists()


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
    return order.pk in session.get(_PLACED, []) or is_owner(user, order)


def find_own_orders(user: User) -> QuerySet[Order]:
    """Return the placed orders of an account: those that were placed in it, and those of guests with its confirmed
    e-mail address (docs/decisions/0127-orders-of-guests.md). One query, for its addresses.
    """
    return Order.objects.filter(build_owner_condition(user)).exclude(status=Status.DRAFT)


def has_orders_of_guests(user: User) -> bool:
    """Return whether guests have placed orders with the account's confirmed e-mail address. Two queries."""
    return find_own_orders(user).filter(user=None).exists()


def list_own_order_ids(user: User) -> list[int]:
    """Return the ids of the account's orders, drafts included, in their order."""
    return list(Order.objects.filter(build_owner_condition(user)).order_by("pk").values_list("pk", flat=True))


def is_owner(user: User | None, order: Order) -> bool:
    """Return whether the order is the account's. No query for orders of accounts, one for those of guests."""
    if user is None or order.user_id is not None:
        return user is not None and order.user_id == user.pk
    return fold_ascii(order.email) in list_proven_addresses(user)


def has_key(order: Order, key: str) -> bool:
    """Return whether the key is the order's, compared in constant time. That of an erased order opens it no more."""
    return constant_time_compare(order.key, key) and order.erased_at is None


def find_order(order_id: int, key: str, user: User | None = None) -> Order | None:
    """Return a placed order whose key is given, or whose customer is given; None for all others.

    The row of another order is not read: a wrong key takes as long as a number that no order has.
    """
    given = Q(key=key) if key.isascii() and key.isprintable() else Q()  # others are no keys, and some no text either
    if user is not None:
        given |= build_owner_condition(user)
    if not given:
        return None
    order = Order.objects.exclude(status=Status.DRAFT).filter(given, pk=min(order_id, LARGEST_ID)).first()
    return order if order is not None and (has_key(order, key) or is_owner(user, order)) else None


def is_fresh(order: Order, now: datetime) -> bool:
    """Return whether the key alone still opens the order."""
    return now - order.placed_at < GRACE


def link(name: str, order: Order) -> str:
    """Return the path of one of the order's pages, by its name in urls.py."""
    return f"{reverse(name, args=[order.pk])}?{urlencode({'key': order.key})}"


def pay_link(order: Order) -> str:
    """Return the path of the payment page, with WooCommerce's parameters: links in old e-mails have them too."""
    query = urlencode({"pay_for_order": "true", "key": order.key})
    return f"{reverse('order_pay', args=[order.pk])}?{query}"


def mailed(path: str) -> str:
    """Return the absolute address of a path, for e-mails."""
    return f"{settings.STORE_URL}{path}"
