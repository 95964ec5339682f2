"""Checks the fields of the account's page that change the password."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from vintner.accounts.passwords.strength import LONGEST
from vintner.customers.logging_in import LONGEST_PASSWORD, authenticate
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping.address_form import Field


def _password_field(name: str, label: str, autocomplete: str, longest: int = LONGEST) -> Field:
    return Field(name=name, label=label, autocomplete=autocomplete, kind="password", required=False, longest=longest)


CURRENT: Final = _password_field(
    "password_current", "Current password (leave blank to leave unchanged)", "current-password", LONGEST_PASSWORD
)
NEW: Final = _password_field("password_1", "New password (leave blank to leave unchanged)", "new-password")
AGAIN: Final = _password_field("password_2", "Confirm new password", "new-password")
PASSWORDS: Final = (CURRENT, NEW, AGAIN)
WRONG_PASSWORD: Final = "Your current password is incorrect."  # noqa: S105 - a message


@dataclass(frozen=True, slots=True)
class PasswordChange:
    """The current password and the new one."""

    current: str
    new: str


def read_passwords(values: Mapping[str, str]) -> PasswordChange | None:
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


def check_passwords(user: User, change: PasswordChange, network: str) -> User:
    """Return the account as the current password opens it. Tries count as log-ins do. Raises Refusal."""
    try:
        known = authenticate(user.email, change.current, address=network, known_browser=True)
    except Refusal as refusal:
        text = refusal.message if refusal.code == "too_many" else WRONG_PASSWORD
        raise Refusal(refusal.code, text, CURRENT.name) from refusal
    try:
        validate_password(change.new, known)
    except ValidationError as weak:
        raise Refusal("weak", " ".join(weak.messages), NEW.name) from weak
    return known
