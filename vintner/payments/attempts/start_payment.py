"""Charges an attempt. The provider is never called inside a transaction; every outcome goes through `apply_intent`."""

import logging
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone

from vintner import chaos
from vintner.orders.models import Order
from vintner.payments.attempts import attempts
from vintner.payments.attempts.apply_intent import apply_intent, record_rejection
from vintner.payments.attempts.attempts import assert_no_transaction, call_for_customer
from vintner.payments.attempts.refused_money import is_refused
from vintner.payments.attempts.rules import PROMISED, PaymentStatus
from vintner.payments.attempts.unsent import close_unsent, release_unsent
from vintner.payments.gateway import IdempotencyConflict, Intent, NotSent, ProviderDown, Rejected, expect_found
from vintner.payments.messages import (
    BUSY,
    GENERIC,
    MESSAGES,
    NO_ANSWER,
    PREPAID,
    PREPAID_FUNDING,
    SAVED_CARD_GONE,
    describe_no_answer,
)
from vintner.payments.models import Payment
from vintner.payments.provider import gateway
from vintner.payments.saved_methods import saved_methods
from vintner.payments.types import CARD, Flow
from vintner.web.edge.places import leave_place

PAYMENT_ERROR_PREFIX = "There was an error processing the payment:"
LONGEST_WAIT_SECONDS = 8.0
"""How long a repeated request waits for the answer to the first one."""

log = logging.getLogger(__name__)


@dataclass
class PaymentFailed(Exception):
    """The order was not paid. `declined`: the payment method was refused, so the message belongs beside it.

    `busy`: another request is charging it, and the outcome is not known yet.
    """

    message: str
    declined: bool = False
    busy: bool = False


@dataclass(frozen=True, slots=True)
class StartedPayment:
    """The attempt that counts now, and how the browser continues if it must: with the intent's secret or on a
    provider's page.
    """

    payment: Payment
    client_secret: str = ""
    page: str = ""


def charge_attempt(payment_id: int, *, created: Payment | None = None) -> StartedPayment | None:
    """Charge an attempt. Returns the payment that waits for the shopper, None when nothing is left to do.

    `created` is the attempt as it was just created together with its order: then it is not read again.
    Raises PaymentFailed, and ProviderDown or ForeignIntent when the outcome is not known yet.
    """
    if created is not None and created.attempt == 1 and attempts.take_turn(created):
        return _conclude(_charge_or_release(created))
    return _conclude(start_payment(payment_id))


def await_charge(payment_id: int) -> StartedPayment | None:
    """Return what the charge of an attempt came to that another request has started. Returns and raises as
    `charge_attempt`, and charges nothing.
    """
    assert_no_transaction()
    ends = time.monotonic() + LONGEST_WAIT_SECONDS
    payment = _find_payment(payment_id)
    while attempts.is_awaited(payment.order, timezone.now()) and time.monotonic() < ends:
        with leave_place():
            time.sleep(0.1)
        payment = _find_payment(payment_id)
    if payment.status == PaymentStatus.CREATED:
        raise PaymentFailed(BUSY, busy=True)
    if payment.status != PaymentStatus.ACTION_REQUIRED:
        return _conclude(StartedPayment(payment))
    intent = expect_found(gateway().find(str(payment.intent_id)), f"intent {payment.intent_id}")
    return _conclude(StartedPayment(payment, intent.client_secret, intent.page))


def _find_payment(payment_id: int) -> Payment:
    return Payment.objects.select_related("order").get(pk=payment_id)


def _conclude(started: StartedPayment) -> StartedPayment | None:
    """Return the payment if it waits for the shopper, None if nothing is left to do. Raises PaymentFailed."""
    match PaymentStatus(started.payment.status):
        case PaymentStatus.ACTION_REQUIRED:
            return _require_trusted_page(started)
        case PaymentStatus.PROCESSING if started.client_secret and started.payment.method_type.flow is Flow.VOUCHER:
            return started  # the order is placed, and the voucher is still to be shown
        case PaymentStatus.DECLINED | PaymentStatus.CANCELLED:
            raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {started.payment.error_message or GENERIC}", declined=True)
        case PaymentStatus.CREATED:
            raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {NO_ANSWER}")
        case PaymentStatus.UNEXPECTED if is_refused(started.payment):
            raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {started.payment.error_message}")
    return None


def is_trusted_page(page: str) -> bool:
    """Return whether shoppers may be sent to a page of the provider: it has to be https, or the sandbox's."""
    parts = urlsplit(page)
    if parts.scheme == "https":
        return bool(parts.hostname)
    return bool(settings.SANDBOX) and f"{parts.scheme}://{parts.netloc}" == settings.SANDBOX_URL


def _require_trusted_page(started: StartedPayment) -> StartedPayment:
    """Return the payment if its page is the provider's. No shopper is sent to any other page."""
    if started.page and not is_trusted_page(started.page):
        log.error("attempt %s would lead to a page that is not trusted", started.payment.pk)
        raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {GENERIC}")
    return started


def start_payment(payment_id: int) -> StartedPayment:
    """Charge the attempt. Earlier attempts are closed first, so that at most one charges.

    Raises ProviderDown when the outcome is unknown; the reconciler or the next try finds it out. Raises PaymentFailed
    when nothing was sent: the attempt is over then, and its order holds nothing, unless its bottles are held for longer
    than a payment takes.
    """
    payment = _find_payment(payment_id)
    paid = _close_earlier(payment) if payment.attempt > 1 else None
    if paid is not None:
        _close_unneeded(payment)
        return StartedPayment(paid)
    if not attempts.take_turn(payment):  # while earlier ones were closed, staff may have ended this one
        return StartedPayment(_find_payment(payment_id))
    return _charge_or_release(payment)


