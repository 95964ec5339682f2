"""The validator of AUTH_PASSWORD_VALIDATORS: the shop, the admin and `createsuperuser` have the same rules."""

from typing import Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError

from vintner.accounts.passwords.breached import is_breached
from vintner.accounts.passwords.strength import LEAST_SCORE, LONGEST, SHORTEST, score
from vintner.customers.models import User

STRONGER: Final = "Please enter a stronger password."
HELP: Final = (
    "The password should be at least twelve characters long. "
    "To make it stronger, use upper and lower case letters, numbers, and symbols."
)


class StrongPasswordValidator:
    """Refuses passwords that are short, easily guessed (the owner's name and e-mail address count) or breached."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise ValidationError unless the password may be used. Without a user nothing personal is known."""
        if len(password) > LONGEST:
            raise ValidationError(f"The password cannot exceed {LONGEST} characters.", code="password_too_long")
        personal = [settings.STORE_NAME]
        if isinstance(user, User):
            personal += [user.email, user.first_name, user.last_name]
        if len(password) < SHORTEST or score(password, personal) < LEAST_SCORE or is_breached(password):
            raise ValidationError(STRONGER, code="password_too_weak")

    def get_help_text(self) -> str:
        """Return what the admin's forms say beside the field."""
        return HELP
