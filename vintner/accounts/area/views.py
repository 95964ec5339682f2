"""The account area: log-in form, dashboard, log-out."""

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from vintner.accounts.area.order_list import newest_orders
from vintner.accounts.area.pages import AccountPage
from vintner.accounts.engine.middleware import log_in
from vintner.customers.middleware import customer_required, user_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props


@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show the log-in form or the account; a POST with the fields username and password logs in."""
    if request.method == "POST":
        return _log_in(request)
    return page_response(request, _account_page(request))


@require_safe
@customer_required("account")
def downloads(request: HttpRequest, user: User) -> HttpResponse:
    """Say that there is nothing to download: the store sells bottles. Old links lead here."""
    messages.info(request, "No downloads available yet.")
    return redirect("account")


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
        orders=newest_orders(user) if user else (),
        next=request.GET.get("next", ""),
    )
