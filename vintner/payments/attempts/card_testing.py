"""Limits that keep strangers from trying out stolen cards, counted here for all ways to the provider (quality B.3, 7).

A declined card counts for who pays, where the store hears of it, whoever brings the news: for a cart together with what
was ordered from it, or for an account. It counts for where it came from as well: every payment, and every intent that a
page opens, has its `origin` written down, as a webhook does not know the shopper's address. A card of an account counts
so where a request brings the news.
"""

from uuid import UUID

from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from vintner.orders.models import Order
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.messages import CARD_TOO_MANY, TOO_MANY
from vintner.payments.models import OpenIntent, Payment
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.web.limits import exhausted, spend
from vintner.web.visitors import address_of, limit_key


def hash_address(address: str) -> str:
    """Return a mark by which declines from one address of the network are counted, '' for none.

    It is kept with payments, and nobody without the store's key can tell the address from it.
    """
    return salted_hmac("vintner.payments.card_testing", limit_key(address)).hexdigest() if address else ""


def read_origin(request: HttpRequest) -> str:
    """Return the mark of the address that a request came from."""
    return hash_address(address_of(request))


def refuse_too_many(request: HttpRequest, paid: UUID | Order) -> None:
    """Refuse who had too many cards declined for a cart (by its id) or an order. Raises Refusal: `too_many_tries`."""
    if _has_too_many_declines(request, _payer_key(paid)):
        raise Refusal("too_many_tries", TOO_MANY)


def count_payment_decline(order: Order, payment: Payment) -> None:
    """Count a payment of an order that the provider declined, whoever brought the news.

    What is decided later on a page of the provider's tries out no cards, so that counts for no address.
    """
    spend("failed_payments", _payer_key(order))
    if payment.origin and (payment.method_type is CARD or payment.status == PaymentStatus.CREATED):
        spend("failed_payments_from", payment.origin)


def count_open_intent_decline(opened: OpenIntent) -> None:
    """Count a method that the provider declined for an intent of a page's, before there was an attempt."""
    spend("failed_payments", _payer_key(opened.order) if opened.order else f"cart:{opened.cart_id}")
    if opened.origin:
        spend("failed_payments_from", opened.origin)


def count_setup(request: HttpRequest, user_id: int) -> None:
    """Count a card that an account wants to be kept. Raises Refusal: `too_many_tries`, also after too many declines."""
    account = _account_key(user_id)
    if _has_too_many_declines(request, account) or not spend("cards_added", account, read_origin(request)):
        raise Refusal("too_many_tries", CARD_TOO_MANY)


def count_open_intent(request: HttpRequest, paid: UUID | Order) -> None:
    """Count an intent that a page opens before its order is there.

    Raises Refusal: `too_many_tries`, also after too many declines.
    """
    payer = _payer_key(paid)
    if _has_too_many_declines(request, payer) or not spend("intents_opened", payer, read_origin(request)):
        raise Refusal("too_many_tries", TOO_MANY)


def count_setup_decline(user_id: int) -> None:
    """Count a card that the provider declined for an account, whoever brought the news."""
    spend("failed_payments", _account_key(user_id))


def count_address_decline(request: HttpRequest) -> None:
    """Count an account's declined card for where it came from, along with those that were declined at the checkout."""
    spend("failed_payments_from", read_origin(request))


def _has_too_many_declines(request: HttpRequest, payer: str) -> bool:
    return exhausted("failed_payments", payer) or exhausted("failed_payments_from", read_origin(request))


def _payer_key(paid: UUID | Order) -> str:
    if isinstance(paid, UUID):
        return f"cart:{paid}"
    return f"cart:{paid.cart_id}" if paid.cart_id else f"order:{paid.pk}"


def _account_key(user_id: int) -> str:
    return f"user:{user_id}"
