"""The account area: dashboard, log-out."""

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from vintner.accounts.area.order_list import newest_orders
from vintner.accounts.area.pages import AccountPage
from vintner.accounts.auth_forms.views import send_form, show_forms
from vintner.accounts.fields.upload_views import with_limited_uploads
from vintner.accounts.pages import AccountStepPage
from vintner.customers.middleware import customer_required, user_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.shared_props import shared_props


@never_cache
@with_limited_uploads
def account(request: HttpRequest) -> HttpResponse:
    """Show the dashboard, or to guests the forms that lead into the account; a POST sends one of these."""
    if request.method == "POST":
        return send_form(request)
    user = user_of(request)
    return page_response(request, _account_page(request, user)) if user else show_forms(request)


@require_safe
@customer_required("account")
def downloads(request: HttpRequest, user: User) -> HttpResponse:
    """Say that there is nothing to download: the store sells bottles. Old links lead here."""
    messages.info(request, "No downloads available yet.")
    return redirect("account")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out by a POST. A GET asks: a link on another site may not log anybody out."""
    if request.method == "POST":
        auth.logout(request)
    elif (user := user_of(request)) is not None:
        return page_response(request, _log_out_page(request, user))
    return redirect("account")


def _log_out_page(request: HttpRequest, user: User) -> AccountStepPage:
    return AccountStepPage(
        head=Head(title=f"Log out – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("log_out", user),
        heading="Log out?",
        paragraphs=("Your account and your cart stay as they are.",),
        button="Log out",
        links=(Link(label="Back to your account", url=reverse("account")),),
    )


def _account_page(request: HttpRequest, user: User) -> AccountPage:
    return AccountPage(
        head=Head(title=f"Your account – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        signed_in=True,
        menu=account_menu("account", user),
        name=user.shown_name,
        email=user.email,
        orders=newest_orders(user),
    )
