"""Which fields are asked of customers, where, and under which label: the merchant's choice."""

import phonenumbers
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from vintner.shipping.regions import regions

MOST_NAMED = 5
"""Codes that an error names."""


class AccountField(models.Model):
    """A field of the registration form or of the account details. There is one of each kind."""

    class Kind(models.TextChoices):
        EMAIL = "email", "E-mail address"
        PASSWORD = "password", "Password"
        PASSWORD_AGAIN = "password_again", "Password, typed again"
        FIRST_NAME = "first_name", "First name"
        LAST_NAME = "last_name", "Last name"
        COUNTRY = "country", "Country"
        STATE = "state", "State"
        PHONE_CODE = "phone_code", "Phone code"
        PHONE = "phone", "Phone number"
        DATE = "date", "Date"
        ADDRESS = "address", "Address with lookup"
        CITY = "city", "City"
        POSTCODE = "postcode", "ZIP or postal code"
        PICTURE = "picture", "Profile picture"
        TERMS = "terms", "Acceptance of the terms"

    LOG_IN_KINDS = (Kind.EMAIL, Kind.PASSWORD)
    """Without these nobody could register."""
    REGISTRATION_KINDS = (*LOG_IN_KINDS, Kind.PASSWORD_AGAIN, Kind.TERMS, Kind.FIRST_NAME, Kind.LAST_NAME)
    """Not in the profile: the account's page has these in any case, or they are agreed to once."""

    kind = models.CharField(max_length=20, choices=Kind, unique=True, editable=False)
    label = models.CharField(max_length=200)
    hint = models.CharField("description", max_length=300, blank=True, help_text="Stands below the field.")
    default = models.CharField(
        "chosen beforehand",
        max_length=10,
        blank=True,
        help_text="For the country, the state and the phone code: a code such as US or CA. Other fields begin empty.",
    )
    required = models.BooleanField(default=False)
    in_registration = models.BooleanField("asked at registration", default=False)
    in_profile = models.BooleanField("asked in the account details", default=False)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers stand further up.")

    class Meta:
        ordering = ("position", "pk")
        verbose_name = "account field"
        constraints = [
            models.CheckConstraint(condition=~Q(label=""), name="account_field_has_label"),
            models.CheckConstraint(
                condition=~Q(kind__in=("email", "password")) | Q(in_registration=True, required=True),
                name="account_field_to_log_in",
            ),
            models.CheckConstraint(
                condition=Q(in_profile=False)
                | ~Q(kind__in=("email", "password", "password_again", "terms", "first_name", "last_name")),
                name="account_field_not_in_profile",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} ({self.get_kind_display()})"

    def clean(self) -> None:
        """Refuse what the constraints refuse, in words, and a default that no form could choose."""
        if self.kind in self.LOG_IN_KINDS and not (self.in_registration and self.required):
            raise ValidationError("Nobody can register without an email address and a password.")
        if self.kind in self.REGISTRATION_KINDS and self.in_profile:
            is_name = self.kind in (self.Kind.FIRST_NAME, self.Kind.LAST_NAME)
            text = "Names are asked there in any case." if is_name else "This field is asked at registration only."
            raise ValidationError({"in_profile": text})
        choices = _choices_of(self.kind)
        if self.default and self.default not in choices:
            more = " …" if len(choices) > MOST_NAMED else "."
            known = f" Choose one of {', '.join(choices[:MOST_NAMED])}{more}" if choices else ""
            raise ValidationError({"default": f"Nothing with this code can be chosen.{known}"})


def _choices_of(kind: str) -> tuple[str, ...]:
    if kind == AccountField.Kind.COUNTRY:
        return tuple(regions())
    if kind == AccountField.Kind.PHONE_CODE:
        return tuple(sorted(phonenumbers.SUPPORTED_REGIONS))
    if kind == AccountField.Kind.STATE:
        return tuple(code for region in regions().values() for code in region.states)
    return ()
