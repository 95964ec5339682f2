"""The webhook, and the calls by which the browser reports payments
(docs/behaviour/payments.md#calls-of-the-browser).
"""

import logging

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from vintner.cart.middleware import cart_of, read_cart_id, set_cart_hash
from vintner.customers.middleware import user_of
from vintner.orders.models import Order
from vintner.orders.ownership import link, may_pay, remember_order
from vintner.payments import setup_calls
from vintner.payments.answer_calls import error_response
from vintner.payments.appearance import APPEARANCES, store_appearance
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.payment_input import clean_intent_id
from vintner.payments.attempts.refused_money import is_refused
from vintner.payments.attempts.rules import PROMISED
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.gateway import BadSignature, ProviderDown
from vintner.payments.messages import GENERIC, NOT_THIS_ORDER
from vintner.payments.models import Payment, RefusedEvent
from vintner.payments.provider import gateway
from vintner.payments.webhooks.inbox import receive_event
from vintner.refusal import Refusal
from vintner.web.answers import failure_response, json_response, success_response
from vintner.web.nonce import valid_nonce
from vintner.web.numbers import whole

MAX_EVENT_BYTES = 256 * 1024
"""Longer bodies are refused unread: an event has some kilobytes."""
EXPIRED = "This page had been open for too long. Please reload it and look at your order before paying again."
NOT_VERIFIED = "We could not match this payment with your order. Please reload the page and try again."
NO_APPEARANCE = "The look of the payment fields could not be kept."

log = logging.getLogger(__name__)


def update_order_status(request: HttpRequest) -> HttpResponse:
    """Fields order_id, intent_id, _ajax_nonce: the browser reports that a payment was confirmed, or has failed.

    The report is only a hint: the intent is read from the provider. A foreign order or intent changes nothing. Whether
    the method is saved was decided when the order was placed, so payment_method_id is not read.
    """
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(EXPIRED)
    if (intent_id := request.POST.get("intent_id", "")).startswith("seti_"):
        return setup_calls.report_confirmed_setup(request, clean_intent_id(intent_id))
    try:
        order, payment = _find_own_payment(request)
        return _payment_response(request, order, refresh_payment(payment))
    except (Refusal, ForeignIntent) as error:
        log.info("update_order_status refused: %s", error)
        return failure_response(NOT_THIS_ORDER)
    except ProviderDown as error:
        return error_response(error)


def update_failed_order(request: HttpRequest) -> HttpResponse:
    """Fields order_id, intent_id, _ajax_nonce: the browser reports that a payment has failed. Its intent is read.

    The answer says only whether order and intent fit.
    """
    if not valid_nonce(request, "_ajax_nonce"):
        return json_response({"success": False, "data": NOT_VERIFIED})
    try:
        _, payment = _find_own_payment(request)
        refresh_payment(payment)
    except (Refusal, ForeignIntent) as error:
        log.info("update_failed_order refused: %s", error)
        return json_response({"success": False, "data": NOT_VERIFIED})
    except ProviderDown as error:
        log.warning("attempt of order %s is not known yet: %s", request.POST.get("order_id"), error)
    return json_response({"success": True})


def save_appearance(request: HttpRequest) -> HttpResponse:
    """Fields appearance (JSON), is_block_checkout, theme_name, _ajax_nonce: store how the provider's fields look."""
    if not valid_nonce(request, "_ajax_nonce"):
        return failure_response(NO_APPEARANCE)
    blocks = request.POST.get("is_block_checkout") in ("true", "1")
    session = APPEARANCES.read(request)
    appearance = store_appearance(
        session, request.POST.get("appearance", ""), request.POST.get("theme_name", ""), blocks=blocks
    )
    if appearance is None:
        return failure_response(NO_APPEARANCE)
    response = success_response(appearance)
    APPEARANCES.save(session, response)
    return response


def _find_own_payment(request: HttpRequest) -> tuple[Order, Payment]:
    """Return the visitor's own order and the attempt of the intent. The refusal never says which of them was wrong."""
    number, intent_id = whole(request.POST.get("order_id", "")), clean_intent_id(request.POST.get("intent_id", ""))
    order = None if number is None else Order.objects.filter(pk=number).first()
    if order is None or not _may_pay(request, order):
        raise Refusal("foreign_order", NOT_THIS_ORDER)
    payment = Payment.objects.filter(order=order, intent_id=intent_id).select_related("order").first()
    if payment is None or not intent_id:
        raise Refusal("foreign_intent", NOT_THIS_ORDER)
    return order, payment


def _may_pay(request: HttpRequest, order: Order) -> bool:
    cart_id = read_cart_id(request)
    return may_pay(request.session, user_of(request), order) or (cart_id is not None and order.cart_id == cart_id)


def _payment_response(request: HttpRequest, order: Order, payment: Payment) -> HttpResponse:
    if payment.status in PROMISED and not is_refused(payment):
        remember_order(request.session, order.pk)
        url = request.build_absolute_uri(link("order_received", order))
        response = success_response({"return_url": url})
        if not _has_cart_lines(request):
            set_cart_hash(response, "")
        return response
    return failure_response(payment.error_message or GENERIC)


def _has_cart_lines(request: HttpRequest) -> bool:
    cart = cart_of(request)
    return cart is not None and cart.lines.filter(removed_at=None).exists()


def _count_refused_event() -> None:
    now = timezone.now()
    RefusedEvent.objects.get_or_create(day=now.date(), defaults={"last_at": now})
    RefusedEvent.objects.filter(day=now.date()).update(times=F("times") + 1, last_at=now)


def webhook(request: HttpRequest) -> HttpResponse:
    """Take a signed event in (payments/webhooks/inbox.py).

    Status 400 tells the provider that nothing was stored, so it tries again. A repeated event is 200 and changes
    nothing.
    """
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_EVENT_BYTES:
        return HttpResponse("Too long.\n", "text/plain", 413)
    try:
        webhook_event = gateway().read_event(request.body, request.headers.get("Stripe-Signature", ""))
    except BadSignature as error:
        log.warning("webhook refused: %s", error)
        _count_refused_event()
        return HttpResponse("Not signed by the provider.\n", "text/plain", 400)
    receive_event(webhook_event)
    return HttpResponse("Received.\n", "text/plain")
