"""Charges a placed order, for both checkouts and the order's payment page."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest
from django.utils import timezone

from vintner.checkout.forms import SHOWN_TOTAL, read_minor_units
from vintner.checkout.payment_methods import FIELD as METHOD
from vintner.checkout.payment_methods import require_method
from vintner.checkout.place_order import PlacedOrder, PlacementState
from vintner.checkout.redirects import is_trusted_page
from vintner.customers.models import User
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.orders.ownership import remember_order
from vintner.payments.attempts import card_testing
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import read_payment_input
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.attempts.start_payment import StartedPayment, start_payment
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import BUSY, GENERIC, NO_ANSWER
from vintner.payments.models import Payment
from vintner.payments.types import Flow
from vintner.refusal import Refusal
from vintner.web.client_address import client_address, rate_limit_key, read_browser
from vintner.web.rate_limits import count_try, is_exhausted

PAYMENT_ERROR_PREFIX = "There was an error processing the payment:"
DECLINE_SESSION_KEY = "decline"
"""The session key of a decline's message, kept for a page that is loaded again."""
PAYMENT_FIELD = "payment"
"""The name of the card's fields in answers: they are the provider's, so none has a name of its own."""

log = logging.getLogger(__name__)


@dataclass
class PaymentFailed(Exception):
    """The order was not paid. `reload`: the page is out of date, because an account was opened. `declined`: the payment
    method was refused, so the message belongs beside it.
    """

    message: str
    reload: bool = False
    declined: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """The message by the page's field that it is about; empty if it is about none."""
        return {PAYMENT_FIELD: self.message} if self.declined else {}


def keep_message_for_reload(request: HttpRequest, failed: PaymentFailed) -> None:
    """Keep the message for the page that is loaded next: a decline for the card's fields, all else for the top."""
    if failed.declined:
        request.session[DECLINE_SESSION_KEY] = failed.message
    else:
        messages.error(request, failed.message)


def pop_decline(request: HttpRequest) -> tuple[Refusal, ...]:
    """Return the kept decline and forget it; nothing if there is none."""
    message = request.session.pop(DECLINE_SESSION_KEY, "")
    return (Refusal("declined", message, PAYMENT_FIELD),) if message else ()


def refuse_too_many_tries(request: HttpRequest, paid: UUID | Order, *, opens: bool = False) -> None:
    """Refuse when too many cards were declined for a cart (by its id) or an order, or from one address: it may be card
    testing. With `opens` (an account), also refuse when too many taken e-mail addresses were tried.
    """
    if opens and is_exhausted("taken_emails", rate_limit_key(request)):
        raise Refusal("too_many_tries", "Too many tries for a new account. Please order without one, or log in.")
    card_testing.refuse_too_many(paid, client_address(request))


def count_taken_email(request: HttpRequest) -> None:
    """Count a try to open an account with a taken e-mail address."""
    count_try("taken_emails", rate_limit_key(request))


def pay_existing_order(
    request: HttpRequest, order: Order, values: Mapping[str, str], user: User | None
) -> StartedPayment | None:
    """Pay an order that was placed earlier. `values` are form values by the checkout's field names.

    Returns what `charge_order` returns. Raises Refusal or PaymentFailed.
    """
    refuse_too_many_tries(request, order)
    method_type = require_method(values.get(METHOD, ""), Address.read(order.billing).country, order.total)
    now = timezone.now()
    payment_input = read_payment_input(values, user, now, method_type)
    payment_input = replace(payment_input, browser=read_browser(request), page=Payment.Page.ORDER)
    payment = pay_again(
        order.pk, payment_input, now, payer=user, shown_total=read_minor_units(values.get(SHOWN_TOTAL, ""))
    )
    return charge_order(request, PlacedOrder(order, PlacementState.TO_CHARGE, payment))


def charge_order(request: HttpRequest, placed: PlacedOrder) -> StartedPayment | None:
    """Charge a placed order. Returns the payment that waits for the shopper, None when nothing is left to do.

    Logs in the customer who opened an account with the order. Raises PaymentFailed.
    """
    if placed.new_account is not None:  # renews the session's key and the page's token
        auth.login(request, placed.new_account, backend=settings.AUTHENTICATION_BACKENDS[0])
    remember_order(request, placed.order.pk)
    if placed.state is PlacementState.BUSY:
        raise PaymentFailed(BUSY)
    if placed.payment is None:
        return None
    try:
        return _call_provider(request, placed.payment)
    except PaymentFailed as failed:
        failed.reload = placed.new_account is not None
        raise
    except (ProviderDown, ForeignIntent) as error:
        log.error("the outcome of a payment is not known yet: %s", error)
        raise PaymentFailed(NO_ANSWER, reload=placed.new_account is not None) from error


def _call_provider(request: HttpRequest, payment: Payment) -> StartedPayment | None:
    started = start_payment(payment.pk)
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


def _require_trusted_page(started: StartedPayment) -> StartedPayment:
    """Return the payment if its page is the provider's. No shopper is sent to any other page."""
    if started.page and not is_trusted_page(started.page):
        log.error("attempt %s would lead to a page that is not trusted", started.payment.pk)
        raise PaymentFailed(f"{PAYMENT_ERROR_PREFIX} {GENERIC}")
    return started
