"""Captures authorized money, whole or in part, or voids the authorization.

As with every call to the provider: the request is recorded first, then the provider is called outside any transaction,
and its answer goes through `apply_intent`. Pressing the button twice is harmless.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from vintner import chaos
from vintner.customers.models import User
from vintner.money import ZERO, Money
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import apply_intent
from vintner.payments.attempts.attempts import CALL_TIMEOUT, assert_no_transaction
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.gateway import Rejected
from vintner.payments.models import Payment
from vintner.payments.provider import gateway
from vintner.refusal import Refusal

AUTHORIZATION_LIFETIME: Final = timedelta(days=7)
"""Card networks release an authorization after about this time."""
NOTHING: Final = "Nothing is set aside for this order: there is nothing to capture and nothing to void."


def find_authorized(order: Order) -> Payment | None:
    """Return the order's authorized attempt, if there is one."""
    return Payment.objects.filter(order=order, status=PaymentStatus.AUTHORIZED).select_related("order").first()


def capture(order_id: int, amount: Money | None, *, by: User) -> Payment:
    """Capture the authorized money, all of it without an `amount`. The rest goes back to the card for good.

    Raises Refusal: `nothing_set_aside`, `capture_amount`, or `capture_failed` in the provider's words; and ProviderDown
    when the outcome is unknown: capturing again is safe, and the webhook or the reconciler finds it out.
    """
    assert_no_transaction()
    payment = _record_request(order_id, by, "to take", amount)
    wanted = payment.amount if amount is None else amount
    try:
        # With the amount in the key, the same request twice is one, and another amount is another request.
        key = f"{payment.idempotency_key}:capture:{wanted.minor}"
        intent = gateway().capture(str(payment.intent_id), wanted, key)
    except Rejected as rejection:
        text = f"The card service refused it ({rejection.code}). {rejection.message}".strip()
        orders.add_note(payment.order, text, alert=True)
        raise Refusal("capture_failed", text) from rejection
    chaos.point("after_capture_call")
    return apply_intent(order_id, intent)


def void(order_id: int, *, by: User, why: str = "") -> Payment:
    """Void the authorization and cancel the order. Raises Refusal and ProviderDown as `capture`."""
    assert_no_transaction()
    payment = _record_request(order_id, by, "to let go of", None, why)
    payment = apply_intent(order_id, gateway().cancel(str(payment.intent_id)))
    if payment.status != PaymentStatus.CANCELLED:
        raise Refusal("captured", f"It was too late: {payment.captured} had been taken. Refund it.")
    return payment


def _record_request(order_id: int, by: User, what: str, amount: Money | None, why: str = "") -> Payment:
    """Check that the request can be met, and write it into the order's history."""
    with transaction.atomic(durable=True):
        order = orders.lock(order_id)
        payment = find_authorized(order)
        if payment is None:
            raise Refusal("nothing_set_aside", NOTHING)
        if amount is not None and not ZERO < amount <= payment.amount:
            raise Refusal("capture_amount", f"Between {Money(1)} and {payment.amount} can be captured.", "amount")
        # if the answer gets lost, the reconciler reads the intent after this time
        Payment.objects.filter(pk=payment.pk).update(busy_until=timezone.now() + CALL_TIMEOUT)
        text = f"The card service is asked {what} {payment.amount if amount is None else amount}."
        orders.add_note(order, f"{text} {why}".strip(), by=by)
    return payment
