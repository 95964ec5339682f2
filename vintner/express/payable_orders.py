"""Finds the unpaid order that a wallet is to pay."""

from collections.abc import Mapping
from typing import Final

from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.orders.ownership import find_order, is_owner, knows_email
from vintner.payments.attempts.pay_again import is_payable
from vintner.refusal import Refusal
from vintner.web.numbers import whole

NO_ORDER: Final = "There is no order of yours to pay for with this number, key and email address."


def find_payable_order(fields: Mapping[str, str], user: User | None, network: str) -> Order:
    """Return the order of the fields order_id, key and billing_email, as POST /checkout/{id} asks for them.

    `network` is the visitor's address there, for the rate limit. Raises Refusal, in the same words whatever is wrong:
    otherwise anybody could find out which orders exist.
    """
    order = find_order(whole(fields.get("order_id", "")) or 0, fields.get("key", ""))
    if order is None or not is_payable(order):
        raise Refusal("no_order", NO_ORDER)
    is_theirs = order.user_id is None and knows_email(order, fields.get("billing_email", ""), network)
    if not is_theirs and not is_owner(user, order):
        raise Refusal("no_order", NO_ORDER)
    return order
