"""Passkeys: adding, renaming, removing and logging in."""

import json
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import Login
from allauth.mfa.webauthn.internal import auth, flows
from allauth.mfa.webauthn.views import (
    AddWebAuthnView,
    EditWebAuthnView,
    LoginWebAuthnView,
    RemoveWebAuthnView,
)
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, JsonResponse
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt

from vintner.accounts.engine.step_views import StepMixin
from vintner.accounts.pages import PasskeyRequest
from vintner.accounts.security.challenges import begin_log_in
from vintner.accounts.security.forms import AddPasskeyForm, PasskeyLogInForm
from vintner.accounts.security.links import security_link
from vintner.customers.middleware import customer_of
from vintner.web.answers import json_response
from vintner.web.client_address import rate_limit_key
from vintner.web.nonce import nonce, valid_nonce
from vintner.web.page import Link
from vintner.web.rate_limits import count_try

REFUSED = "That passkey was not accepted. Log in another way, or try again."
TOO_MANY = "Too many tries. Please wait a quarter of an hour."
SECOND = "second"
"""The parameter that asks for a passkey as a second factor, which does not open the account alone."""


def build_request(options: dict[str, object], button: str, *, creates: bool) -> PasskeyRequest:
    """Return the props of the button that asks the browser for a passkey."""
    return PasskeyRequest(options=json.dumps(options), creates=creates, button=button)


class AddPasskeyView(StepMixin, AddWebAuthnView):
    """Adds a passkey, which opens the account alone, or with `?second` a security key that is a second factor."""

    form_class = AddPasskeyForm
    heading = "Add a passkey"
    paragraphs = (
        (
            "A passkey replaces your password: your phone or computer confirms that it is you, by your face, your "
            "finger or its PIN. Nothing secret leaves it."
        ),
    )
    button = ""
    success_url = reverse_lazy("security")

    @property
    def _is_second(self) -> bool:
        return SECOND in self.request.GET

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes") if self.did_generate_recovery_codes else reverse("security")

    def get_form_kwargs(self) -> dict[str, Any]:
        kwargs = super().get_form_kwargs()
        if kwargs.get("data") is not None:
            kwargs["data"] = kwargs["data"].copy()
            kwargs["data"]["passwordless"] = "" if self._is_second else "on"
        return kwargs

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401 - Django's
        context = super(AddWebAuthnView, self).get_context_data(**kwargs)
        context["creation_options"] = auth.begin_registration(customer_of(self.request), not self._is_second)
        return context

    def find_form(self, context: dict[str, Any]) -> forms.Form | None:
        form = super().find_form(context)
        if form is not None:
            form.fields.pop("passwordless", None)
            form.fields["name"].label = "Name of this passkey"
        return form

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        other = Link(label="Add a security key as a second factor instead", url=f"{self.request.path}?{SECOND}")
        return {
            "passkey": build_request(context["creation_options"], "Make the passkey", creates=True),
            "links": (security_link(),) if self._is_second else (other, security_link()),
        }


class RenamePasskeyView(StepMixin, EditWebAuthnView):
    """Renames a passkey."""

    heading = "Rename the passkey"
    button = "Save"
    success_url = reverse_lazy("security")

    def find_form(self, context: dict[str, Any]) -> forms.Form | None:
        form = super().find_form(context)
        if form is not None:
            form.fields["name"].label = "Name of this passkey"
        return form

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (security_link(),)}


class RemovePasskeyView(StepMixin, RemoveWebAuthnView):
    """Removes a passkey, after a question."""

    heading = "Remove the passkey"
    paragraphs = ("It will not open your account any more. Remove it from your device as well.",)
    button = "Remove the passkey"
    success_url = reverse_lazy("security")

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (security_link(),)}


@method_decorator(csrf_exempt, name="dispatch")  # checked in `post`, which gives the page another token
class PasskeyLogInView(LoginWebAuthnView):
    """Logs in by a passkey alone, for the scripts of pages, which stay as they are until it is accepted.

    A GET answers with WebAuthn's options. A POST of the credential is answered by `redirect`, by a `message` that says
    why not, or by a `token` with which it is sent once more: that of the page is void where another tab has logged in
    or out, or the cookies are gone.
    """

    form_class = PasskeyLogInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:  # noqa: ANN401 - Django's
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        if request.method == "POST" and isinstance(answer, HttpResponseRedirect):
            return json_response({"redirect": answer.url})
        return answer

    def get_authenticated_redirect_url(self) -> str:
        """Return where a visitor is led who has logged in meanwhile."""
        return self._next_url()

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - Django's
        return JsonResponse({"request_options": begin_log_in()})

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:  # noqa: ANN401 - Django's
        """Count credentials, and not the requests for options: each page that offers passkeys by itself sends one."""
        if not valid_nonce(request, "csrfmiddlewaretoken"):
            return json_response({"token": nonce(request)}, 403)
        if not count_try("passkey_log_in", rate_limit_key(request)):
            return json_response({"message": TOO_MANY}, 429)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        auth.clear_state()
        return answer

    def form_valid(self, form: forms.Form) -> HttpResponse:
        authenticator = form.cleaned_data["credential"]
        login = Login(user=authenticator.user, redirect_url=self._next_url())
        return flows.perform_passwordless_login(self.request, authenticator, login)

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        return json_response({"message": REFUSED}, 400)

    def _next_url(self) -> str:
        """Return the page that the passkey was used on."""
        wanted = self.request.POST.get("next", "")
        return wanted if get_adapter().is_safe_url(wanted) else reverse("account")
