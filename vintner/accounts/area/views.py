"""The account page: log-in form, orders, log-out."""

from django.conf import settings
from django.contrib import auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from vintner.accounts.area.pages import AccountPage, OrderSummary
from vintner.accounts.engine.middleware import log_in
from vintner.customers.middleware import user_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.orders.models import Order
from vintner.orders.ownership import pay_link
from vintner.payments.attempts.pay_again import is_payable
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.dates import day_in_words
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

MOST_ORDERS = 50
LINES_PER_ORDER = 3
"""Lines of an order in the list; the order's own page has all of them."""


@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show the log-in form or the account; a POST with the fields username and password logs in."""
    if request.method == "POST":
        return _log_in(request)
    return page_response(request, _account_page(request))


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    return redirect("account")


def _log_in(request: HttpRequest) -> HttpResponse:
    try:
        next_url = log_in(
            request,
            request.POST.get("username", ""),
            request.POST.get("password", ""),
            next_url=_next_path(request),
        )
    except Refusal as refusal:
        return page_response(
            request, _account_page(request, refusal.message), 429 if refusal.code == "too_many" else 401
        )
    return HttpResponseRedirect(next_url)


def _next_path(request: HttpRequest) -> str:
    """Return the path to redirect to after logging in: one of this store, the account by default."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()):
        return wanted
    return reverse("account")


def _account_page(request: HttpRequest, error: str = "") -> AccountPage:
    user = user_of(request)
    return AccountPage(
        head=Head(title=f"{'Your account' if user else 'Log in'} – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        signed_in=user is not None,
        menu=account_menu("account") if user else (),
        name=user.full_name if user else "",
        email=user.email if user else request.POST.get("username", "")[:254],
        error=error,
        orders=_orders(user) if user else (),
        next=request.GET.get("next", ""),
    )


def _orders(user: User) -> tuple[OrderSummary, ...]:
    """Return the customer's newest orders. Two queries."""
    return tuple(_summary(order) for order in user.orders.prefetch_related("lines")[:MOST_ORDERS])


def _summary(order: Order) -> OrderSummary:
    return OrderSummary(
        number=order.number,
        date=day_in_words(localtime(order.placed_at).date()),
        status=order.get_status_display(),
        total=order.total.text,
        bought=_line_texts(order),
        url=f"{reverse('order_received', args=[order.pk])}?key={order.key}",
        pay_url=pay_link(order) if is_payable(order) else "",
    )


def _line_texts(order: Order) -> tuple[str, ...]:
    """Return the first lines of an order as text."""
    lines = list(order.lines.all())
    texts = tuple(f"{line.quantity} × {line.label.text}" for line in lines[:LINES_PER_ORDER])
    return texts if len(lines) <= LINES_PER_ORDER else (*texts, f"and {len(lines) - LINES_PER_ORDER} more")
