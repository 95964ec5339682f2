"""Where the browser goes after an order was placed (docs/behaviour/checkout.md#where-the-browser-goes-on)."""

from collections.abc import Callable
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.http import HttpRequest

from vintner.orders.links import link
from vintner.orders.models import Order
from vintner.payments.attempts import attempts
from vintner.payments.attempts.start_payment import StartedPayment
from vintner.payments.types import Flow
from vintner.web.nonce import nonce


def receipt_url(request: HttpRequest, order: Order) -> str:
    """Return the address of the receipt on the host of this request."""
    return request.build_absolute_uri(link("order_received", order))


def onward_url(request: HttpRequest, order: Order, waiting: StartedPayment) -> str:
    """Return a hash on which our page acts, or the address of a page of the provider.

    A hash holds a fresh token, because the guest may have opened an account with the order.
    """
    where = _BY_FLOW.get(waiting.payment.method_type.flow)
    if where is not None:
        return where(request, order, waiting)
    return waiting.page or _confirmation_hash(request, order, waiting)


def is_trusted_page(page: str) -> bool:
    """Return whether shoppers may be sent to a page of the provider: it has to be https, or the sandbox's."""
    parts = urlsplit(page)
    if parts.scheme == "https":
        return bool(parts.hostname)
    return bool(settings.SANDBOX) and f"{parts.scheme}://{parts.netloc}" == settings.SANDBOX_URL


def _voucher_hash(request: HttpRequest, order: Order, waiting: StartedPayment) -> str:
    back = quote(receipt_url(request, order), safe="")
    return f"#wc-stripe-voucher-{order.pk}:{waiting.payment.type}:{waiting.client_secret}:{back}"


def _wallet_hash(request: HttpRequest, order: Order, waiting: StartedPayment) -> str:
    """Return the wallet's hash. Its way back is that of a bank's page, which looks up the payment's outcome."""
    path = attempts.build_return_url(waiting.payment).removeprefix(settings.STORE_URL)
    back = quote(request.build_absolute_uri(path), safe="")
    type_name = waiting.payment.type
    return f"#wc-stripe-wallet-{order.pk}:{type_name}:payment_intent:{waiting.client_secret}:{back}:{nonce(request)}"


def _receipt_page(request: HttpRequest, order: Order, waiting: StartedPayment) -> str:
    """Return the receipt's address: after a code was entered, the receipt waits for the answer on the phone."""
    return receipt_url(request, order)


def _confirmation_hash(request: HttpRequest, order: Order, waiting: StartedPayment) -> str:
    return f"#wc-stripe-confirm-pi:{order.pk}:{waiting.client_secret}:{nonce(request)}"


_BY_FLOW: dict[Flow, Callable[[HttpRequest, Order, StartedPayment], str]] = {
    Flow.VOUCHER: _voucher_hash,
    Flow.WALLET: _wallet_hash,
    Flow.CODE: _receipt_page,
}
