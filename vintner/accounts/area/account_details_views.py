"""The page of the account's names and password. It works without JavaScript."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from vintner.accounts.area.account_details import NAMES, PASSWORDS, save_account_details
from vintner.accounts.area.pages import AccountDetailsPage
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.refusal import Refusals
from vintner.shipping.address_inputs import build_input
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key, read_browser
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props


@sensitive_post_parameters("password_current", "password_1", "password_2")
@require_http_methods(["GET", "HEAD", "POST"])
@customer_required("account_details")
def edit_account(request: HttpRequest, user: User) -> HttpResponse:
    """Show or save the account's details. A new password ends all other sessions of the account."""
    if request.method != "POST":
        names = {"first_name": user.first_name, "last_name": user.last_name, "display_name": user.shown_name}
        return _form_response(request, user, {f"account_{name}": text for name, text in names.items()}, {})
    values = {name: str(value) for name, value in request.POST.items()}
    try:
        has_new_password = save_account_details(user, values, read_browser(request), rate_limit_key(request))
    except Refusals as refused:
        errors = {each.field: each.message for each in refused.items}
        return _form_response(request, user, values, errors)
    if has_new_password:
        user.refresh_from_db()
        update_session_auth_hash(request, user)
    messages.success(request, "Account details changed successfully.")
    return redirect("account_details")


def _form_response(
    request: HttpRequest, user: User, values: Mapping[str, str], errors: Mapping[str, str]
) -> HttpResponse:
    """Show the form with what was typed, but never a password."""
    typed = {field.name: values.get(field.name, "")[: 2 * field.longest] for field in NAMES}
    passwords = PASSWORDS if user.has_usable_password() else ()
    page = AccountDetailsPage(
        head=Head(title=f"Account details – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("account_details"),
        names=tuple(build_input("", field, "", typed, errors) for field in NAMES),
        email=user.email,
        passwords=tuple(build_input("", field, "", {}, errors) for field in passwords),
        security_url=reverse("security"),
    )
    return page_response(request, page)
