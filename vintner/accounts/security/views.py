"""The account's security: an overview, and its actions with the authenticator app, recovery codes and sessions."""

from typing import Any

from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.recovery_codes.views import (
    DownloadRecoveryCodesView,
    GenerateRecoveryCodesView,
    ViewRecoveryCodesView,
)
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.internal.auth import WebAuthn
from allauth.usersessions.internal.flows.sessions import end_other_sessions
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from vintner.accounts.engine.address_proof import mail_confirmation
from vintner.accounts.engine.browsers import name_browser
from vintner.accounts.engine.email_change import find_requested_email
from vintner.accounts.engine.registration import ensure_email_address
from vintner.accounts.engine.step_views import StepMixin
from vintner.accounts.pages import PasskeyEntry, SecurityPage, SessionEntry
from vintner.accounts.security.forms import ActivateAppForm, CodeForm, SecondFactorPasskeyForm
from vintner.accounts.security.links import admin_link, security_link
from vintner.accounts.security.passkey_views import build_request
from vintner.customers.middleware import customer_of
from vintner.customers.models import User
from vintner.customers.pages import account_menu
from vintner.web.answers import page_response
from vintner.web.client_address import rate_limit_key
from vintner.web.dates import day_in_words
from vintner.web.page import CSRF_TOKEN, Head, Link
from vintner.web.shared_props import shared_props

TOO_MANY = "Too many tries. Please wait an hour."
ACTIONS = {
    "add_passkey": "mfa_add_webauthn",
    "add_app": "mfa_activate_totp",
    "remove_app": "mfa_deactivate_totp",
    "see_codes": "mfa_view_recovery_codes",
    "new_codes": "mfa_generate_recovery_codes",
    "end_sessions": "end_other_sessions",
    "confirm_email": "send_confirmation",
    "change_email": "change_email",
    "keep_email": "keep_email",
}


@never_cache
@require_safe
@login_required
def security(request: HttpRequest) -> HttpResponse:
    """Show what protects the account."""
    user = customer_of(request)
    found = list(Authenticator.objects.filter(user=user).order_by("created_at"))
    codes = next((each for each in found if each.type == Authenticator.Type.RECOVERY_CODES), None)
    page = SecurityPage(
        head=Head(title=f"Security – {settings.STORE_NAME}", robots="noindex"),
        shared=shared_props(request),
        csrf_token=CSRF_TOKEN,
        menu=account_menu("security", user),
        email=user.email,
        requested_email=find_requested_email(user),
        email_confirmed=ensure_email_address(user).verified,
        has_password=user.has_usable_password(),
        passkeys=tuple(_passkey(each) for each in found if each.type == Authenticator.Type.WEBAUTHN),
        has_app=any(each.type == Authenticator.Type.TOTP for each in found),
        recovery_codes=len(RecoveryCodes(codes).get_unused_codes()) if codes else 0,
        sessions=_sessions(request, user),
        addresses={action: reverse(name) for action, name in ACTIONS.items()},
        onward=admin_link(user),
    )
    return page_response(request, page)


@require_POST
@login_required
def end_sessions(request: HttpRequest) -> HttpResponse:
    """Log out the customer's other browsers."""
    user = customer_of(request)
    end_other_sessions(request, user)
    messages.success(request, "All other sessions were ended.")
    return HttpResponseRedirect(reverse("security"))


def _passkey(authenticator: Authenticator) -> PasskeyEntry:
    passkey = WebAuthn(authenticator)
    used = authenticator.last_used_at
    added = f"Added {day_in_words(localtime(authenticator.created_at).date())}"
    last = f"last used {day_in_words(localtime(used).date())}" if used else "not used yet"
    alone = "" if passkey.is_passwordless else " · Second factor: it is asked for after the password"
    return PasskeyEntry(
        name=passkey.name,
        about=f"{added}, {last}{alone}",
        rename_url=reverse("mfa_edit_webauthn", args=[authenticator.pk]),
        remove_url=reverse("mfa_remove_webauthn", args=[authenticator.pk]),
    )


