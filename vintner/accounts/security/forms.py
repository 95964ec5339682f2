"""The forms of passwords and second factors. Their tries are counted in the database, for all processes together."""

import re
import struct
from collections.abc import Callable
from typing import Any

from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.forms import ReauthenticateForm as PasswordForm
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.mfa.webauthn.internal.auth import WebAuthn
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.exceptions import ValidationError

from vintner.accounts.security.challenges import use_challenge
from vintner.customers.models import User
from vintner.web.rate_limits import count_try, reset_tries
from vintner.web.text_input import read_code

TOO_MANY = "Too many tries. Please wait a quarter of an hour."
LONGEST_CREDENTIAL = 20_000
"""Characters. A new passkey with the certificates of its maker has some five thousand."""
LONGEST_CODE = 20
"""Characters of a code. Recovery codes have eight digits."""


class CodeField(forms.CharField):
    """A code of an authenticator app, a mail or a list of recovery codes. Only its letters and digits count: with other
    characters in it a used code would look like another one.
    """

    def __init__(self, label: str = "Code", help_text: str = "") -> None:
        attributes = {"autocomplete": "one-time-code", "inputmode": "numeric"}
        widget = forms.TextInput(attrs=attributes)
        super().__init__(
            label=label, help_text=help_text, widget=widget, error_messages={"required": "Enter the code."}
        )

    def clean(self, value: object) -> str:
        text = re.sub("[^0-9A-Za-z]", "", read_code(str(super().clean(value))))
        if len(text) > LONGEST_CODE:
            raise ValidationError("Incorrect code.", code="incorrect_code")
        return text


def count_code(user: User) -> None:
    """Count a try of a second factor of this account. Raises ValidationError when there were too many."""
    if not count_try("second_factor", str(user.pk)):
        raise ValidationError(TOO_MANY, code="too_many")


def check_code(user: User, clean: Callable[[], str]) -> str:
    """Return the code if `clean` accepts it, and nobody used it before. Raises ValidationError."""
    count_code(user)
    code = clean()
    if not count_try("used_codes", f"{user.pk} {code.lower()}"):
        raise get_adapter().validation_error("incorrect_code")
    reset_tries("second_factor", str(user.pk))
    return code


class MailedCodeForm(ConfirmLoginCodeForm):
    """Asks for the code that was mailed."""

    code = CodeField()


class CodeForm(AuthenticateForm):
    """Asks for a code of the authenticator app, or a recovery code, to log in."""

    code = CodeField(help_text="Six digits from your authenticator app, or one of your recovery codes.")

    def clean_code(self) -> str:
        return check_code(self.user, super().clean_code)


class ConfirmCodeForm(ReauthenticateForm):
    """Asks a customer who is logged in for a code, before something sensitive."""

    code = CodeField(help_text="Six digits from your authenticator app, or one of your recovery codes.")

    def clean_code(self) -> str:
        return check_code(self.user, super().clean_code)


class ActivateAppForm(ActivateTOTPForm):
    """Asks for the first code of a new authenticator app."""

    code = CodeField("Code of the app", "Six digits that the app shows for this store.")

    def clean_code(self) -> str:
        count_code(self.user)
        return super().clean_code()


BROKEN = (KeyError, ValueError, TypeError, AttributeError, IndexError, InvalidSignature, struct.error)
"""What the library for WebAuthn raises for JSON that no browser sends."""


class CredentialField(forms.JSONField):
    """What the browser answers to a request for a passkey, as JSON. Some JSON is too much for its parser."""

    widget = forms.HiddenInput

    def to_python(self, value: object) -> Any:  # noqa: ANN401 - JSON
        if isinstance(value, str) and len(value) > LONGEST_CREDENTIAL:
            raise get_adapter().validation_error("incorrect_code")
        try:
            return super().to_python(value)
        except (RecursionError, ValueError) as error:
            raise get_adapter().validation_error("incorrect_code") from error


class CheckedCredential(forms.Form):
    """Refuses a credential that the library cannot read. allauth expects only some of its errors."""

    credential: forms.JSONField = CredentialField()

    def clean_credential(self) -> Authenticator:
        try:
            authenticator: Authenticator = super().clean_credential()  # type: ignore[misc]
        except BROKEN as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return authenticator


class AddPasskeyForm(AddWebAuthnForm):
    """Takes a new passkey."""

    credential = CredentialField()

    def clean(self) -> dict[str, object]:
        try:
            return super().clean()
        except BROKEN as error:
            raise get_adapter().validation_error("incorrect_code") from error


class SecondFactorPasskeyForm(CheckedCredential, AuthenticateWebAuthnForm):
    """Takes the passkey as a second factor."""


class ConfirmPasskeyForm(CheckedCredential, ReauthenticateWebAuthnForm):
    """Asks a customer who is logged in for the passkey, before something sensitive."""


class _ChallengeForm(LoginWebAuthnForm):
    """Checks a credential against the challenge that it has signed, in place of one in the session."""

    def clean_credential(self) -> Authenticator:
        use_challenge(self.cleaned_data["credential"])
        authenticator: Authenticator = super().clean_credential()
        return authenticator


class PasskeyLogInForm(CheckedCredential, _ChallengeForm):
    """Takes a passkey in place of a password. Only one that was made for that opens the account alone.

    The user handle that names the account is not signed, so a security key that is a second factor could be presented
    here as well.
    """

    def clean_credential(self) -> Authenticator:
        authenticator = super().clean_credential()
        if not WebAuthn(authenticator).is_passwordless:
            raise get_adapter().validation_error("incorrect_code")
        return authenticator


class ConfirmPasswordForm(PasswordForm):
    """Asks a customer who is logged in for the password, before something sensitive."""

    password = forms.CharField(  # type: ignore[assignment]  # allauth's has HTML in its description
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Please enter your current password."},
    )
