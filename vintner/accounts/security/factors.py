"""The second factors of an account."""

from typing import Final

from allauth.mfa.models import Authenticator

from vintner.customers.models import User

SECOND_FACTORS: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def has_second_factor(user: User) -> bool:
    """Return whether the account has a passkey or an authenticator app."""
    return Authenticator.objects.filter(user=user, type__in=SECOND_FACTORS).exists()
