"""Handles shoppers who return from a page of the provider. The payment's outcome is looked up at the provider, never
read from the address, which anybody can write.
"""

import logging

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from vintner.cart.middleware import cart_of
from vintner.checkout.checkout_kind import CheckoutKind, checkout_url
from vintner.checkout.place_order_views import keep_message_for_reload
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.attempts import is_return_signature
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import GENERIC
from vintner.payments.models import Payment
from vintner.web.numbers import whole

RETURN_PARAMETER = "wc_payment_method"
"""The query parameter that marks an address as the way back."""
OUTCOME_UNKNOWN = "We do not know yet what came of your payment. You will not be charged twice: please look again soon."
_CHECKOUTS = {Payment.Page.CHECKOUT.value: CheckoutKind.CLASSIC, Payment.Page.BLOCK.value: CheckoutKind.BLOCK}

log = logging.getLogger(__name__)


def handle_provider_return(request: HttpRequest, order_id: int) -> HttpResponse | None:
    """Redirect to the receipt, or after a decline to the page where the payment began, with the reason.

    None when the address is not one that we gave to the provider. It may be opened more than once.
    """
    payment = _find_attempt(order_id, request.GET.get("attempt", ""), request.GET.get("signature", ""))
    if payment is None:
        return None
    try:
        payment = refresh_payment(payment)
    except (ProviderDown, ForeignIntent) as error:
        log.warning("order %s: the outcome was unknown when the shopper returned: %s", order_id, error)
        messages.error(request, OUTCOME_UNKNOWN)
    order = Order.objects.get(pk=order_id)
    in_vain = payment.status in (PaymentStatus.DECLINED, PaymentStatus.CANCELLED)
    if order.status not in PAYABLE or not in_vain:
        return HttpResponseRedirect(link("order_received", order))
    reason = payment.error_message or GENERIC
    checkout = _checkout_to_return_to(request, order, payment)
    if checkout is None:
        messages.error(request, reason)
        return HttpResponseRedirect(pay_link(order))
    keep_message_for_reload(request, reason, declined=True)
    return HttpResponseRedirect(checkout_url(checkout))


def _find_attempt(order_id: int, number: str, signature: str) -> Payment | None:
    attempt = whole(number, digits=5)
    if attempt is None:
        return None
    own = Payment.objects.filter(order_id=order_id, attempt=attempt).select_related("order")
    payment = own.exclude(intent_id=None).first()
    return payment if payment is not None and is_return_signature(payment, signature) else None


def _checkout_to_return_to(request: HttpRequest, order: Order, payment: Payment) -> CheckoutKind | None:
    """Return the checkout where the payment began, if its cart is still there; None for the order's own page."""
    cart = cart_of(request)
    if cart is None or cart.pk != order.cart_id or not cart.lines.filter(removed_at=None).exists():
        return None
    return _CHECKOUTS.get(payment.page)
