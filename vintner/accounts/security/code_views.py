"""Logging in by a code that is mailed: for accounts without a password, and for whoever does not want to type one."""

from typing import Any

from allauth.account.forms import RequestLoginCodeForm
from allauth.account.internal.stagekit import clear_login
from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from vintner.accounts.engine.address_proof import drop_unproven_access
from vintner.accounts.engine.step_views import StepMixin
from vintner.accounts.security.forms import MailedCodeForm
from vintner.customers.models import User
from vintner.web.client_address import rate_limit_key
from vintner.web.email_addresses import AddressField
from vintner.web.page import Link
from vintner.web.rate_limits import count_in_turn

TOO_MANY = "Too many tries. Please wait an hour."
DROPPED = (
    "Your email address is confirmed. The account’s old password no longer works, because it was set before the "
    "address was confirmed. Choose a new one with “Lost password”."
)


class RequestCodeForm(RequestLoginCodeForm):
    """Asks for the e-mail address that a code is mailed to."""

    email = AddressField(  # type: ignore[assignment]
        label="Email address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username"}),
        error_messages={
            "required": "Please enter a valid email address.",
            "invalid": "Please enter a valid email address.",
        },
    )
    network = ""
    _user: User | None = None

    def clean_email(self) -> str:
        """Find the account whose address it is. allauth would also find one that only asked to change to it."""
        email = str(self.cleaned_data["email"])
        if not count_in_turn("login_codes", self.network, email):
            raise ValidationError(TOO_MANY, code="too_many")
        self._user = User.objects.filter(email=email, is_active=True).first()
        return email


class RequestCodeView(StepMixin, RequestLoginCodeView):
    """Mails a code. The answer is the same for an address without an account."""

    form_class = RequestCodeForm
    heading = "Log in with an emailed code"
    paragraphs = ("We’ll email you a code. It works once, within three minutes.",)
    button = "Email me a login code"
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

    def form_valid(self, form: forms.Form) -> HttpResponse:
        if drop_unproven_access(self._process.user):
            messages.info(self.request, DROPPED)
        answer: HttpResponse = super().form_valid(form)
        return answer

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (Link(label="Ask for another code", url=reverse("account_request_login_code")),)}
