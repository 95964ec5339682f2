"""The e-mails about accounts. They are rows of the outbox, like those about orders (orders/emails/emails.py).

django-allauth names an e-mail by the prefix of its templates. Here each has a kind, a subject, and its paragraphs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from vintner.account_settings import RESET_MINUTES
from vintner.orders.emails.emails import queue_for_customer

TEMPLATE: Final = "web/email/message"
"""An e-mail of a few sentences with one button (vintner/orders/emails/bodies.py)."""


@dataclass(frozen=True, slots=True)
class AccountEmail:
    """An e-mail about an account. Its texts are formatted with the context that allauth gives, and with `store`.

    `link` names the entry of the context that holds the address of its button. A private e-mail opens an account to
    whoever reads it, so its text is deleted once it is sent.
    """

    kind: str
    subject: str
    paragraphs: tuple[str, ...]
    button: str = ""
    link: str = ""
    code: str = ""
    private: bool = False


_NOT_YOU: Final = "If this was not you, set a new password now and end all other sessions in your account."
_NOT_ASKED: Final = "If you did not ask for this, reply to this email."
_IGNORE: Final = "If you didn’t ask for this, you can ignore this email. Nothing will change."
_WHERE: Final = "IP address: {ip}. Browser: {user_agent}"


def _alert(kind: str, subject: str, what: str) -> AccountEmail:
    """An e-mail that tells the owner what was done with the account, from where, and what to do if it was not her."""
    return AccountEmail(kind, subject, (what, _WHERE, _NOT_YOU))


EMAILS: Final[Mapping[str, AccountEmail]] = {
    "account/email/email_confirmation_signup": AccountEmail(
        "new_account",
        "Your {store} account has been created!",
        (
            (
                "Thanks for creating an account at {store}. Your account shows your orders and saves your addresses "
                "and payment methods for next time."
            ),
            "Please confirm your email address. The link works for three days.",
        ),
        button="Confirm email address",
        link="activate_url",
        private=True,
    ),
    "account/email/email_confirmation": AccountEmail(
        "confirm_email",
        "Confirm your email address for {store}",
        ("Please confirm your email address. The link works for three days.", _IGNORE),
        button="Confirm email address",
        link="activate_url",
        private=True,
    ),
    "account/email/password_reset_key": AccountEmail(
        "password_reset",
        "Reset your password for {store}",
        (
            "We received a request for a new password for your {store} account.",
            f"The link works once, for {RESET_MINUTES} minutes.",
            _IGNORE,
        ),
        button="Choose a new password",
        link="password_reset_url",
        private=True,
    ),
    "account/email/unknown_account": AccountEmail(
        "unknown_account",
        "No account at {store} with this email address",
        (
            (
                "We received a request to log in at {store} with this email address, but no account uses it. You may "
                "have registered with another one."
            ),
        ),
        button="Create an account",
        link="signup_url",
    ),
    "account/email/account_already_exists": AccountEmail(
        "account_exists",
        "You have an account at {store} already",
        ("This email address was entered at {store}, where it already has an account.",),
        button="Choose a new password",
        link="password_reset_url",
    ),
    "account/email/login_code": AccountEmail(
        "login_code",
        "Your code to log in at {store}",
        ("Enter this code on the page that asked for it. It works once, for three minutes.", _IGNORE),
        code="code",
        private=True,
    ),
    "account/email/password_reset": _alert(
        "password_changed", "Your password at {store} was reset", "Your password was reset."
    ),
    "account/email/password_changed": _alert(
        "password_changed", "Your password at {store} was changed", "Your password was changed."
    ),
    "account/email/password_set": _alert(
        "password_changed", "Your account at {store} has a password", "A password was set."
    ),
    "account/email/email_changed": AccountEmail(
        "email_changed",
        "The email address of your {store} account was changed",
        ("Your account’s address was {from_email}. It is {to_email} now.", _WHERE, "If this was not you, tell us."),
    ),
    "account/email/new_device": _alert(
        "new_device",
        "New log-in to your {store} account",
        "There was a log-in to your account from a browser we haven’t seen before.",
    ),
    "mfa/email/totp_activated": _alert(
        "second_factor",
        "Two-factor authentication is on at {store}",
        "An authenticator app was added to your account. Its codes are needed to log in.",
    ),
    "mfa/email/totp_deactivated": _alert(
        "second_factor",
        "The authenticator app was removed at {store}",
        "The authenticator app was removed from your account.",
    ),
    "mfa/email/recovery_codes_generated": _alert(
        "second_factor",
        "New recovery codes at {store}",
        "New recovery codes were made for your account. The old ones do not work any more.",
    ),
    "mfa/email/webauthn_added": _alert(
        "second_factor", "A passkey was added at {store}", "A passkey was added to your account."
    ),
    "vintner/factors_removed": AccountEmail(
        "second_factor",
        "Your passkeys and codes at {store} were removed",
        ("The store removed the passkeys, the authenticator app and the recovery codes of your account.", _NOT_YOU),
    ),
    "vintner/password_changed_by_staff": AccountEmail(
        "password_changed",
        "Your password at {store} was changed",
        ("Our staff changed the password of your account.", _NOT_ASKED),
    ),
    "vintner/email_changed_by_staff": AccountEmail(
        "email_changed",
        "The email address of your {store} account was changed",
        ("Your account’s address was {from_email}. Our staff changed it to {to_email}.", _NOT_ASKED),
    ),
    "mfa/email/webauthn_removed": _alert(
        "second_factor", "A passkey was removed at {store}", "A passkey was removed from your account."
    ),
}
"""The prefix of allauth's templates → the e-mail."""


def queue_account_email(prefix: str, to: str, context: Mapping[str, object]) -> None:
    """Write an e-mail about an account, in the caller's transaction."""
    email = EMAILS[prefix]
    words = {**context, "store": settings.STORE_NAME}
    subject = email.subject.format_map(words)
    queue_for_customer(
        email.kind,
        to,
        subject,
        TEMPLATE,
        {
            "subject": subject,
            "paragraphs": [text.format_map(words) for text in email.paragraphs],
            "button": email.button,
            "link": words.get(email.link, ""),
            "code": words.get(email.code, ""),
        },
        private=email.private,
    )
