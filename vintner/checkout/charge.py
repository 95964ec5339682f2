"""Charges a placed order, for both checkouts and the order's payment page."""

import logging
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from vintner.checkout.place_order import PlacedOrder, PlacementState
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.attempts.start_payment import StartedPayment, start_payment
from vintner.payments.messages import BUSY, GENERIC, NO_ANSWER
from vintner.payments.types import Flow

PAYMENT_ERROR_PREFIX = "There was an error processing the payment:"

log = logging.getLogger(__name__)


@dataclass
class PaymentFailed(Exception):
    """The order was not paid. `declined`: the payment method was refused, so the message belongs beside it."""

    message: str
    declined: bool = False


def charge_order(placed: PlacedOrder) -> StartedPayment | None:
    """Charge a placed order. Returns the payment that waits for the shopper, None when nothing is left to do.

    Raises PaymentFailed, and ProviderDown or ForeignIntent when the outcome is not known yet.
    """
    if placed.state is PlacementState.BUSY:
        raise PaymentFailed(BUSY)
    if placed.payment is None:
        return None
    started = start_payment(placed.payment.pk)
    match PaymentStatus(started.payment.status):
        case PaymentStatus.ACTION_REQUIRED:
            return _require_trusted_page(started)
        case PaymentStatus.PROCESSING if started.client_secret and started.payment.method_type.flow is Flow.VOUCHER:
            return started  # the order is placed, and the voucher is still to be shown
        case PaymentStatus.DECLINED | PaymentStatus.CANCELLED:
            raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {started.payment.error_message or GENERIC}", declined=True)
        case PaymentStatus.CREATED:
            raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {NO_ANSWER}")
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
