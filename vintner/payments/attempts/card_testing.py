"""Rate limits against the testing of stolen cards, for all ways to the provider.

A decline counts for whoever pays (a cart together with its orders, or an account) and for the address it came from.
Payments and opened intents store their `origin`, because a webhook event does not know the shopper's address. Declines
of an account's setups count for the address only where a request reports them. See
docs/behaviour/payments.md#card-testing.
"""

from uuid import UUID

from django.utils.crypto import salted_hmac

from vintner.orders.models import Order
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.messages import CARD_TOO_MANY, TOO_MANY
from vintner.payments.models import OpenIntent, Payment
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.web.client_address import network_key
from vintner.web.rate_limits import count_try, is_any_exhausted


def hash_address(address: str) -> str:
    """Return a keyed hash of an internet address, '' for none. Declines from the address are counted by it.

    It is stored with payments. Without the store's secret key nobody can find the address from it.
    """
    return salted_hmac("vintner.payments.card_testing", network_key(address)).hexdigest() if address else ""


def refuse_too_many(paid: UUID | Order, address: str) -> None:
    """Raise Refusal `too_many_tries` after too many declines for a cart (by its id) or an order, or from the
    address.
    """
    if _has_too_many_declines(_payer_key(paid), address):
        raise Refusal("too_many_tries", TOO_MANY)


def count_payment_decline(order: Order, payment: Payment) -> None:
    """Count a declined attempt.

    What fails later on a provider's page tests no cards, so it does not count for the address.
    """
    count_try("failed_payments", _payer_key(order))
    if payment.origin and (payment.method_type is CARD or payment.status == PaymentStatus.CREATED):
        count_try("failed_payments_from", payment.origin)


def count_open_intent_decline(opened: OpenIntent) -> None:
    """Count a method that was declined for an intent that a page opened, before there was an attempt."""
    count_try("failed_payments", _payer_key(opened.order) if opened.order else f"cart:{opened.cart_id}")
    if opened.origin:
        count_try("failed_payments_from", opened.origin)


def count_setup(user_id: int, address: str) -> None:
    """Count an attempt to add a method. Raises Refusal: `too_many_tries`, also after too many declines."""
    account = _account_key(user_id)
    if _has_too_many_declines(account, address) or not count_try("cards_added", account, hash_address(address)):
        raise Refusal("too_many_tries", CARD_TOO_MANY)


def count_open_intent(paid: UUID | Order, address: str) -> None:
    """Count an intent that a page opens before its order is there.

    Raises Refusal: `too_many_tries`, also after too many declines.
    """
    payer = _payer_key(paid)
    if _has_too_many_declines(payer, address) or not count_try("intents_opened", payer, hash_address(address)):
        raise Refusal("too_many_tries", TOO_MANY)


def count_setup_decline(user_id: int) -> None:
    """Count a method that was declined for an account."""
    count_try("failed_payments", _account_key(user_id))


def count_address_decline(address: str) -> None:
    """Count an account's declined method for the address it came from, together with declines at the checkout."""
    count_try("failed_payments_from", hash_address(address))


def _has_too_many_declines(payer: str, address: str) -> bool:
    return is_any_exhausted(("failed_payments", payer), ("failed_payments_from", hash_address(address)))


def _payer_key(paid: UUID | Order) -> str:
    if isinstance(paid, UUID):
        return f"cart:{paid}"
    return f"cart:{paid.cart_id}" if paid.cart_id else f"order:{paid.pk}"


def _account_key(user_id: int) -> str:
    return f"user:{user_id}"
