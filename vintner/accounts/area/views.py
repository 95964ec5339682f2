"""The account area: dashboard, log-out."""

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from vintner.accounts.area.order_list import newest_orders
from vintner.accounts.area.pages import AccountPage
from vintner.accounts.auth_forms.views import send_form, show_forms
from vintner.accounts.fields.upload_views import with_limited_uploads
from vintner.customers.middleware import customer_required, user_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.page import CSRF_TOKEN, Head
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


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    auth.logout(request)
    return redirect("account")


def _account_page(request: HttpRequest, user: User) -> AccountPage:
    return AccountPage(
        head=Head(title=f"Your account – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        signed_in=True,
        menu=account_menu("account"),
        name=user.shown_name,
        email=user.email,
        orders=newest_orders(user),
    )
