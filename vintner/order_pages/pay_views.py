"""The payment page of an order that was placed earlier: after a decline, or by the link in an e-mail.

The form posts here. Our own script asks for JSON in the shape of the call `checkout`. Any other client is redirected:
to the receipt, back with a message, or back with the bank's question in the hash.
"""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from vintner.checkout.forms import missing_consents
from vintner.checkout.place_order_views import OrderFailed, onward_url, pay_existing_order
from vintner.customers.middleware import user_of
from vintner.order_pages.access_views import OrderAccess, show_if_allowed
from vintner.order_pages.change_method_views import CHANGE, change_method
from vintner.order_pages.pay_page import order_pay_page
from vintner.orders import stock
from vintner.orders.models import Order
from vintner.orders.ownership import link, pay_link, remember_pay_page
from vintner.orders.rules import Status
from vintner.payments.appearance import APPEARANCES, read_appearances
from vintner.payments.attempts.pay_again import is_payable
from vintner.payments.attempts.start_payment import StartedPayment
from vintner.refusal import Refusal
from vintner.web.answers import error_response, json_response, page_response, wants_props
from vintner.web.nonce import valid_nonce
from vintner.web.shared_props import shared_props

NONCES = ("woocommerce-pay-nonce", "csrfmiddlewaretoken")
PAY_FIELD = "woocommerce_pay"
"""WooCommerce's field of the payment form. A post without it is the form that asks for the e-mail address."""
UNKNOWN_ORDER = "This link does not lead to an order that can be paid for. Please use the newest link that we sent you."
OTHER_ACCOUNT = (
    "This order belongs to another account. Log in with that one to pay for it, or write to us if you need help."
)
EXPIRED = "This page had been open for too long. Nothing was charged; please try again."


@csrf_exempt  # checked here, because WooCommerce's clients send the token under another name
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def order_pay(request: HttpRequest, order_id: int) -> HttpResponse:
    """Show the payment page, or take the payment. With `change_payment_method` the number is a subscription's."""
    if CHANGE in request.GET:
        return change_method(request, order_id)

    def show(order: Order) -> HttpResponse:
        return _pay_or_show(request, order)

    def unknown() -> HttpResponse:
        return error_response(request, 404, "Nothing to pay here", UNKNOWN_ORDER)

    def others() -> HttpResponse:
        return error_response(request, 403, "Not your order", OTHER_ACCOUNT)

    return show_if_allowed(request, order_id, show, {OrderAccess.UNKNOWN: unknown, OrderAccess.OTHERS: others})


def _pay_or_show(request: HttpRequest, order: Order) -> HttpResponse:
    if request.method == "POST" and PAY_FIELD in request.POST:
        return _pay(request, order)
    if refused := _not_payable_message(order):
        messages.error(request, refused)
        return HttpResponseRedirect(link("order_received", order))
    remember_pay_page(request.session, order.pk)
    return page_response(
        request,
        order_pay_page(order, shared_props(request), user_of(request), read_appearances(APPEARANCES.read(request))),
    )


def _not_payable_message(order: Order) -> str:
    """Return why the order cannot be paid, '' when it can. A failed order's bottles may have been sold."""
    if not is_payable(order):
        return f"This order is {order.get_status_display().lower()}, so there is nothing to pay for."
    if order.status == Status.FAILED and (name := stock.find_sold_out(order)):
        return _sold_out_message(name)
    return ""


def _sold_out_message(name: str) -> str:
    return f"“{name}” has sold out since, so this order cannot be paid for any more. Nothing was charged."


def _pay(request: HttpRequest, order: Order) -> HttpResponse:
    if not any(valid_nonce(request, field) for field in NONCES):
        return _failure_response(request, order, EXPIRED)
    values = {name: str(value) for name, value in request.POST.items()}
    if missing := missing_consents(values):
        return _refusal_response(request, order, missing[0])
    try:
        waiting = pay_existing_order(request, order, values)
    except OrderFailed as failed:
        if failed.refusals:
            return _refusal_response(request, order, failed.refusals[0])
        return _failure_response(request, order, failed.message, fields=failed.fields)
    return _redirect_onward(request, order, waiting)


def _refusal_response(request: HttpRequest, order: Order, refusal: Refusal) -> HttpResponse:
    gone = stock.find_sold_out(order) if refusal.code == "out_of_stock" else ""
    is_over = refusal.code in ("not_payable", "out_of_stock")
    changed = refusal.code == "total_changed"
    if changed and wants_props(request):
        messages.error(request, refusal.message)  # otherwise the next page itself says why
    return _failure_response(
        request, order, _sold_out_message(gone) if gone else refusal.message, reload=is_over or changed
    )


def _redirect_onward(request: HttpRequest, order: Order, waiting: StartedPayment | None) -> HttpResponse:
    """Redirect to the receipt, or to where the shopper goes on to pay: a hash of this page, or another page."""
    place = onward_url(request, order, waiting)
    is_here = place.startswith("#") and not wants_props(request)
    return _redirect(request, order, f"{pay_link(order)}{place}" if is_here else place)


def _redirect(request: HttpRequest, order: Order, place: str) -> HttpResponse:
    if wants_props(request):
        return json_response({"result": "success", "redirect": place, "order_id": order.pk})
    return HttpResponseRedirect(place)


def _failure_response(
    request: HttpRequest, order: Order, message: str, *, reload: bool = False, fields: Mapping[str, str] | None = None
) -> HttpResponse:
    """Answer with the message and its `fields`, or redirect to the payment page, which displays it at the top.

    `reload`: our script loads the page again.
    """
    if not wants_props(request):
        messages.error(request, message)
        return HttpResponseRedirect(pay_link(order))
    listed = format_html('<ul class="woocommerce-error" role="alert"><li>{}</li></ul>', message)
    body: dict[str, object] = {"result": "failure", "messages": listed, "refresh": False, "reload": reload}
    return json_response({**body, "fields": fields} if fields else body)