def _close_earlier(payment: Payment) -> Payment | None:
    """Close all earlier attempts of an order, as `close_attempts` does. Without an answer nobody waits for this one."""
    try:
        paid = close_attempts(payment.order, before=payment.attempt, shopper_is_there=True)
    except ProviderDown as error:
        attempts.end_turn(payment)
        raise ProviderDown(str(error)) from error  # an earlier attempt may have charged, whatever was not sent now
    # An event may have closed a paid one between the two transactions.
    return paid or Payment.objects.filter(order=payment.order, status=PaymentStatus.SUCCEEDED).first()


def _close_unneeded(payment: Payment) -> None:
    """Close an attempt that is not needed any more and was never sent to the provider."""
    if payment.intent_id is None:
        close_unsent(payment.pk)
    else:
        _close_attempt(payment, shopper_is_there=False)


def close_attempts(order: Order, *, before: int | None = None, shopper_is_there: bool = False) -> Payment | None:
    """Make sure that no attempt (numbered below `before`) can take money any more.

    Returns the attempt that has taken money, if there is one. If an attempt's answer was lost and the shopper is there
    and wants to pay, it is sent again with its key. Otherwise its intent is only read, so that nobody is charged after
    leaving. Raises ProviderDown.
    """
    assert_no_transaction()
    # An unexpected authorization is open until it is voided; it pays for nothing.
    open_attempts = Payment.objects.filter(order=order, closed_at=None).exclude(status=PaymentStatus.UNEXPECTED)
    open_attempts = open_attempts.select_related("order").order_by("attempt")
    if before is not None:
        open_attempts = open_attempts.filter(attempt__lt=before)
    for payment in open_attempts:
        closed = _close_attempt(payment, shopper_is_there=shopper_is_there)
        if closed.status in PROMISED:
            return closed
    return None


def refresh_payment(payment: Payment) -> Payment:
    """Read an attempt's intent from the provider and apply it. Raises ProviderDown."""
    return apply_found(payment, _find_intent(payment))


def apply_found(payment: Payment, intent: Intent | None) -> Payment:
    """Apply what the provider has of an attempt: nothing if it never heard of it. Raises ProviderDown."""
    assert_no_transaction()
    # Updating an opened intent with its order charges nobody. An intent that has the update is not updated again: if
    # the provider failed after it, the key would only bring that failure back.
    if intent is not None and _is_unbound(payment) and not attempts.is_ours(payment, intent.claim):
        return _charge(payment).payment
    return close_unsent(payment.pk) if intent is None else apply_intent(payment.order_id, intent)


def _charge_or_release(payment: Payment) -> StartedPayment:
    """Charge an attempt that was never sent. If it is not sent now either, release it; raises PaymentFailed then, if no
    other attempt of its order may have charged.
    """
    try:
        return _charge(payment)
    except NotSent as error:
        log.warning("attempt %s was not sent: %s", payment.pk, error)
        if release_unsent(payment.pk):
            raise PaymentFailed(describe_no_answer(error)) from error
        raise


def _charge(payment: Payment) -> StartedPayment:
    assert_no_transaction()
    try:
        _refuse_prepaid_card(payment)
        intent = call_for_customer(payment, lambda: gateway().pay(attempts.build_charge(payment)))
    except Rejected as refusal:
        code = SAVED_CARD_GONE if saved_methods.forget_unknown(payment, refusal.parameter) else refusal.code
        return StartedPayment(record_rejection(payment.pk, code, refusal.message))
    except ProviderDown:
        attempts.end_turn(payment)
        raise
    chaos.point("after_provider_call")
    return StartedPayment(apply_intent(payment.order_id, intent), intent.client_secret, intent.page)


def _refuse_prepaid_card(payment: Payment) -> None:
    """Raise Rejected for a prepaid card, where the merchant refuses them. The provider says what the card is."""
    if not settings.REFUSE_PREPAID_CARDS or payment.method_type is not CARD:
        return
    if gateway().find_funding(payment.method, payment.token) == PREPAID_FUNDING:
        raise Rejected(PREPAID, MESSAGES[PREPAID])


def _close_attempt(payment: Payment, *, shopper_is_there: bool) -> Payment:
    if payment.intent_id is None or _is_unbound(payment):
        # A renewal is charged to the method of its moment: by now another one may have taken its place.
        asks = shopper_is_there and payment.intent_id is None and not payment.off_session
        found = _retry_charge(payment) if asks else refresh_payment(payment)
        if found.closed_at is not None or found.intent_id is None:
            return found
        payment = found
    if payment.status in PROMISED:
        return payment
    return apply_intent(payment.order_id, gateway().cancel(str(payment.intent_id)))


def _retry_charge(payment: Payment) -> Payment:
    """Send a charge without an answer again. If the order's address has changed since, read its intent instead."""
    attempts.restart_turn(payment)
    try:
        return _charge(payment).payment
    except IdempotencyConflict:
        intent = _find_intent(payment)
        if intent is None:
            raise
        return apply_intent(payment.order_id, intent)


def _find_intent(payment: Payment) -> Intent | None:
    assert_no_transaction()
    if payment.intent_id is None:
        return next(iter(gateway().find_claimed([attempts.build_claim(payment)], payment.created_at)), None)
    return expect_found(gateway().find(payment.intent_id), f"intent {payment.intent_id}")


def _is_unbound(payment: Payment) -> bool:
    """Return whether an opened intent may not have its order yet at the provider."""
    return payment.status == PaymentStatus.CREATED and payment.is_of_open_intent
