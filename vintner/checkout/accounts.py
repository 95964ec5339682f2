"""An account that a guest opens with an order, made in the order's own transaction
(docs/behaviour/checkout.md#a-new-account).
"""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone

from vintner.accounts.engine.registration import create_account
from vintner.accounts.passwords.strength import LONGEST
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.shipping.address_form import Field
from vintner.shipping.regions import Address
from vintner.web.rate_limits import count_try, is_exhausted

WANTS_ACCOUNT_FIELD = "createaccount"
EMAIL = "billing_email"
PASSWORD = Field(
    name="account_password",
    label="Create account password",
    autocomplete="new-password",
    kind="password",
    hint="Four words that have nothing to do with each other do well.",
    longest=LONGEST,
)


TAKEN = "There is an account with this email address already. Please log in"
FORGOTTEN = "If you do not know its password, choose a new one by “Forgot Password?” at the log-in."


class EmailTaken(Refusal):
    """There is an account with that e-mail address already."""


def password_problem(password: str, *, email: str, billing: Address) -> Refusal | None:
    """Return why an account cannot have this password; None when it can."""
    if not password:
        return Refusal("required", f"{PASSWORD.label} is a required field.", PASSWORD.name)
    owner = User(email=email, first_name=billing.first_name, last_name=billing.last_name)
    try:
        validate_password(password, owner)
    except ValidationError as weak:
        return Refusal("weak", " ".join(weak.messages), PASSWORD.name)
    return None


def make_account(email: str, password: str, billing: Address, *, is_needed: bool = False) -> User:
    """Create the shopper's account. Raises EmailTaken, also if the same address registers at the same moment.

    `is_needed`: the order cannot be placed without an account, so that nobody is told to do so.
    """
    try:
        return create_account(
            email,
            password,
            first_name=billing.first_name,
            last_name=billing.last_name,
            opened_with_order_at=timezone.now(),
        )
    except Refusal as refusal:
        raise _email_taken(is_needed) from refusal


def count_taken_email(network: str) -> None:
    """Count a try to open an account with a taken e-mail address. `network` is the visitor's rate_limit_key."""
    count_try("taken_emails", network)


def is_guessing_emails(network: str) -> bool:
    """Return whether too many taken e-mail addresses were tried from a network."""
    return is_exhausted("taken_emails", network)


def _email_taken(is_needed: bool) -> EmailTaken:
    instead = "" if is_needed else ", or order without a new account"
    return EmailTaken("email_taken", f"{TAKEN}{instead}. {FORGOTTEN}", EMAIL)
