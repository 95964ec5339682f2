"""Builds the inputs of account fields for a form."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache

import phonenumbers
from django.urls import reverse

from vintner.accounts.fields.field_checks import date_range
from vintner.accounts.fields.kinds import KINDS, Kind
from vintner.accounts.fields.pages import PhoneCode, PolicyText, ProfileField, StoredPicture
from vintner.accounts.fields.pictures import LARGE
from vintner.accounts.models import AccountField
from vintner.notices.models import Policy
from vintner.shipping.address_inputs import address_search, country_rules
from vintner.shipping.regions import country_name, regions
from vintner.web.form_props import SelectOption

UNSENT = (Kind.PASSWORD, Kind.PASSWORD_AGAIN, Kind.PICTURE)
"""What never goes back to the browser with a form."""


def account_inputs(
    fields: Sequence[AccountField],
    *,
    posted: Mapping[str, str] | None,
    stored: Mapping[str, str] | None = None,
    errors: Mapping[str, str],
    today: date,
    picture: str = "",
) -> tuple[ProfileField, ...]:
    """Return the inputs in the merchant's order.

    They begin with what was posted (by input name), or else with what is stored (by kind), or the field's default.
    `errors` are by input name, `picture` is the name of the one that is stored.
    """
    return tuple(_input(field, _value(field, posted, stored or {}), errors, today, picture) for field in fields)


def _value(field: AccountField, posted: Mapping[str, str] | None, stored: Mapping[str, str]) -> str:
    if field.kind in UNSENT:
        return ""
    kind = KINDS[field.kind]
    if posted is not None and kind.name in posted:
        return posted[kind.name][: kind.longest + 1]
    return stored.get(field.kind) or field.default


def _input(field: AccountField, value: str, errors: Mapping[str, str], today: date, picture: str) -> ProfileField:
    kind = KINDS[field.kind]
    first, last = date_range(today)
    is_date = field.kind == Kind.DATE
    return ProfileField(
        part=field.kind,
        name=kind.name,
        label=field.label,
        kind=kind.input,
        required=field.required,
        autocomplete=kind.autocomplete,
        inputmode=kind.inputmode,
        placeholder=kind.placeholder,
        hint=field.hint,
        value=value,
        error=errors.get(kind.name, ""),
        options=_options(field.kind),
        countries=country_rules() if field.kind == Kind.STATE else (),
        phone_codes=phone_codes() if field.kind == Kind.PHONE_CODE else (),
        first_day=first.isoformat() if is_date else "",
        last_day=last.isoformat() if is_date else "",
        search=address_search() if field.kind == Kind.ADDRESS else None,
        picture=_picture(picture) if field.kind == Kind.PICTURE and picture else None,
        texts=_policy_texts() if field.kind == Kind.TERMS else (),
    )


def _options(kind: str) -> tuple[SelectOption, ...]:
    if kind != Kind.COUNTRY:
        return ()
    return tuple(SelectOption(value=region.code, label=region.name) for region in regions().values())


@cache
def phone_codes() -> tuple[PhoneCode, ...]:
    """Return the phone codes of all countries, by the countries' names."""
    codes = (
        PhoneCode(country=code, text=f"{country_name(code)} (+{phonenumbers.country_code_for_region(code)})")
        for code in phonenumbers.SUPPORTED_REGIONS
    )
    return tuple(sorted(codes, key=lambda each: each.text))


def _policy_texts() -> tuple[PolicyText, ...]:
    """Return the merchant's policies, the terms first. One query."""
    return tuple(
        PolicyText(title=f"Read the {policy.get_kind_display().lower()}", paragraphs=policy.paragraphs)
        for policy in Policy.objects.order_by("-kind")
    )


def _picture(name: str) -> StoredPicture:
    return StoredPicture(name=name, url=reverse("profile_picture", args=[name, LARGE]))
