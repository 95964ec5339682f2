"""Mails a code in place of saying who has an account."""

from urllib.parse import urlencode

from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.internal.stagekit import clear_login
from django.http import HttpRequest
from django.urls import reverse

from vintner.accounts.security.code_views import RequestCodeForm
from vintner.refusal import Refusal
from vintner.web.client_address import rate_limit_key


def mail_code(request: HttpRequest, email: str, next_url: str) -> str:
    """Mail a code, or that there is no account; return the address of the page that takes it. Raises Refusal.

    The answer and the e-mails written are alike for both. Codes count against their own limit.
    """
    clear_login(request)  # one that waits for a code would lead back there
    form = RequestCodeForm({"email": email})
    form.network = rate_limit_key(request)
    if not form.is_valid():
        raise Refusal("no_code", " ".join(str(text) for texts in form.errors.values() for text in texts))
    LoginCodeVerificationProcess.initiate(
        request=request, user=form._user, email=form.cleaned_data["email"], phone=None
    )
    return f"{reverse('account_confirm_login_code')}?{urlencode({'next': next_url})}"
