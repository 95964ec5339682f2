"""The browsers that an account was logged in with. Each has a signed cookie that names accounts by a hash.

It grants nothing. By it a log-in is no news to its owner, and others' wrong passwords do not keep her out.
"""

from collections.abc import Sequence
from typing import Final

from django.core import signing
from django.utils.crypto import salted_hmac

COOKIE: Final = "vintner_device"
SECONDS: Final = 365 * 24 * 60 * 60
"""How long the cookie lasts."""
MOST_ACCOUNTS: Final = 10
"""Accounts that a browser is known for: a family's. The one that logged in longest ago is forgotten."""
_SALT: Final = "vintner.accounts.device"


def device_mark(user_id: int) -> str:
    """Return the hash by which the cookie names an account."""
    return salted_hmac(_SALT, str(user_id)).hexdigest()[:16]


def read_marks(value: str) -> list[str]:
    """Return the marks in a cookie, none if it was not signed here."""
    try:
        marks = signing.loads(value, salt=_SALT) if value else []
    except signing.BadSignature:
        return []
    return [each for each in marks if isinstance(each, str)] if isinstance(marks, list) else []


def add_mark(mark: str, known: Sequence[str]) -> str:
    """Return the cookie's new value, with this account as the last that logged in."""
    marks = [mark, *(each for each in known if each != mark)][:MOST_ACCOUNTS]
    return signing.dumps(marks, salt=_SALT)
