"""Makes a customer's account from the registration form, whose fields are the merchant's choice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import transaction

from vintner.accounts.engine.registration import create_account
from vintner.accounts.fields.account_fields import registration_fields
from vintner.accounts.fields.field_form import check_fields
from vintner.accounts.fields.kinds import KINDS, Kind
from vintner.accounts.fields.pictures import (
    NAME,
    PreparedPicture,
    UploadedPicture,
    add_picture,
    prepare_picture,
)
from vintner.accounts.fields.profiles import save_profile
from vintner.accounts.models import AccountField
from vintner.customers.models import User
from vintner.refusal import Refusal

EMAIL: Final = KINDS[Kind.EMAIL].name
PICTURE: Final = NAME


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRegistration:
    """A form that was checked: values by kind of field, errors by the name of their input, the picture if one came."""

    values: Mapping[str, str]
    errors: Mapping[str, str]
    picture: PreparedPicture | None = None
    picture_label: str = ""


def check_registration(
    posted: Mapping[str, str], pictures: Sequence[UploadedPicture], *, today: date, too_large: bool = False
) -> CheckedRegistration:
    """Check the form. All errors are found at once, and nothing is stored. `too_large` says that a picture was sent of
    which not all was received.
    """
    fields = registration_fields()
    checked = check_fields(fields, posted, today=today)
    errors = dict(checked.errors)
    asked = next((each for each in fields if each.kind == Kind.PICTURE), None)
    picture = None
    if asked is not None:
        try:
            picture = _read_picture(asked, pictures, too_large=too_large)
        except Refusal as refusal:
            errors[NAME] = refusal.message
    return CheckedRegistration(
        values=checked.values, errors=errors, picture=picture, picture_label=asked.label if asked else ""
    )


def create_customer(form: CheckedRegistration, *, now: datetime) -> User:
    """Create the account with its profile and picture. Raises Refusal `email_taken`."""
    with transaction.atomic():
        user = create_account(form.values[Kind.EMAIL], form.values[Kind.PASSWORD])
        save_profile(user, form.values, now)
        if form.picture is not None:
            add_picture(user, form.picture, form.picture_label)
    return user


def _read_picture(
    asked: AccountField, pictures: Sequence[UploadedPicture], *, too_large: bool
) -> PreparedPicture | None:
    if not pictures and not too_large and not asked.required:
        return None
    return prepare_picture(pictures, asked.label, too_large=too_large)
