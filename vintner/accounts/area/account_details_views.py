"""The page of the account's names, the merchant's fields, picture and password. It works without JavaScript."""

from collections.abc import Mapping

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from vintner.accounts.area.account_details import NAMES, AccountDetailsForm, save_account_details
from vintner.accounts.area.pages import AccountDetailsPage
from vintner.accounts.area.password_change import PASSWORDS
from vintner.accounts.fields.account_fields import profile_fields
from vintner.accounts.fields.inputs import account_inputs
from vintner.accounts.fields.picture_form import ProfilePictureForm
from vintner.accounts.fields.pictures import NAME, picture_name
from vintner.accounts.fields.profiles import read_profile
from vintner.accounts.fields.upload_views import dropped_files, with_limited_uploads
from vintner.accounts.models import AccountField
from vintner.customers.middleware import customer_required
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.refusal import Refusals
from vintner.shipping.address_inputs import build_input
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key, read_browser
from vintner.web.page import CSRF_TOKEN, Head
from vintner.web.shared_props import shared_props

Fields = tuple[AccountField, ...]


@sensitive_post_parameters("password_current", "password_1", "password_2")
@require_http_methods(["GET", "HEAD", "POST"])
@with_limited_uploads
@customer_required("account_details")
def edit_account(request: HttpRequest, user: User) -> HttpResponse:
    """Show or save the account's details. A new password ends all other sessions of the account."""
    fields = profile_fields()
    if request.method != "POST":
        return page_response(request, _page(request, user, fields, None, {}))
    form = AccountDetailsForm(
        values=request.POST.dict(),
        picture=_read_picture_form(request),
        browser=read_browser(request),
        network=rate_limit_key(request),
    )
    try:
        has_new_password = save_account_details(user, fields, form, timezone.now())
    except Refusals as refused:
        errors = {each.field: each.message for each in refused.items}
        return page_response(request, _page(request, user, fields, form.values, errors), 422)
    if has_new_password:
        user.refresh_from_db()
        update_session_auth_hash(request, user)
    messages.success(request, "Account details changed successfully.")
    return redirect("account_details")


def _read_picture_form(request: HttpRequest) -> ProfilePictureForm:
    return ProfilePictureForm(
        files=tuple(request.FILES.getlist(NAME)),
        too_large=NAME in dropped_files(request),
        removed=request.POST.get(f"{NAME}_remove", "")[:64],
    )


def _page(
    request: HttpRequest, user: User, fields: Fields, posted: Mapping[str, str] | None, errors: Mapping[str, str]
) -> AccountDetailsPage:
    """Return the form with what was posted, but never a password, or else with what is stored."""
    stored = {"first_name": user.first_name, "last_name": user.last_name, "display_name": user.shown_name}
    names = {f"account_{name}": text for name, text in stored.items()} if posted is None else posted
    typed = {field.name: names.get(field.name, "")[: 2 * field.longest] for field in NAMES}
    passwords = PASSWORDS if user.has_usable_password() else ()
    return AccountDetailsPage(
        head=Head(title=f"Account details – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("account_details", user),
        names=tuple(build_input("", field, "", typed, errors) for field in NAMES),
        email=user.email,
        fields=account_inputs(
            fields,
            posted=posted,
            stored=read_profile(user),
            errors=errors,
            today=timezone.localdate(),
            picture=picture_name(user),
        ),
        passwords=tuple(build_input("", field, "", {}, errors) for field in passwords),
        security_url=reverse("security"),
    )
