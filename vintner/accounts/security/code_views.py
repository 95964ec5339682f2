"""Logging in by a code that is mailed: for accounts without a password, and for whoever does not want to type one."""

from typing import Any

from allauth.account.forms import RequestLoginCodeForm
from allauth.account.internal.stagekit import clear_login
from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from django import forms
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

from vintner.accounts.engine.step_views import StepMixin
from vintner.accounts.security.forms import MailedCodeForm
from vintner.web.client_address import rate_limit_key
from vintner.web.page import Link
from vintner.web.rate_limits import count_try
from vintner.web.sessions import SessionStore

TOO_MANY = "Too many tries. Please wait an hour."


class RequestCodeForm(RequestLoginCodeForm):
    """Asks for the e-mail address that a code is mailed to."""

    email = forms.EmailField(  # type: ignore[assignment]
        label="Email address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
        error_messages={
            "required": "Please enter a valid email address.",
            "invalid": "Please enter a valid email address.",
        },
    )
    network = ""

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"]).strip().lower()
        if not count_try("login_codes", email, self.network):
            raise ValidationError(TOO_MANY, code="too_many")
        self.cleaned_data["email"] = email
        return str(super().clean_email())


class RequestCodeView(StepMixin, RequestLoginCodeView):
    """Mails a code. The answer is the same for an address without an account."""

    form_class = RequestCodeForm
    heading = "Log in by a mailed code"
    paragraphs = ("We mail you a code. It works once, for three minutes.",)
    button = "Mail me a code"
    in_account = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 - Django's
        """Forget a log-in that waits for a code: allauth would lead back there instead of mailing another."""
        if not request.user.is_authenticated:
            clear_login(request)
        return super().dispatch(request, *args, **kwargs)

    def get_form(self, form_class: type[forms.BaseForm] | None = None) -> forms.BaseForm:
        form: RequestCodeForm = super().get_form(form_class)
        form.network = rate_limit_key(self.request)
        return form

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (Link(label="Log in by a password", url=reverse("account")),)}


class EnterCodeView(StepMixin, ConfirmLoginCodeView):
    """Takes the code, in the browser that asked for it."""

    form_class = MailedCodeForm
    heading = "Enter the code"
    paragraphs = ("If there is an account with this address, a code is on its way there.",)
    button = "Log in"
    in_account = False

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (Link(label="Ask for another code", url=reverse("account_request_login_code")),)}


_enter_code = EnterCodeView.as_view()


def enter_code(request: HttpRequest) -> HttpResponseBase:
    """Take a mailed code. The session holds it, and is read again under a lock: of many uses at once one succeeds, and
    wrong codes sent at once all count.
    """
    if request.method != "POST" or request.session.session_key is None:
        return _enter_code(request)
    key = request.session.session_key
    with transaction.atomic():
        Session.objects.select_for_update().filter(pk=key).first()
        request.session = SessionStore(key)
        response = _enter_code(request)
        if request.session.modified:
            request.session.save()
    if request.session.session_key == key:
        request.session.modified = False  # saved: once more, after the lock, would undo what the next request counted
    return response
