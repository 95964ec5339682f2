"""Recovers an account by a mailed link. The key in it is an HMAC, so the database holds none; it works once, for an
hour, until the password or e-mail address changes or its owner logs in.
"""

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.http import base36_to_int

from vintner.accounts.engine.account_emails import queue_account_email
from vintner.accounts.engine.address_proof import prove_address
from vintner.customers.models import User
from vintner.refusal import Refusal
from vintner.web.client_address import BrowserInfo
from vintner.web.email_addresses import read_address

BAD_KEY = "This key is invalid or has already been used. Please reset your password again if needed."
LARGEST_ID = 2**63 - 1
WEAK = "Please enter a stronger password."


def request_reset(email: str) -> None:
    """Mail a reset link to the account's address; without such an account, mail that there is none.

    Both write one e-mail, so neither the answer nor its time tells who has an account.
    """
    email = read_address(email)
    user = User.objects.filter(email=email, is_active=True).first()
    token = _make_token(user, email)
    if user is None:
        queue_account_email("account/email/unknown_account", email, {"signup_url": _absolute(reverse("account"))})
        return
    key = reverse("account_reset_password_from_key", args=[user_pk_to_url_str(user), token])
    queue_account_email("account/email/password_reset_key", email, {"password_reset_url": _absolute(key)})


def _make_token(user: User | None, email: str) -> str:
    """Make a token; also for nobody, whom it is of no use, since its time would tell who has an account."""
    if user is not None:
        return str(default_token_generator.make_token(user))
    EmailAddress.objects.filter(user_id=0, email=email).exists()  # allauth looks this up for a user's address
    return str(default_token_generator.make_token(User(pk=0)))


def make_key(user: User) -> tuple[str, str]:
    """Return a key that resets the user's password, as `find_user` takes it: for who has just proved the address."""
    return user_pk_to_url_str(user), _make_token(user, user.email)


def find_user(user_id: str, token: str) -> User | None:
    """Return whose password the key in a link resets; None for a key that is wrong, used or too old."""
    user = User.objects.filter(pk=_read_id(user_id), is_active=True).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


def reset_password(user_id: str, token: str, password: str, browser: BrowserInfo) -> User:
    """Set a new password by the key of a link, which proves the address; all sessions of the account end, and so does
    a change of its e-mail address that was asked for and not confirmed. One of several at once succeeds.

    Raises Refusal `bad_key` or `weak`.
    """
    with transaction.atomic():
        User.objects.select_for_update().filter(pk=_read_id(user_id)).first()
        user = find_user(user_id, token)
        if user is None:
            raise Refusal("bad_key", BAD_KEY)
        try:
            validate_password(password, user)
        except ValidationError as weak:
            raise Refusal("weak", WEAK, "password") from weak
        prove_address(user)
        user.set_password(password)
        user.save(update_fields=["password"])
        queue_notice("account/email/password_reset", user, browser)
    return user


def queue_notice(prefix: str, user: User, browser: BrowserInfo) -> None:
    """Write an e-mail to the owner about something that was done with the account, from where."""
    queue_account_email(prefix, user.email, {"ip": browser.address, "user_agent": browser.user_agent})


def _read_id(user_id: str) -> int:
    """Return the id in a link, as allauth writes it: base 36. 0, which nobody has, for what is none."""
    try:
        return min(base36_to_int(user_id), LARGEST_ID)
    except ValueError:
        return 0


def _absolute(path: str) -> str:
    return settings.STORE_URL + path
