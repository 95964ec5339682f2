"""Limits that keep strangers from trying out stolen cards, the same on all ways to the provider (quality B.3, 7)."""

from uuid import UUID

from django.http import HttpRequest

from vintner.orders.models import Order
from vintner.payments.messages import CARD_TOO_MANY, TOO_MANY
from vintner.refusal import Refusal
from vintner.web.limits import exhausted, spend


def count_setup(request: HttpRequest, user_id: int) -> None:
    """Count a card that an account wants to be kept. Raises Refusal: `too_many_tries`, also after too many declines."""
    keys = _keys(request, user_id)
    if exhausted("failed_payments", *keys) or not spend("cards_added", *keys):
        raise Refusal("too_many_tries", CARD_TOO_MANY)


def payers_of(request: HttpRequest, paid: UUID | Order) -> tuple[str, str]:
    """Return whose tries count together: those for a cart (by its id) and for what was ordered from it, and those that
    come from one address.
    """
    if isinstance(paid, UUID):
        return f"cart:{paid}", _address(request)
    return f"cart:{paid.cart_id}" if paid.cart_id else f"order:{paid.pk}", _address(request)


def count_open_intent(request: HttpRequest, paid: UUID | Order) -> None:
    """Count an intent that a page opens before its order is there, for a cart by its id, or for an order.

    Raises Refusal: `too_many_tries`, also after too many declines.
    """
    keys = payers_of(request, paid)
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


def _account(user_id: int) -> str:
    return f"user:{user_id}"


def _address(request: HttpRequest) -> str:
    return f"address:{request.META.get('REMOTE_ADDR', '')}"
