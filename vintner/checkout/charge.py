"""What follows the placing of an order, in both checkouts: the charge, and what this browser may see from now on."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest
from django.utils import timezone

from vintner.checkout.forms import SHOWN_TOTAL, minor
from vintner.checkout.payment_methods import FIELD as METHOD
from vintner.checkout.payment_methods import require_method
from vintner.checkout.place_order import Placed, State
from vintner.checkout.redirects import is_trusted
from vintner.customers.models import User
from vintner.orders.addresses import Address
from vintner.orders.models import Order
from vintner.orders.ownership import remember
from vintner.payments.attempts import card_testing
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.pay_again import pay_again
from vintner.payments.attempts.payment_input import read_browser, read_payment_input
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.attempts.start_payment import Started, start_payment
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import BUSY, GENERIC, NO_ANSWER
from vintner.payments.models import Payment
from vintner.payments.types import Flow
from vintner.refusal import Refusal
from vintner.web.limits import exhausted, spend
from vintner.web.visitors import limit_key_of

NOT_PAID = "There was an error processing the payment:"
DECLINE = "decline"
"""What the session calls the message of a decline that a page is loaded again for."""
PAYMENT_FIELD = "payment"
"""How answers call the place where a card is entered: its fields are the provider's, so none has a name here."""

log = logging.getLogger(__name__)


@dataclass
class NotPaid(Exception):
    """The order was not paid for. With a new account the page is out of date: it has to be loaded again. `declined`:
    what the shopper paid with was refused, so that the message belongs beside it.
    """

    message: str
    reload: bool = False
    declined: bool = False

    @property
    def fields(self) -> dict[str, str]:
        """Which field of the page the message is about, in the answers that name fields."""
        return {PAYMENT_FIELD: self.message} if self.declined else {}


def tell_after_reload(request: HttpRequest, failed: NotPaid) -> None:
    """Keep the message for the page that is loaded again: a decline for the card's fields, all else for its top."""
    if failed.declined:
        request.session[DECLINE] = failed.message
    else:
        messages.error(request, failed.message)


def take_decline(request: HttpRequest) -> tuple[Refusal, ...]:
    """Return the decline that the page is loaded again for, once; nothing otherwise."""
    message = request.session.pop(DECLINE, "")
    return (Refusal("declined", message, PAYMENT_FIELD),) if message else ()


def refuse_too_many(request: HttpRequest, paid: UUID | Order, *, opens: bool = False) -> None:
    """Refuse who had too many cards declined for a cart (by its id) or an order, or from one address; and who (`opens`
    an account) tried too many e-mail addresses (quality B.3, 7).
    """
    if opens and exhausted("taken_emails", limit_key_of(request)):
        raise Refusal("too_many_tries", "Too many tries for a new account. Please order without one, or log in.")
    card_testing.refuse_too_many(request, paid)


def count_taken_email(request: HttpRequest) -> None:
    """Count a try for an account that somebody has already."""
    spend("taken_emails", limit_key_of(request))


def pay_placed(request: HttpRequest, order: Order, values: Mapping[str, str], user: User | None) -> Started | None:
    """Pay an order that is there already, as a form says by the names of the checkout's. Returns what `pay` does.

    Raises Refusal or NotPaid.
    """
    refuse_too_many(request, order)
    method_type = require_method(values.get(METHOD, ""), Address.read(order.billing).country, order.total)
    now = timezone.now()
    payment_input = read_payment_input(values, user, now, method_type)
    payment_input = replace(payment_input, browser=read_browser(request), page=Payment.Page.ORDER)
    payment = pay_again(order.pk, payment_input, now, payer=user, shown_total=minor(values.get(SHOWN_TOTAL, "")))
    return pay(request, Placed(order, State.TO_CHARGE, payment))


def pay(request: HttpRequest, placed: Placed) -> Started | None:
    """Charge a placed order. Returns what waits for the shopper to go on, None when nothing is left to do.

    Raises NotPaid. Who got an account along with the order is logged in.
    """
    if placed.opened is not None:  # the session gets a new name, and the page's token with it
        auth.login(request, placed.opened, backend=settings.AUTHENTICATION_BACKENDS[0])
    remember(request, placed.order.pk)
    if placed.state is State.BUSY:
        raise NotPaid(BUSY)
    if placed.payment is None:
        return None
    try:
        return _charge(request, placed.payment)
    except NotPaid as failed:
        failed.reload = placed.opened is not None
        raise
    except (ProviderDown, ForeignIntent) as error:
        log.error("the outcome of a payment is not known yet: %s", error)
        raise NotPaid(NO_ANSWER, reload=placed.opened is not None) from error


def _charge(request: HttpRequest, payment: Payment) -> Started | None:
    started = start_payment(payment.pk)
    match PaymentStatus(started.payment.status):
        case PaymentStatus.ACTION_REQUIRED:
            return _checked(started)
        case PaymentStatus.PROCESSING if started.client_secret and started.payment.method_type.flow is Flow.VOUCHER:
            return started  # the order is placed, and the voucher is still to be shown
        case PaymentStatus.DECLINED | PaymentStatus.CANCELLED:
            raise NotPaid(f"{NOT_PAID} {started.payment.error_message or GENERIC}", declined=True)
        case PaymentStatus.CREATED:
            raise NotPaid(f"{NOT_PAID} {NO_ANSWER}")
    return None


def _checked(started: Started) -> Started:
    """Nobody is sent to a page that is not the provider's."""
    if started.page and not is_trusted(started.page):
        log.error("attempt %s would lead to a page that is not trusted", started.payment.pk)
        raise NotPaid(f"{NOT_PAID} {GENERIC}")
    return started
