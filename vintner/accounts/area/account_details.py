"""Checks and saves what a customer changes of the account: names and password."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from vintner.accounts.engine.password_reset import queue_notice
from vintner.accounts.passwords.strength import LONGEST
from vintner.customers.logging_in import LONGEST_PASSWORD, authenticate
from vintner.customers.models import User
from vintner.refusal import Refusal, Refusals
from vintner.shipping.address_form import Field, clean
from vintner.web.client_address import BrowserInfo

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
CURRENT: Final = Field(
    name="password_current",
    label="Current password (leave blank to leave unchanged)",
    autocomplete="current-password",
    kind="password",
    required=False,
    longest=LONGEST_PASSWORD,
)
NEW: Final = Field(
    name="password_1",
    label="New password (leave blank to leave unchanged)",
    autocomplete="new-password",
    kind="password",
    required=False,
    longest=LONGEST,
)
AGAIN: Final = Field(
    name="password_2",
    label="Confirm new password",
    autocomplete="new-password",
    kind="password",
    required=False,
    longest=LONGEST,
)
PASSWORDS: Final = (CURRENT, NEW, AGAIN)
ADDRESS_AS_NAME: Final = "Display name cannot be changed to email address due to privacy concern."
WRONG_PASSWORD: Final = "Your current password is incorrect."  # noqa: S105 - a message


@dataclass(frozen=True, slots=True)
class PasswordChange:
    """The current password and the new one."""

    current: str
    new: str


def save_account_details(user: User, values: Mapping[str, str], browser: BrowserInfo, network: str) -> bool:
    """Save the names and the new password, if there is one. Returns whether the password was changed.

    `network` is the visitor's rate_limit_key. Raises Refusals, and then nothing is saved.
    """
    names, refused = _read_names(values)
    change = None
    try:
        change = _read_passwords(values) if user.has_usable_password() else None
        if change is not None and not refused:
            user = _check_passwords(user, change, network)
    except Refusal as refusal:
        refused.append(refusal)
    if refused:
        raise Refusals(tuple(refused))
    with transaction.atomic():
        known = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        for name, value in names.items():
            setattr(known, name, value)
        if change is not None:
            if known.password != user.password:  # changed elsewhere since it was checked
                raise Refusals((Refusal("wrong", WRONG_PASSWORD, CURRENT.name),))
            known.set_password(change.new)
            queue_notice("account/email/password_changed", known, browser)
        known.save(update_fields=[*names, *(["password"] if change is not None else [])])
    return change is not None


def _read_names(values: Mapping[str, str]) -> tuple[dict[str, str], list[Refusal]]:
    """Return the names by column, and what is wrong with them."""
    names, refused = {}, []
    for field in NAMES:
        text = clean(values.get(field.name, ""))
        names[field.name.removeprefix("account_")] = text
        if not text:
            refused.append(Refusal("required", f"{field.label} is a required field.", field.name))
        elif len(text) > field.longest:
            too_long = f"{field.label} is too long: at most {field.longest} characters."
            refused.append(Refusal("too_long", too_long, field.name))
        elif field is NAMES[2] and _is_email(text):
            refused.append(Refusal("email", ADDRESS_AS_NAME, field.name))
    return names, refused


def _read_passwords(values: Mapping[str, str]) -> PasswordChange | None:
    """Return the change that is asked for, None if all fields are blank. Raises Refusal, in WooCommerce's order."""
    current, new, again = (values.get(field.name, "") for field in PASSWORDS)
    if current and not new and not again:
        raise Refusal("required", "Please fill out all password fields.", NEW.name)
    if (new or again) and not current:
        raise Refusal("required", "Please enter your current password.", CURRENT.name)
    if new and not again:
        raise Refusal("required", "Please re-enter your password.", AGAIN.name)
    if new != again:
        raise Refusal("mismatch", "New passwords do not match.", AGAIN.name)
    return PasswordChange(current, new) if new else None


def _check_passwords(user: User, change: PasswordChange, network: str) -> User:
    """Return the account as the current password opens it. Tries count as log-ins do. Raises Refusal."""
    try:
        known = authenticate(user.email, change.current, address=network)
    except Refusal as refusal:
        text = refusal.message if refusal.code == "too_many" else WRONG_PASSWORD
        raise Refusal(refusal.code, text, CURRENT.name) from refusal
    try:
        validate_password(change.new, known)
    except ValidationError as weak:
        raise Refusal("weak", " ".join(weak.messages), NEW.name) from weak
    return known


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
