"""Who may open the pages of an order: docs/behaviour/orders.md#who-may-open-an-order.

The customer; the browser that placed it; a visitor with its key, for ten minutes, and then with its e-mail address.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.http import urlencode

from vintner.checkout.pages import ConfirmEmailPage
from vintner.customers.middleware import user_of
from vintner.orders.models import Order
from vintner.orders.ownership import (
    find_order,
    has_key,
    is_fresh,
    is_owner,
    knows_email,
    link,
    placed_here,
    remember_address,
)
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.rate_limits import is_exhausted
from vintner.web.shared_props import shared_props

ShowOrder = Callable[[Order], HttpResponse]
RefuseAccess = Callable[[], HttpResponse]


class OrderAccess(StrEnum):
    """How a request for an order's page is answered."""

    OPEN = "open"
    UNKNOWN = "unknown"
    """There is no such order, or the key is wrong. Both are answered alike, so that nobody can look for orders."""
    LOG_IN = "log_in"
    OTHERS = "others"
    """The key is right, but another customer is logged in."""
    CONFIRM = "confirm"


_REFERRER_POLICY = {OrderAccess.OPEN: "same-origin", OrderAccess.CONFIRM: "same-origin"}
"""Pages with forms send the referrer to our own site, because Django's check against forged requests needs it."""


def show_if_allowed(
    request: HttpRequest, order_id: int, show: ShowOrder, refuse: Mapping[OrderAccess, RefuseAccess] | None = None
) -> HttpResponse:
    """Show an order if the visitor may see it. Otherwise ask for the log-in or the e-mail address, or refuse.

    `refuse` has a page's own answers for some kinds of access; without one, others get a 404. Pages with `refuse` ask
    for the e-mail address themselves, all others redirect to the receipt for it. The address holds the key, so
    Referrer-Policy keeps it from other sites.
    """
    order = find_order(order_id, request.GET.get("key", ""), user_of(request))
    access = OrderAccess.UNKNOWN if order is None else _access_of(request, order)
    if refuse is not None and access in refuse:
        response = refuse[access]()
    elif order is None or access in (OrderAccess.UNKNOWN, OrderAccess.OTHERS):
        raise Http404
    elif access is OrderAccess.LOG_IN:
        response = _redirect_to_login(request)
    elif access is OrderAccess.OPEN:
        response = show(order)
    else:
        response = HttpResponseRedirect(link("order_received", order)) if refuse is None else _ask_email(request, order)
    response["Referrer-Policy"] = _REFERRER_POLICY.get(access, "no-referrer")
    return response


def _access_of(request: HttpRequest, order: Order) -> OrderAccess:
    is_customer = is_owner(user_of(request), order)
    if not (has_key(order, request.GET.get("key", "")) or is_customer):
        return OrderAccess.UNKNOWN
    if order.user_id is not None and not is_customer:
        return OrderAccess.OTHERS if request.user.is_authenticated else OrderAccess.LOG_IN
    if is_customer or placed_here(request.session, None, order) or is_fresh(order, timezone.now()):
        return OrderAccess.OPEN
    return OrderAccess.CONFIRM


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    messages.info(request, "This order belongs to an account. Please log in to go on.")
    return HttpResponseRedirect(_login_url(request))


def _login_url(request: HttpRequest) -> str:
    return f"{settings.LOGIN_URL}?{urlencode({'next': request.get_full_path()})}"


def _ask_email(request: HttpRequest, order: Order) -> HttpResponse:
    """Ask for the order's e-mail address, and remember the order for a visitor who knows it."""
    address = rate_limit_key(request)
    problem = ""
    if request.method == "POST" and not is_exhausted("log_in", f"order:{order.pk}", address):
        if knows_email(order, request.POST.get("email", ""), address):
            remember_address(request.session, order.pk)
            return HttpResponseRedirect(request.get_full_path())
        problem = "That is not the email address of this order. Please try again."
    elif request.method == "POST":
        problem = "Too many tries. Please wait a quarter of an hour."
    page = ConfirmEmailPage(
        head=Head(title=f"Is this your order? – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        problem=problem,
        login_url=_login_url(request),
    )
    return page_response(request, page, 403 if problem else 200)
