"""Reads which fields the merchant has the store ask for, and makes those of a new store."""

from typing import Final

from vintner.accounts.models import AccountField

Kind = AccountField.Kind
LABELS: Final[dict[str, str]] = {
    Kind.EMAIL: "Email address",
    Kind.PASSWORD: "Password",
    Kind.PASSWORD_AGAIN: "Confirm password",
    Kind.FIRST_NAME: "First name",
    Kind.LAST_NAME: "Last name",
    Kind.PICTURE: "Profile picture",
    Kind.DATE: "Date of birth",
    Kind.COUNTRY: "Country",
    Kind.ADDRESS: "Address",
    Kind.CITY: "City",
    Kind.STATE: "State",
    Kind.POSTCODE: "ZIP or postal code",
    Kind.PHONE_CODE: "Phone code",
    Kind.PHONE: "Phone",
    Kind.TERMS: "I accept the Terms of Service and Privacy Policy",
}
"""The labels of a new store, in the order of its forms."""
HINTS: Final[dict[str, str]] = {Kind.PASSWORD: "Four words that have nothing to do with each other do well."}
REGISTERED: Final = {
    *(Kind.EMAIL, Kind.PASSWORD, Kind.PASSWORD_AGAIN, Kind.FIRST_NAME, Kind.LAST_NAME, Kind.TERMS),
}
"""What a new store asks at registration, all of it required. The rest is in the profile, and may be left empty."""


def registration_fields() -> tuple[AccountField, ...]:
    """Return the fields of the registration form, in their order. One query."""
    return tuple(AccountField.objects.filter(in_registration=True))


def profile_fields() -> tuple[AccountField, ...]:
    """Return the fields that the account details ask for besides names and password, in their order. One query."""
    return tuple(AccountField.objects.filter(in_profile=True))


def add_missing_fields() -> None:
    """Make the fields that are not there. Those that are stay as the merchant has them."""
    AccountField.objects.bulk_create(
        [
            AccountField(
                kind=kind,
                label=label,
                hint=HINTS.get(kind, ""),
                required=kind in REGISTERED,
                in_registration=kind in REGISTERED,
                in_profile=kind not in REGISTERED,
                position=10 * number,
            )
            for number, (kind, label) in enumerate(LABELS.items(), start=1)
        ],
        ignore_conflicts=True,
    )
