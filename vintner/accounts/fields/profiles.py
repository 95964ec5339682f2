"""Saves and reads what customers tell of themselves."""

from collections.abc import Mapping
from datetime import date, datetime

import phonenumbers
from django.db import transaction
from phonenumbers import PhoneNumberFormat

from vintner.accounts.fields.field_checks import show_date
from vintner.accounts.fields.kinds import Kind
from vintner.accounts.models import CustomerProfile
from vintner.customers.models import User

_COLUMNS = {
    Kind.COUNTRY: "country",
    Kind.STATE: "state",
    Kind.PHONE_CODE: "phone_country",
    Kind.PHONE: "phone",
    Kind.ADDRESS: "address",
    Kind.CITY: "city",
    Kind.POSTCODE: "postcode",
}
_NAMES = {Kind.FIRST_NAME: "first_name", Kind.LAST_NAME: "last_name"}


def save_profile(user: User, values: Mapping[str, str], now: datetime) -> None:
    """Save checked values by kind (`field_form.py`). What the form did not ask for stays as it is."""
    with transaction.atomic():
        CustomerProfile.objects.get_or_create(user=user)
        profile = CustomerProfile.objects.select_for_update(no_key=True).get(user=user)
        for kind, column in _COLUMNS.items():
            if kind in values:
                setattr(profile, column, values[kind])
        if Kind.DATE in values:
            profile.date = date.fromisoformat(values[Kind.DATE]) if values[Kind.DATE] else None
        if values.get(Kind.TERMS) and profile.terms_accepted_at is None:
            profile.terms_accepted_at = now
        profile.phone_country = _phone_country(profile)
        profile.save()
        _save_names(user, values)


def read_profile(user: User) -> dict[str, str]:
    """Return the stored values by kind, as forms show them, without the names."""
    profile = CustomerProfile.objects.filter(user=user).first() or CustomerProfile(user=user)
    shown: dict[str, str] = {kind: str(getattr(profile, column)) for kind, column in _COLUMNS.items()}
    shown[Kind.PHONE] = _national(profile.phone)
    shown[Kind.DATE] = show_date(profile.date) if profile.date else ""
    return shown


def _save_names(user: User, values: Mapping[str, str]) -> None:
    asked = {column: values[kind] for kind, column in _NAMES.items() if kind in values}
    for column, text in asked.items():
        setattr(user, column, text)
    if asked:
        user.save(update_fields=list(asked))


def _phone_country(profile: CustomerProfile) -> str:
    """Return the country of the number: one written with the code of another country is that country's."""
    if not profile.phone:
        return profile.phone_country
    number = phonenumbers.parse(profile.phone)
    owners = phonenumbers.region_codes_for_country_code(number.country_code or 0)
    if profile.phone_country in owners:
        return profile.phone_country
    return str(phonenumbers.region_code_for_number(number) or owners[0])


def _national(phone: str) -> str:
    if not phone:
        return ""
    return phonenumbers.format_number(phonenumbers.parse(phone), PhoneNumberFormat.NATIONAL)
