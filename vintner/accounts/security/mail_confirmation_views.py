"""Confirming by a mailed code that it is still the customer, for accounts without password and second factor."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Final
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.app_settings import LOGIN_BY_CODE_TIMEOUT, REAUTHENTICATION_TIMEOUT
from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.account.internal.flows.reauthentication import get_reauthentication_flows
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.engine.steps import list_fields
from vintner.accounts.pages import AccountStepPage
from vintner.accounts.security.forms import CodeField
from vintner.accounts.security.session_lock_views import lock_session
from vintner.customers.middleware import customer_of, user_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.rate_limits import count_in_turn
from vintner.web.shared_props import shared_props

ENTRY: Final = "mail_confirmation"
"""The session's entry: the code's hash, when it ends (seconds since 1970), and how many tries are left."""
TRIES: Final = 3
TOO_MANY: Final = "Too many tries. Please wait an hour."
WRONG: Final = "Incorrect code."
ENDED: Final = "That code does not work any more. Please ask for another one."


class MailConfirmationForm(forms.Form):
    """Asks for the code that was mailed."""

    code = CodeField()


def confirm_without_password(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Ask for a mailed code before a view, unless something newer than five minutes says that it is still the customer.

    allauth lets accounts pass that it can ask for nothing. Whoever finds such an account open could keep it for good.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        user = user_of(request)
        if user is None or get_reauthentication_flows(user) or _is_confirmed(request, user):
            return view(request, *args, **kwargs)
        return HttpResponseRedirect(f"{reverse('confirm_by_mail')}?{urlencode({'next': request.path})}")

    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@lock_session
def confirm_by_mail(request: HttpRequest) -> HttpResponse:
    """Mail a code (a POST without one), or take it."""
    if request.method != "POST":
        return _page(request)
    if "code" not in request.POST:
        return _page(request, error="" if _mail_code(request) else TOO_MANY)
    form = MailConfirmationForm(request.POST)
    if form.is_valid() and not (problem := _take_code(request, form.cleaned_data["code"])):
        wanted = request.GET.get("next", "")
        return HttpResponseRedirect(wanted if get_adapter().is_safe_url(wanted) else reverse("security"))
    if form.is_valid():
        form.add_error("code", problem)
    return _page(request, form)


def _is_confirmed(request: HttpRequest, user: User) -> bool:
    records = get_authentication_records(request, user)
    return bool(records) and time.time() - records[-1]["at"] < REAUTHENTICATION_TIMEOUT


def _mail_code(request: HttpRequest) -> bool:
    """Mail a code and keep its hash in the session. Returns False when there were too many."""
    user = customer_of(request)
    if not count_in_turn("login_codes", rate_limit_key(request), user.email):
        return False
    code = str(get_adapter().generate_login_code())
    request.session[ENTRY] = [_hash(code), time.time() + LOGIN_BY_CODE_TIMEOUT, TRIES]
    queue_account_email("account/email/login_code", user.email, {"code": code})
    return True


def _take_code(request: HttpRequest, code: str) -> str:
    """Confirm the customer if the code is right, or return what is wrong. A code works once, and takes three tries."""
    known, until, tries = request.session.get(ENTRY, ["", 0, 0])
    if tries < 1 or time.time() > until:
        return ENDED
    if not constant_time_compare(_hash(code), known):
        request.session[ENTRY] = [known, until, tries - 1]
        return WRONG
    del request.session[ENTRY]
    user = customer_of(request)
    record_authentication(request, user, method="code", email=user.email, reauthenticated=True)
    return ""


def _hash(code: str) -> str:
    plain = "".join(each for each in code if each.isalnum()).upper()
    return salted_hmac("vintner.accounts.mail_confirmation", plain, algorithm="sha256").hexdigest()


def _page(request: HttpRequest, form: MailConfirmationForm | None = None, *, error: str = "") -> HttpResponse:
    user, is_mailed = customer_of(request), ENTRY in request.session
    page = AccountStepPage(
        head=Head(title=f"Confirm that it is you – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("security", user),
        heading="Confirm that it is you",
        paragraphs=(
            f"A code is on its way to {user.email}. It works once, for three minutes."
            if is_mailed
            else f"Your account has no password, so we mail a code to {user.email}. Then we go on where you were.",
        ),
        error=error,
        fields=list_fields(form or MailConfirmationForm()) if is_mailed else (),
        button="Continue" if is_mailed else "Email me a code",
        links=(Link(label="Back to your account", url=reverse("account")),),
    )
    return page_response(request, page, 400 if error or (form is not None and form.errors) else 200)
