"""What django-allauth asks the store: addresses of links, e-mails, where a request comes from, how often is too often.

Everything that allauth would take from the request's Host header comes from the settings instead.
"""

from base64 import urlsafe_b64encode
from collections.abc import Collection
from typing import Any
from urllib.parse import quote

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.http import url_has_allowed_host_and_scheme

from vintner.account_settings import LOG_IN_STAGES
from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.engine.browsers import name_browser
from vintner.customers.logging_in import authenticate
from vintner.refusal import Refusal
from vintner.web.client_address import client_address, rate_limit_key

MESSAGES = {
    "account/messages/logged_in.txt": "",
    "account/messages/logged_out.txt": "",
    "account/messages/email_confirmed.txt": "Your email address is confirmed.",
    "account/messages/login_code_sent.txt": "",
    "mfa/messages/webauthn_added.txt": "The passkey was added.",
    "mfa/messages/webauthn_removed.txt": "The passkey was removed.",
    "mfa/messages/totp_activated.txt": "The authenticator app was added.",
    "mfa/messages/totp_deactivated.txt": "The authenticator app was removed.",
    "mfa/messages/recovery_codes_generated.txt": "",
}
"""allauth's template of a message → the store's words. Empty where the next page shows it anyway."""


AFTER_PASSWORD = {Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN}
"""The types that allauth asks about after a right password."""


class StoreAccountAdapter(DefaultAccountAdapter):
    """Accounts of this store."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        queue_account_email(template_prefix, email, context)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:  # noqa: ANN401 - allauth's
        return _absolute("account_confirm_email", emailconfirmation.key)

    def get_email_verification_redirect_url(self, email_address: object) -> str:
        return reverse("account")

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def get_login_stages(self) -> list[str]:
        """Return the stages of a log-in: allauth's, and those of packages above this one."""
        return [*super().get_login_stages(), *LOG_IN_STAGES]

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return False: a page that is asked for as JSON is answered with its props, by the page itself."""
        return False

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether a redirect stays in this store."""
        request = self.request
        return url_has_allowed_host_and_scheme(
            url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,  # noqa: ANN401 - allauth's
        **kwargs: Any,  # noqa: ANN401 - allauth's
    ) -> None:
        text = MESSAGES.get(message_template or "")
        if text is None:
            super().add_message(request, level, message_template, *args, **kwargs)
        elif text:
            super().add_message(request, level, message=text)

    def reauthenticate(self, user: AbstractBaseUser, password: str) -> bool:
        """Return whether the password is the user's, within the limits of the log-in. Raises ValidationError beyond."""
        try:
            found = authenticate(
                user.get_username(), password, address=rate_limit_key(self.request), known_browser=True
            )
        except Refusal as refusal:
            if refusal.code == "too_many":
                raise ValidationError(refusal.message, code=refusal.code) from refusal
            return False
        return bool(found.pk == user.pk)


class StoreMFAAdapter(DefaultMFAAdapter):
    """Second factors in this store. Their secrets are encrypted in the database, by keys from SECRET_KEY."""

    def is_mfa_enabled(self, user: AbstractBaseUser, types: Collection[Authenticator.Type] | None = None) -> bool:
        """Return whether the user has a second factor of these types. Of passkeys, those count at log-in that were
        added as a second factor: a passkey that replaces the password does not make the password harder to use.

        Of staff all count: behind a password alone, its thief could add a factor of his own and open the admin by it.
        """
        if types is None or set(types) != AFTER_PASSWORD:
            return bool(super().is_mfa_enabled(user, types))
        found = Authenticator.objects.filter(user_id=user.pk, type__in=types)
        is_staff = bool(getattr(user, "is_staff", False))
        return any(
            is_staff or each.type == Authenticator.Type.TOTP or not WebAuthn(each).is_passwordless for each in found
        )

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:  # noqa: A002 - allauth's
        """Return the name that the form proposes for a passkey: the browser that it is made with."""
        return name_browser(context.request.headers.get("User-Agent", ""))

    def get_totp_issuer(self) -> str:
        return settings.STORE_NAME

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return ""  # SECRET_KEY was changed without SECRET_KEY_FALLBACKS: no code matches

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.STORE_NAME}


def _absolute(name: str, *args: str) -> str:
    return settings.STORE_URL + reverse(name, args=[quote(each, safe=":-_") for each in args])


def _fernet() -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str) -> bytes:
    return urlsafe_b64encode(
        salted_hmac("vintner.accounts.second_factor", "", secret=secret, algorithm="sha256").digest()
    )
