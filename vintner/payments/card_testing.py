"""Limits that keep strangers from trying out stolen cards, counted here for all ways to the provider (quality B.3, 7).

What is paid for is a cart, by its id, or an order; the tries for both count together. So do those from one address.
"""

from uuid import UUID

from django.http import HttpRequest

from vintner.orders.models import Order
from vintner.payments.messages import CARD_TOO_MANY, TOO_MANY
from vintner.refusal import Refusal
from vintner.web.limits import exhausted, spend
from vintner.web.visitors import address_of


def refuse_too_many(request: HttpRequest, paid: UUID | Order) -> None:
    """Refuse who had too many cards declined. Raises Refusal: `too_many_tries`."""
    if exhausted("failed_payments", _payer(paid), _address(request)):
        raise Refusal("too_many_tries", TOO_MANY)


def count_decline(request: HttpRequest, paid: UUID | Order) -> None:
    """Count a payment that was declined when an order was placed."""
    spend("failed_payments", _payer(paid), _address(request))


def count_setup(request: HttpRequest, user_id: int) -> None:
    """Count a card that an account wants to be kept. Raises Refusal: `too_many_tries`, also after too many declines."""
    keys = _keys(request, user_id)
    if exhausted("failed_payments", *keys) or not spend("cards_added", *keys):
        raise Refusal("too_many_tries", CARD_TOO_MANY)


def count_open_intent(request: HttpRequest, paid: UUID | Order) -> None:
    """Count an intent that a page opens before its order is there.

    Raises Refusal: `too_many_tries`, also after too many declines.
    """
    keys = (_payer(paid), _address(request))
    if exhausted("failed_payments", *keys) or not spend("intents_opened", *keys):
        raise Refusal("too_many_tries", TOO_MANY)


def count_decline_of(user_id: int) -> None:
    """Count a card that the provider declined for an account, whoever brought the news."""
    spend("failed_payments", _account(user_id))


def count_decline_from(request: HttpRequest) -> None:
    """Count a declined card for where it came from, along with those that were declined at the checkout."""
    spend("failed_payments", _address(request))


def _keys(request: HttpRequest, user_id: int) -> tuple[str, str]:
    return (_account(user_id), _address(request))


def _payer(paid: UUID | Order) -> str:
    cart_id = paid if isinstance(paid, UUID) else paid.cart_id
    return f"cart:{cart_id}" if cart_id else f"order:{paid.pk}"


def _account(user_id: int) -> str:
    return f"user:{user_id}"


def _address(request: HttpRequest) -> str:
    return f"address:{address_of(request)}"
