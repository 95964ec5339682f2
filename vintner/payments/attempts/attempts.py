"""Attempts to pay an order: writing them down, and proving that a provider's record belongs to one."""

import hashlib
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlencode

from vintner.customers.models import User
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.payments.attempts import card_testing, open_intents
from vintner.payments.attempts.payment_input import BrowserInfo, PaymentInput
from vintner.payments.gateway import Charge, Claim, Intent
from vintner.payments.models import Payment
from vintner.payments.types import CARD
from vintner.refusal import Refusal

PAID_ALREADY = "This order was paid for already. Please write to us if something is wrong with it."
CALL_TIMEOUT = timedelta(seconds=25)
"""A call to the provider with all its repeats ends within this time (quality A.4: 5 s a try, three tries)."""


def create_next_attempt(
    order: Order, payment_input: PaymentInput, now: datetime, *, payer: User | None = None
) -> Payment:
    """Write down a further attempt at a locked order. Raises Refusal: `paid`, when an earlier one has paid for it."""
    if Payment.objects.filter(order=order, status=Payment.Status.SUCCEEDED).exists():
        raise Refusal("paid", PAID_ALREADY)
    last = Payment.objects.filter(order=order).aggregate(last=Max("attempt"))["last"] or 0
    return create_attempt(order, payment_input, now, payer=payer, attempt=last + 1)


def create_attempt(
    order: Order, payment_input: PaymentInput, now: datetime, *, payer: User | None = None, attempt: int = 1
) -> Payment:
    """Write down an attempt at an order, with the key that makes its call repeatable (payments 5).

    A card is kept only for a `payer` with an account (spec 6). Raises Refusal when the browser's intent is not of this
    order.
    """
    browser = (
        payment_input.browser if payment_input.method_type.mandate else BrowserInfo()
    )  # of no use otherwise, so not kept
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
    """Return the same key for the same attempt, and another one for an order of the same number in another database."""
    mark = hashlib.sha256(order.key.encode()).hexdigest()[:12]
    return f"order:{order.pk}-{mark}:attempt:{attempt}:confirm"


def is_in_progress(order: Order, now: datetime) -> bool:
    """Say whether another request may still be waiting for the provider's answer about this order."""
    return Payment.objects.filter(order=order, status=Payment.Status.CREATED, busy_until__gt=now).exists()


def take_turn(payment: Payment) -> bool:
    """Let others wait for what the provider will answer from now on. False when the attempt has ended meanwhile."""
    still_wanted = Payment.objects.filter(pk=payment.pk, closed_at=None, given_up_at=None)
    return bool(still_wanted.update(busy_until=timezone.now() + CALL_TIMEOUT))


def build_charge(payment: Payment) -> Charge:
    """Return what the provider is asked to do. The same each time it is asked, or its key would not fit."""
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


def build_claim(payment: Payment) -> Claim:
    """Return what an intent has to carry to count as this attempt's."""
    return Claim(
        order_id=payment.order_id, attempt=payment.attempt, signature=_sign_claim(payment, str(settings.SECRET_KEY))
    )


def is_ours(payment: Payment, claim: Claim | None) -> bool:
    """Say whether an intent's claim is the one that we wrote for this attempt, under this or an earlier key."""
    if claim is None or (claim.order_id, claim.attempt) != (payment.order_id, payment.attempt):
        return False
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(claim.signature, _sign_claim(payment, str(key))) for key in keys)


def find_order_id(intent: Intent) -> int | None:
    """Return the id of the order that an intent belongs to, None when it is not ours."""
    known = Payment.objects.filter(intent_id=intent.id).values_list("order_id", flat=True).first()
    if known is not None or intent.claim is None:
        return known
    claimed = Payment.objects.filter(order_id=intent.claim.order_id, attempt=intent.claim.attempt).first()
    return claimed.order_id if claimed and is_ours(claimed, intent.claim) else None


def build_return_url(payment: Payment) -> str:
    """Return where a bank sends the shopper back to: an address of ours that says which attempt it was of.

    It holds no key of the order, as the provider keeps it, but a signature without which it opens nothing.
    """
    path = reverse("order_received", args=[payment.order_id])
    query = {"wc_payment_method": "stripe", "attempt": str(payment.attempt), "signature": sign_return(payment)}
    return f"{settings.STORE_URL}{path}?{urlencode(query)}"


def sign_return(payment: Payment) -> str:
    """Return what proves that an address was made by us for this attempt."""
    return _sign_return(payment, str(settings.SECRET_KEY))


def is_return_signature(payment: Payment, signature: str) -> bool:
    """Say whether a signature is the one that we wrote for this attempt, under this or an earlier key."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(signature, _sign_return(payment, str(key))) for key in keys)


def _sign_return(payment: Payment, secret: str) -> str:
    text = f"{payment.order_id}:{payment.attempt}:{payment.idempotency_key}"
    return salted_hmac("vintner.payments.return", text, secret=secret, algorithm="sha256").hexdigest()[:32]


def _sign_claim(payment: Payment, secret: str) -> str:
    text = f"{payment.order_id}:{payment.attempt}:{payment.amount.minor}:{payment.currency}"
    return salted_hmac("vintner.payments.claim", text, secret=secret, algorithm="sha256").hexdigest()
