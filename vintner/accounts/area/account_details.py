"""Checks and saves what a customer changes of the account: names, the merchant's fields, picture and password."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from vintner.accounts.area.password_change import (
    CURRENT,
    WRONG_PASSWORD,
    PasswordChange,
    check_passwords,
    read_passwords,
)
from vintner.accounts.engine.email_change import cancel_email_change
from vintner.accounts.engine.password_reset import queue_notice
from vintner.accounts.fields.field_form import check_fields
from vintner.accounts.fields.kinds import Kind
from vintner.accounts.fields.picture_form import ProfilePictureForm, save_picture
from vintner.accounts.fields.profiles import save_profile
from vintner.accounts.models import AccountField
from vintner.customers.models import User
from vintner.refusal import Refusal, Refusals
from vintner.shipping.address_form import Field
from vintner.web.client_address import BrowserInfo
from vintner.web.email_addresses import read_address
from vintner.web.text_input import read_line

NAMES: Final = (
    Field(name="account_first_name", label="First name", autocomplete="given-name"),
    Field(name="account_last_name", label="Last name", autocomplete="family-name"),
    Field(
        name="account_display_name",
        label="Display name",
        autocomplete="nickname",
        hint="This will be how your name will be displayed in the account section and in reviews",
    ),
)
ADDRESS_AS_NAME: Final = "Display name cannot be changed to email address due to privacy concern."


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDetailsForm:
    """What was sent, by input name, and by whom. `network` is the visitor's rate_limit_key."""

    values: Mapping[str, str]
    picture: ProfilePictureForm
    browser: BrowserInfo
    network: str


def save_account_details(user: User, fields: Sequence[AccountField], form: AccountDetailsForm, now: datetime) -> bool:
    """Save the names, the merchant's `fields` and the new password, if there is one. Returns whether there was.

    Raises Refusals, and then nothing is saved but a good picture: browsers forget a file that has to be sent again.
    """
    names, refused = _read_names(form.values)
    checked = check_fields(fields, form.values, today=timezone.localdate(now))
    refused += [Refusal("field", message, name) for name, message in checked.errors.items()]
    refused += _save_picture(user, fields, form.picture)
    change = None
    try:
        change = read_passwords(form.values) if user.has_usable_password() else None
        if change is not None and not refused:
            user = check_passwords(user, change, form.network)
    except Refusal as refusal:
        refused.append(refusal)
    if refused:
        raise Refusals(tuple(refused))
    with transaction.atomic():
        _save_account(user, names, change, form.browser)
        save_profile(user, checked.values, now)
    return change is not None


def _save_account(user: User, names: Mapping[str, str], change: PasswordChange | None, browser: BrowserInfo) -> None:
    known = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    for name, value in names.items():
        setattr(known, name, value)
    if change is not None:
        if known.password != user.password:  # changed elsewhere since it was checked
            raise Refusals((Refusal("wrong", WRONG_PASSWORD, CURRENT.name),))
        known.set_password(change.new)
        cancel_email_change(known)
        queue_notice("account/email/password_changed", known, browser)
    known.save(update_fields=[*names, *(["password"] if change is not None else [])])


def _save_picture(user: User, fields: Sequence[AccountField], form: ProfilePictureForm) -> list[Refusal]:
    """Save the picture if the merchant asks for one. Returns what is wrong with it."""
    for field in fields:
        if field.kind == Kind.PICTURE:
            try:
                save_picture(user, field, form)
            except Refusal as refusal:
                return [refusal]
    return []


def _read_names(values: Mapping[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    """Return the names by column, and what is wrong with them."""
    names, refused = {}, []
    for field in NAMES:
        text = read_line(values.get(field.name, ""))
        names[field.name.removeprefix("account_")] = text
        if not text:
            refused.append(Refusal("required", f"{field.label} is a required field.", field.name))
        elif len(text) > field.longest:
            too_long = f"{field.label} is too long: at most {field.longest} characters."
            refused.append(Refusal("too_long", too_long, field.name))
        elif field is NAMES[2] and read_address(text):
            refused.append(Refusal("email", ADDRESS_AS_NAME, field.name))
    return names, refused
