"""The calls for types whose fields need an intent before there is an order.

See docs/behaviour/payments.md#intents-before-the-order.
"""

from dataclasses import dataclass, replace
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.middleware import cart_of
from vintner.customers.middleware import user_of
from vintner.money import Money, currency
from vintner.orders.models import Order
from vintner.orders.ownership import may_pay, remember_order
from vintner.payments import offered_types
from vintner.payments.answer_calls import error_response
from vintner.payments.attempts import card_testing, open_intents
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.pay_again import is_payable, pay_again
from vintner.payments.attempts.payment_input import PaymentInput, clean_intent_id
from vintner.payments.attempts.rules import PROMISED, PaymentStatus
from vintner.payments.attempts.start_payment import refresh_payment, start_payment
from vintner.payments.gateway import ProviderDown, Rejected
from vintner.payments.messages import GENERIC, NO_ANSWER, NOT_THIS_ORDER, describe_no_answer
from vintner.payments.models import Payment
from vintner.payments.types import CARD, SAVABLE_AT_CHECKOUT, MethodType
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.web.answers import failure_response, success_response
from vintner.web.client_address import client_address, read_browser
from vintner.web.nonce import valid_nonce
from vintner.web.numbers import whole

EXPIRED = "This page had been open for too long. Please reload it and try again: nothing was charged."
NOTHING_TO_PAY = "There is nothing to pay here. Please reload the page."
NO_SUCH_TYPE = "This way to pay is not offered. Please choose another one."
ORDER_ID, INTENT_ID = "stripe_order_id", "wc_payment_intent_id"


@dataclass(frozen=True, slots=True)
class _IntentRequest:
    """What an intent is for: a cart by its id, or an order."""

    owner: UUID | Order
    amount: Money
    currency: str


def create_payment_intent(request: HttpRequest) -> HttpResponse:
    """Fields stripe_order_id ('' for the cart), payment_method_type, _ajax_nonce: open an intent over the total.

    It is unconfirmed, accepts that type alone, and belongs to no attempt until one uses it.
    """
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(EXPIRED)
    try:
        method_type = _read_method_type(request.POST.get("payment_method_type", ""))
        wanted = _read_order(request) if request.POST.get(ORDER_ID) else _read_cart(request)
        address = client_address(request)
        card_testing.count_open_intent(wanted.owner, address)
        intent = open_intents.find_or_open(
            wanted.owner, method_type, wanted.amount, wanted.currency, card_testing.hash_address(address)
        )
    except (Refusal, Rejected, ProviderDown) as error:
        is_of_cart = not request.POST.get(ORDER_ID)  # an order may have been charged before
        return error_response(error, describe_no_answer(error) if is_of_cart else NO_ANSWER)
    return success_response({"id": intent.id, "client_secret": intent.client_secret})


def update_payment_intent(request: HttpRequest) -> HttpResponse:
    """Fields stripe_order_id, wc_payment_intent_id, save_payment_method, selected_upe_payment_type, _ajax_nonce: create
    an attempt to pay an order with the intent that the page opened. The browser confirms it next.
    """
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(EXPIRED)
    try:
        payment = _bind_intent(request)
    except (Refusal, ProviderDown, ForeignIntent) as error:
        return error_response(error, describe_no_answer(error))
    if payment.status == PaymentStatus.ACTION_REQUIRED or payment.status in PROMISED:
        return success_response({"success": True})
    return failure_response(payment.error_message or GENERIC)


def _bind_intent(request: HttpRequest) -> Payment:
    """Return the attempt that uses the intent, the same one in a repeated call. Raises Refusal."""
    order, intent_id = _find_own_order(request), clean_intent_id(request.POST.get(INTENT_ID, ""))
    known = Payment.objects.filter(order=order, intent_id=intent_id).exclude(intent_id="").first()
    if known is not None:
        return refresh_payment(known) if known.status == PaymentStatus.CREATED else known
    method_type = _read_method_type(request.POST.get("selected_upe_payment_type", ""))
    if problem := offered_types.find_problem(method_type, Address.read(order.billing).country, order.total):
        raise Refusal("payment_method", problem)
    card_testing.count_open_intent(order, client_address(request))
    user, now = user_of(request), timezone.now()
    save = method_type.name in SAVABLE_AT_CHECKOUT and request.POST.get("save_payment_method") in ("yes", "true", "1")
    payment_input = PaymentInput("", save=save, method_type=method_type, intent_id=intent_id, page=Payment.Page.ORDER)
    payment_input = replace(payment_input, browser=read_browser(request))
    if not intent_id:
        raise Refusal("foreign_intent", NOT_THIS_ORDER)
    payment = pay_again(order.pk, payment_input, now, payer=user)
    remember_order(request.session, order.pk)
    return start_payment(payment.pk).payment


def _read_method_type(name: str) -> MethodType:
    method_type = offered_types.find(name or CARD.name)
    if method_type is None or (settings.REFUSE_PREPAID_CARDS and method_type is CARD):  # nobody sees its card in time
        raise Refusal("no_such_type", NO_SUCH_TYPE)
    return method_type


def _read_cart(request: HttpRequest) -> _IntentRequest:
    cart = cart_of(request)
    total = carts.quote_cart(cart, now=timezone.now()).quote.total if cart is not None else None
    if cart is None or not total:
        raise Refusal("nothing_to_pay", NOTHING_TO_PAY)
    return _IntentRequest(cart.pk, total, currency())


def _read_order(request: HttpRequest) -> _IntentRequest:
    order = _find_own_order(request)
    if not is_payable(order):
        raise Refusal("nothing_to_pay", NOTHING_TO_PAY)
    return _IntentRequest(order, order.total, order.currency)


def _find_own_order(request: HttpRequest) -> Order:
    """Return the visitor's own order. The refusal does not say whether the order exists."""
    number = whole(request.POST.get(ORDER_ID, ""))
    order = None if number is None else Order.objects.filter(pk=number).first()
    if order is None or not may_pay(request.session, user_of(request), order):
        raise Refusal("foreign_order", NOT_THIS_ORDER)
    return order