def _sessions(request: HttpRequest, user: User) -> tuple[SessionEntry, ...]:
    sessions = sorted(UserSession.objects.purge_and_list(user), key=lambda each: each.created_at, reverse=True)
    return tuple(
        SessionEntry(
            browser=name_browser(each.user_agent),
            about=f"{each.ip} · since {day_in_words(localtime(each.created_at).date())}",
            here=each.session_key == request.session.session_key,
        )
        for each in sessions
    )


class SecondFactorView(StepMixin, AuthenticateView):
    """Asks for the second factor after the password."""

    form_class = CodeForm
    webauthn_form_class = SecondFactorPasskeyForm
    heading = "Confirm that it is you"
    paragraphs = ("Your account is protected by a second step.",)
    in_account = False

    def find_form(self, context: dict[str, Any]) -> forms.Form | None:
        form: forms.Form | None = self.auth_form
        return form

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        user = self.stage.login.user
        start = reverse("admin:login" if user.is_staff else "account")
        props: dict[str, object] = {"links": (Link(label="Start again", url=start),)}
        if Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).exists():
            props["passkey"] = build_request(context["js_data"]["request_options"], "Use a passkey", creates=False)
        if self.webauthn_form is not None and self.webauthn_form.is_bound:
            props["error"] = "That passkey was not accepted. Try again, or use another way."
        return props


class ActivateAppView(StepMixin, ActivateTOTPView):
    """Adds an authenticator app."""

    form_class = ActivateAppForm
    heading = "Add an authenticator app"
    paragraphs = (
        "Scan the picture with an authenticator app, such as the one of your password manager or phone.",
        "Then enter the code that the app shows. From then on a code is asked for after your password.",
    )
    button = "Turn on"

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        secret = context["form"].secret
        grouped = " ".join(secret[start : start + 4] for start in range(0, len(secret), 4))
        return {
            "picture": context["totp_svg_data_uri"],
            "picture_text": f"No camera? Enter this key in the app: {grouped}",
            "links": (security_link(),),
        }


class DeactivateAppView(StepMixin, DeactivateTOTPView):
    """Removes the authenticator app."""

    heading = "Remove the authenticator app"
    paragraphs = ("After this your password alone opens your account, unless you have a passkey as a second factor.",)
    button = "Remove the app"

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (security_link(),)}


class RecoveryCodesView(StepMixin, ViewRecoveryCodesView):
    """Shows the recovery codes that are left."""

    heading = "Recovery codes"
    paragraphs = (
        (
            "Each of these codes works once, in place of the authenticator app or the passkey. Keep them where you "
            "find them without your phone."
        ),
    )
    button = ""

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {
            "codes": tuple(context["unused_codes"]),
            "onward": admin_link(customer_of(self.request)),
            "links": (
                Link(label="Download the codes", url=reverse("mfa_download_recovery_codes")),
                Link(label="Make new codes", url=reverse("mfa_generate_recovery_codes")),
                security_link(),
            ),
        }


class NewRecoveryCodesView(StepMixin, GenerateRecoveryCodesView):
    """Makes new recovery codes; the old ones stop working."""

    heading = "Make new recovery codes"
    paragraphs = ("The codes that you have now will not work any more.",)
    button = "Make new codes"

    def more_props(self, context: dict[str, Any]) -> dict[str, object]:
        return {"links": (security_link(),)}


class DownloadCodesView(DownloadRecoveryCodesView):
    """Sends the recovery codes as a text file."""

    def render_to_response(self, context: dict[str, Any], **_: object) -> HttpResponse:
        text = "\n".join((f"Recovery codes for {settings.STORE_NAME}", "", *self.unused_codes, ""))
        headers = {"Content-Disposition": 'attachment; filename="recovery-codes.txt"', "Cache-Control": "no-store"}
        return HttpResponse(text, "text/plain; charset=utf-8", headers=headers)


@require_POST
@login_required
def send_confirmation(request: HttpRequest) -> HttpResponse:
    """Mail the link that confirms the customer's e-mail address once more."""
    user = customer_of(request)
    if ensure_email_address(user).verified:
        return HttpResponseRedirect(reverse("security"))
    if mail_confirmation(user, rate_limit_key(request)):
        messages.success(request, f"A link is on its way to {user.email}.")
    else:
        messages.error(request, TOO_MANY)
    return HttpResponseRedirect(reverse("security"))
