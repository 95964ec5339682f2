"""Limits that keep strangers from trying out stolen cards, counted here for all ways to the provider (quality B.3, 7).

A declined card counts for who pays, where the store hears of it, whoever brings the news: for a cart together with what
was ordered from it, or for an account. Where a request brings the news, it counts for the visitor's address as well.
"""

from uuid import UUID

from django.http import HttpRequest

from vintner.orders.models import Order
from vintner.payments.messages import CARD_TOO_MANY, TOO_MANY
from vintner.refusal import Refusal
from vintner.web.limits import exhausted, spend
from vintner.web.visitors import limit_key_of


def refuse_too_many(request: HttpRequest, paid: UUID | Order) -> None:
    """Refuse who had too many cards declined for a cart (by its id) or an order. Raises Refusal: `too_many_tries`."""
    if _has_failed_often(request, _payer(paid)):
        raise Refusal("too_many_tries", TOO_MANY)


def count_decline_for(order: Order) -> None:
    """Count a payment of an order that the provider declined, whoever brought the news."""
    spend("failed_payments", _payer(order))


def count_setup(request: HttpRequest, user_id: int) -> None:
    """Count a card that an account wants to be kept. Raises Refusal: `too_many_tries`, also after too many declines."""
    account = _account(user_id)
    if _has_failed_often(request, account) or not spend("cards_added", account, _address(request)):
        raise Refusal("too_many_tries", CARD_TOO_MANY)


def count_open_intent(request: HttpRequest, paid: UUID | Order) -> None:
    """Count an intent that a page opens before its order is there.

    Raises Refusal: `too_many_tries`, also after too many declines.
    """
    payer = _payer(paid)
    if _has_failed_often(request, payer) or not spend("intents_opened", payer, _address(request)):
        raise Refusal("too_many_tries", TOO_MANY)


def count_decline_of(user_id: int) -> None:
    """Count a card that the provider declined for an account, whoever brought the news."""
    spend("failed_payments", _account(user_id))


def count_decline_from(request: HttpRequest) -> None:
    """Count a declined card for where it came from, along with those that were declined at the checkout."""
    spend("failed_payments_from", _address(request))


def _has_failed_often(request: HttpRequest, payer: str) -> bool:
    return exhausted("failed_payments", payer) or exhausted("failed_payments_from", _address(request))


def _payer(paid: UUID | Order) -> str:
    if isinstance(paid, UUID):
        return f"cart:{paid}"
    return f"cart:{paid.cart_id}" if paid.cart_id else f"order:{paid.pk}"


def _account(user_id: int) -> str:
    return f"user:{user_id}"


def _address(request: HttpRequest) -> str:
    return f"address:{limit_key_of(request)}"
