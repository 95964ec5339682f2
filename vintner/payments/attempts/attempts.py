"""Creates attempts to pay an order, and finds the order of an intent."""

import hashlib
from datetime import datetime

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from vintner.customers.models import User
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.payments.attempts import card_testing, open_intents
from vintner.payments.attempts.machine import CALL_TIMEOUT, build_claim, is_ours, sign_return
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.gateway import Charge, Intent
from vintner.payments.models import Payment
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.web.client_address import BrowserInfo

PAID_ALREADY = "This order was paid for already. Please write to us if something is wrong with it."


def create_next_attempt(
    order: Order, payment_input: PaymentInput, now: datetime, *, payer: User | None = None
) -> Payment:
    """Create a further attempt for a locked order. Raises Refusal: `paid`, when an earlier one has paid for it."""
    if Payment.objects.filter(order=order, status=PaymentStatus.SUCCEEDED).exists():
        raise Refusal("paid", PAID_ALREADY)
    last = Payment.objects.filter(order=order).aggregate(last=Max("attempt"))["last"] or 0
    return create_attempt(order, payment_input, now, payer=payer, attempt=last + 1)


def create_attempt(
    order: Order, payment_input: PaymentInput, now: datetime, *, payer: User | None = None, attempt: int = 1
) -> Payment:
    """Create an attempt to pay an order, with the idempotency key that makes its call repeatable.

    A method is saved only for a `payer` with an account. Raises Refusal when the browser's intent is not of this order.
    """
    browser = (
        payment_input.browser if payment_input.method_type.mandate else BrowserInfo()
    )  # needed for a mandate only, so not stored otherwise
    if payment_input.intent_id:
        open_intents.take_over(payment_input.intent_id, order, payment_input.method_type, now)
    return Payment.objects.create(
        order=order,
        attempt=attempt,
        amount=order.total,
        currency=order.currency,
        type=payment_input.method_type.name,
        method=payment_input.method,
        token=payment_input.token,
        intent_id=payment_input.intent_id or None,
        code=payment_input.code,
        page=payment_input.page,
        sent_from=browser.address,
        user_agent=browser.user_agent,
        origin=card_testing.hash_address(payment_input.browser.address),
        customer_id=payment_input.customer_id,
        keep_for=payer if payment_input.save else None,
        capture_later=settings.CAPTURE_LATER and payment_input.method_type.captures_later,
        idempotency_key=_idempotency_key(order, attempt),
        busy_until=now + CALL_TIMEOUT,
    )


def _idempotency_key(order: Order, attempt: int) -> str:
    """Return the same key for the same attempt. Another database has other keys for the same order number."""
    mark = hashlib.sha256(order.key.encode()).hexdigest()[:12]
    return f"order:{order.pk}-{mark}:attempt:{attempt}:confirm"


def is_in_progress(order: Order, now: datetime) -> bool:
    """Return whether another request may still be waiting for the provider's answer about this order."""
    return Payment.objects.filter(order=order, status=PaymentStatus.CREATED, busy_until__gt=now).exists()


def take_turn(payment: Payment) -> bool:
    """Mark the attempt as being charged, so that other requests wait. Returns False when it was closed meanwhile."""
    still_wanted = Payment.objects.filter(pk=payment.pk, closed_at=None, given_up_at=None)
    return bool(still_wanted.update(busy_until=timezone.now() + CALL_TIMEOUT))


def build_charge(payment: Payment) -> Charge:
    """Return the charge of an attempt. It is the same each time, or the idempotency key would be refused."""
    order, method_type = payment.order, payment.method_type
    address = Address.read(order.shipping)
    is_saved = bool(payment.customer_id) and payment.keep_for_id is None
    confirms = bool(payment.token) or is_saved or not method_type.in_browser
    return Charge(
        amount=payment.amount,
        currency=payment.currency,
        method=payment.method,
        key=payment.idempotency_key,
        claim=build_claim(payment),
        description=f"{settings.STORE_NAME} - Order {order.number}",
        recipient=address if address.postcode else None,
        customer_id=payment.customer_id,
        save=payment.keep_for_id is not None and bool(payment.customer_id),
        capture_later=payment.capture_later,
        type=method_type.name,
        token=payment.token,
        intent_id=str(payment.intent_id) if payment.is_of_open_intent else "",
        confirm=confirms,
        return_url=build_return_url(payment)
        if confirms and method_type is not CARD and not method_type.in_browser
        else "",
        browser=(payment.sent_from, payment.user_agent) if method_type.mandate else None,
        code=payment.code,
    )


def find_order_id(intent: Intent) -> int | None:
    """Return the id of the order that an intent belongs to, None when it is not the store's."""
    known = Payment.objects.filter(intent_id=intent.id).values_list("order_id", flat=True).first()
    if known is not None or intent.claim is None:
        return known
    claimed = Payment.objects.filter(**intent.claim.lookup).first()
    return claimed.order_id if claimed and is_ours(claimed, intent.claim) else None


def build_return_url(payment: Payment) -> str:
    """Return the URL to which a bank sends the shopper back. It names the attempt.

    The provider stores it, so it has a signature instead of the order's key, which would open the order's pages.
    """
    path = reverse("order_received", args=[payment.order_id])
    query = {"wc_payment_method": "stripe", "attempt": str(payment.attempt), "signature": sign_return(payment)}
    return f"{settings.STORE_URL}{path}?{urlencode(query)}"
