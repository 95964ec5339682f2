"""Places and charges orders for the views of every contract: classic checkout, Store API, payment page, and the form
without JavaScript. Whatever goes wrong becomes one OrderFailed, which each contract turns into its own answer.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone

from vintner.accounts.engine.middleware import log_in_new_user
from vintner.analytics.middleware import remember_buyer
from vintner.attribution.middleware import read_attribution_of
from vintner.checkout import accounts, forms
from vintner.checkout.free_first_box import keep_method
from vintner.checkout.place_order import PlacedOrder, PlacementState, place_order
from vintner.checkout.subscribing import prepare_payment
from vintner.customers.middleware import user_of
from vintner.orders.models import Order
from vintner.orders.ownership import link, remember_order
from vintner.payments.attempts import attempts, card_testing
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.pay_again import RepeatedPayment, pay_again
from vintner.payments.attempts.payment_input import (
    PaymentInput,
    PurchaseCheck,
    read_payment_input,
    read_wallet_input,
)
from vintner.payments.attempts.start_payment import PaymentFailed, StartedPayment, await_charge, charge_attempt
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import BUSY, NO_ANSWER
from vintner.payments.models import Payment
from vintner.payments.offered_types import METHOD_FIELD, require_type, require_wallet_type
from vintner.payments.saved_methods.setups import StartedSetup
from vintner.payments.types import Flow
from vintner.payments.wallets.rules import Wallet
from vintner.refusal import Refusal, Refusals
from vintner.shipping.regions import Address
from vintner.web.client_address import client_address, rate_limit_key, read_browser
from vintner.web.nonce import nonce

DECLINE_SESSION_KEY = "decline"
"""The session key of a decline's message, kept for a page that is loaded again."""
PAYMENT_FIELD = "payment"
"""The name of the card's fields in answers: they are the provider's, so none has a name of its own."""
WaitingPayment = StartedPayment | StartedSetup
_ERRORS = (Refusal, Refusals, PaymentFailed, ProviderDown, ForeignIntent)

log = logging.getLogger(__name__)


@dataclass
class OrderFailed(Exception):
    """No order was placed, or the one that was `placed` is not paid. `error` is what the domain raised.

    Either `refusals` say why, in the order of the form, or the `message` about the payment does.
    """

    error: Exception
    placed: PlacedOrder | None = None

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """What the shopper asked for that cannot be done; empty when the payment failed."""
        if isinstance(self.error, Refusals):
            return self.error.items
        return (self.error,) if isinstance(self.error, Refusal) else ()

    @property
    def message(self) -> str:
        """Why the payment failed. Without an answer of the provider, its outcome is not known yet."""
        return self.error.message if isinstance(self.error, PaymentFailed) else NO_ANSWER

    @property
    def declined(self) -> bool:
        return isinstance(self.error, PaymentFailed) and self.error.declined

    @property
    def reload(self) -> bool:
        """Whether the page is out of date, because an account was opened with the order."""
        return self.placed is not None and self.placed.new_account is not None

    @property
    def fields(self) -> dict[str, str]:
        """The message by the page's field that it is about; empty if it is about none."""
        return {PAYMENT_FIELD: self.message} if self.declined else {}


def place_and_charge(
    request: HttpRequest, cart_id: UUID, read_form: Callable[[], forms.CheckoutForm]
) -> tuple[Order, WaitingPayment | None]:
    """Place the cart's order and charge it. Returns the order and the payment that waits for the shopper, if any.

    A subscription that costs nothing yet may wait for the shopper to confirm the card of its later boxes.
    Refuses an invalid form first, then too many declines. Raises OrderFailed.
    """
    placed = None
    try:
        form = read_form()
        _refuse_too_many_tries(request, cart_id, opens_account=bool(form.password))
        placed = _place(request, cart_id, form)
        if placed.state is PlacementState.BUSY:
            raise PaymentFailed(BUSY, busy=True)
        if placed.payment is None:
            return placed.order, keep_method(placed.order, form, user_of(request), timezone.now())
        if placed.state is PlacementState.REPEATED:
            return placed.order, await_charge(placed.payment.pk)
        return placed.order, charge_attempt(placed.payment.pk, created=placed.payment)
    except _ERRORS as error:
        raise _failure(error, placed) from error


@dataclass(frozen=True, slots=True)
class WalletPurchase:
    """A purchase by a wallet's button. Without a `wallet`, the client did not say which one it was. `check` compares
    what is about to be charged with what the wallet showed.
    """

    wallet: Wallet | None
    check: PurchaseCheck


def pay_existing_order(
    request: HttpRequest, order: Order, values: Mapping[str, str], purchase: WalletPurchase | None = None
) -> StartedPayment | None:
    """Pay an order that was placed earlier. `values` are form values by the checkout's field names.

    Returns the payment that waits for the shopper, if any. Raises OrderFailed.
    """
    try:
        _refuse_too_many_tries(request, order)
        payment = _create_attempt(request, order, values, purchase)
        remember_order(request.session, order.pk)
        return charge_attempt(payment.pk)
    except RepeatedPayment as repeated:
        return _await_repeated(repeated.payment_id)
    except _ERRORS as error:
        raise _failure(error) from error


def _await_repeated(payment_id: int) -> StartedPayment | None:
    try:
        return await_charge(payment_id)
    except _ERRORS as error:
        raise _failure(error) from error


