"""The receipt and the invoice of an order."""

import logging

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from vintner.cart.middleware import cart_of, read_cart_id, set_cart_hash
from vintner.customers.middleware import user_of
from vintner.order_pages.access_views import OrderAccess, show_if_allowed
from vintner.order_pages.order_page import order_page
from vintner.order_pages.provider_return_views import RETURN_PARAMETER, handle_provider_return
from vintner.order_pages.receipt import empty_receipt_page, is_new, receipt_page, stranger_page
from vintner.orders.documents import documents
from vintner.orders.models import Order
from vintner.orders.ownership import bought_here, is_proven
from vintner.orders.rules import PAYABLE
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.attempts.rules import OPEN_PAYMENT_STATUSES
from vintner.payments.attempts.start_payment import refresh_payment
from vintner.payments.gateway import ProviderDown
from vintner.payments.models import Payment
from vintner.web.answers import error_response, page_response, pdf_response
from vintner.web.client_address import rate_limit_key
from vintner.web.rate_limits import count_try
from vintner.web.shared_props import shared_props

log = logging.getLogger(__name__)


@never_cache
def order_received_unnamed(request: HttpRequest) -> HttpResponse:
    return page_response(request, empty_receipt_page(shared_props(request)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order_received(request: HttpRequest, order_id: int) -> HttpResponse:
    """Show the receipt, also to shoppers who return from the provider. A POST sends the order's e-mail address."""

    def stranger() -> HttpResponse:
        return page_response(request, stranger_page(shared_props(request)))

    if RETURN_PARAMETER in request.GET and (onward := handle_provider_return(request, order_id)) is not None:
        return onward
    return show_if_allowed(
        request,
        order_id,
        lambda order: show_receipt(request, order),
        {OrderAccess.UNKNOWN: stranger, OrderAccess.OTHERS: stranger},
    )


def show_receipt(request: HttpRequest, order: Order, problem: str = "") -> HttpResponse:
    """Show the receipt to the browser that has just bought, and the order's page to all others and later.

    `problem` says why no account could be opened with it.
    """
    order = refresh_payments(order)
    is_receipt = bought_here(request.session, order) and is_new(order, timezone.now())
    build = receipt_page if is_receipt else order_page
    page = build(order, shared_props(request), user_of(request), is_buyer=is_buyer(request, order), problem=problem)
    response = page_response(request, page)
    cart = cart_of(request)
    if cart is None or not cart.lines.filter(removed_at=None).exists():
        set_cart_hash(response, "")
    return response


def is_buyer(request: HttpRequest, order: Order) -> bool:
    """Return whether the visitor is sure to be the buyer: has the order's cart, or opened a link mailed about it.

    A key that was passed on, or a known e-mail address, is not enough to open an account.
    """
    return is_proven(request.session, order) or (order.cart_id is not None and read_cart_id(request) == order.cart_id)


@never_cache
@require_safe
def invoice_pdf(request: HttpRequest, order_id: int) -> HttpResponse:
    """Return the invoice as PDF to visitors who may see the receipt. Only paid orders have one."""

    def show(order: Order) -> HttpResponse:
        if not documents.has_invoice(order):
            raise Http404
        if not count_try("invoices", rate_limit_key(request)):
            return error_response(
                request, 429, "Too many invoices at once", "Please wait a few minutes, then try again."
            )
        return pdf_response(documents.invoice(order), f"invoice-{order.number}.pdf")

    return show_if_allowed(request, order_id, show)


def refresh_payments(order: Order) -> Order:
    """Look up open attempts at the provider. Without an answer, the page shows what is known."""
    if order.status not in PAYABLE:
        return order
    for payment in Payment.objects.filter(order=order, status__in=OPEN_PAYMENT_STATUSES, intent_id__isnull=False):
        try:
            refresh_payment(payment)
        except (ProviderDown, ForeignIntent) as error:
            log.warning("order %s is shown without its payment's latest state: %s", order.pk, error)
    order.refresh_from_db()
    return order
