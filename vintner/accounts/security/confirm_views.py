"""Confirming that it is still the customer, before something sensitive: by the password, a code or a passkey."""

from typing import Any

from allauth.account.views import ReauthenticateView
from allauth.mfa.base.views import ReauthenticateView as ReauthenticateByCodeView
from allauth.mfa.webauthn.views import ReauthenticateWebAuthnView
from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse

from vintner.accounts.engine.step_views import StepMixin
from vintner.accounts.security.forms import ConfirmCodeForm, ConfirmPasskeyForm, ConfirmPasswordForm
from vintner.accounts.security.links import is_for_security, way_back
from vintner.accounts.security.passkey_views import REFUSED, build_request
from vintner.customers.middleware import customer_of
from vintner.customers.pages import account_menu
from vintner.web.page import Link

BY_PASSWORD = "reauthenticate"  # noqa: S105 - a name
"""allauth's name of the password. It does not open the admin, which wants a second factor."""
WAYS = {"mfa_reauthenticate:webauthn": "Use a passkey"}
"""allauth's name of a way to confirm → what the link to it says, where that is not allauth's."""


class ConfirmMixin(StepMixin):
    """Asks whether it is still the customer. The other ways to confirm are links, and so is the way back."""

    heading = "Confirm that it is you"

    def confirm_props(self, context: dict[str, Any]) -> dict[str, object]:
        target = self.request.GET.get("next", "")
        ways = [
            way
            for way in context["reauthentication_alternatives"]
            if way["id"] != BY_PASSWORD or not target.startswith(reverse("admin:index"))
        ]
        links = (Link(label=WAYS.get(way["id"], str(way["description"])), url=way["url"]) for way in ways)
        here = "security" if is_for_security(target) else ""
        return {"links": (*links, way_back(target)), "menu": account_menu(here, customer_of(self.request))}


class ConfirmPasswordView(ConfirmMixin, ReauthenticateView):
    """Asks for the password again before something sensitive."""

    form_class = ConfirmPasswordForm
    paragraphs = ("Enter your password once more. Then we go on where you were.",)

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return self.confirm_props(context)


class ConfirmCodeView(ConfirmMixin, ReauthenticateByCodeView):
    """Asks for a code again before something sensitive."""

    form_class = ConfirmCodeForm
    paragraphs = ("Enter a new code of your authenticator app, or one of your recovery codes. Then we go on.",)

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return self.confirm_props(context)


class ConfirmPasskeyView(ConfirmMixin, ReauthenticateWebAuthnView):
    """Asks for the passkey again before something sensitive."""

    form_class = ConfirmPasskeyForm
    button = ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401 - Django's
        ways = self.get_reauthentication_alternatives()  # type: ignore[no-untyped-call]
        return {**super().get_context_data(**kwargs), "reauthentication_alternatives": ways}

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        options = context["js_data"]["request_options"]
        request = build_request(options, "Use a passkey", creates=False)
        return self.confirm_props(context) | {"passkey": request}

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        messages.error(self.request, REFUSED)
        return HttpResponseRedirect(self.request.get_full_path())