def _failure(error: Exception, placed: PlacedOrder | None = None) -> OrderFailed:
    if isinstance(error, (ProviderDown, ForeignIntent)):
        log.error("the outcome of a payment is not known yet: %s", error)
    return OrderFailed(error, placed)


def _refuse_too_many_tries(request: HttpRequest, paid: UUID | Order, *, opens_account: bool = False) -> None:
    """Refuse when too many cards were declined for a cart (by its id) or an order, or from one address: it may be card
    testing. With `opens_account`, also refuse when too many taken e-mail addresses were tried.
    """
    if opens_account and accounts.is_guessing_emails(rate_limit_key(request)):
        raise Refusal("too_many_tries", "Too many tries for a new account. Please order without one, or log in.")
    card_testing.refuse_too_many(paid, client_address(request))


def _place(request: HttpRequest, cart_id: UUID, form: forms.CheckoutForm) -> PlacedOrder:
    """Place the order. Logs in the customer who opened an account with it, and remembers whose order it is."""
    try:
        placed = place_order(cart_id, form, user=user_of(request), now=timezone.now())
    except accounts.EmailTaken:
        accounts.count_taken_email(rate_limit_key(request))
        raise
    if placed.new_account is not None:  # renews the session's key and the page's token
        log_in_new_user(request, placed.new_account)
    remember_order(request.session, placed.order.pk)
    remember_buyer(request, placed.order)
    return placed


def _create_attempt(
    request: HttpRequest, order: Order, values: Mapping[str, str], purchase: WalletPurchase | None
) -> Payment:
    """Create a further attempt to pay an order. Raises Refusal and RepeatedPayment."""
    payment_input = replace(
        prepare_payment(
            _read_input(request, order, values, purchase.wallet if purchase else None), order, user_of(request)
        ),
        browser=read_browser(request),
        page=Payment.Page.EXPRESS if purchase else Payment.Page.ORDER,
    )
    return pay_again(
        order.pk,
        payment_input,
        timezone.now(),
        payer=user_of(request),
        shown_total=forms.read_minor_units(values.get(forms.SHOWN_TOTAL, "")),
        check=purchase.check if purchase else None,
    )


def _read_input(request: HttpRequest, order: Order, values: Mapping[str, str], wallet: Wallet | None) -> PaymentInput:
    """Read what an order is paid with. Raises Refusal."""
    country = Address.read(order.billing).country
    if wallet is not None:
        return read_wallet_input(values, wallet, require_wallet_type(wallet, country, order.total))
    method_type = require_type(values.get(METHOD_FIELD, ""), country, order.total)
    return read_payment_input(values, user_of(request), timezone.now(), method_type)


def read_posted_form(request: HttpRequest) -> forms.CheckoutForm:
    """Return the checkout's form from form data. Raises Refusals."""
    values = {name: str(value) for name, value in request.POST.items()}
    form = forms.read_values(values, user_of(request))
    origin = read_attribution_of(request, form.attribution)
    return forms.with_sender(form, read_browser(request), Payment.Page.CHECKOUT, origin)


def keep_message_for_reload(request: HttpRequest, message: str, *, declined: bool) -> None:
    """Keep the message for the page that is loaded next: a decline for the card's fields, all else for the top."""
    if declined:
        request.session[DECLINE_SESSION_KEY] = message
    else:
        messages.error(request, message)


def pop_decline(request: HttpRequest) -> tuple[Refusal, ...]:
    """Return the kept decline and forget it; nothing if there is none."""
    message = request.session.pop(DECLINE_SESSION_KEY, "")
    return (Refusal("declined", message, PAYMENT_FIELD),) if message else ()


def method_of(waiting: WaitingPayment) -> str:
    """Return the provider's id of the method that a payment or a setup waits with."""
    return waiting.setup.method if isinstance(waiting, StartedSetup) else waiting.payment.method


def onward_url(request: HttpRequest, order: Order, waiting: WaitingPayment | None) -> str:
    """Return where the browser goes after an order was placed: to its receipt, or on to pay
    (docs/behaviour/checkout.md#where-the-browser-goes-on).

    A payment that waits for the shopper leads to a hash on which our page acts, or to a page of the provider. A hash
    holds a fresh token, because the guest may have opened an account with the order.
    """
    receipt = request.build_absolute_uri(link("order_received", order))
    if waiting is None:
        return receipt
    if isinstance(waiting, StartedSetup):
        secret = waiting.intent.client_secret if waiting.intent else ""
        return f"#wc-stripe-confirm-si:{order.pk}:{secret}:{nonce(request)}" if secret else receipt
    payment, secret = waiting.payment, waiting.client_secret
    match payment.method_type.flow:
        case Flow.VOUCHER:
            return f"#wc-stripe-voucher-{order.pk}:{payment.type}:{secret}:{quote(receipt, safe='')}"
        case Flow.WALLET:  # its way back is that of a bank's page, which looks up the payment's outcome
            path = attempts.build_return_url(payment).removeprefix(settings.STORE_URL)
            back = quote(request.build_absolute_uri(path), safe="")
            return f"#wc-stripe-wallet-{order.pk}:{payment.type}:payment_intent:{secret}:{back}:{nonce(request)}"
        case Flow.CODE:  # the receipt waits for the answer on the phone
            return receipt
    return waiting.page or f"#wc-stripe-confirm-pi:{order.pk}:{secret}:{nonce(request)}"
