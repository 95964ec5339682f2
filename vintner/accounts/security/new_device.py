"""Tells customers by e-mail when a browser logs in that has not been in their account before.

A browser is known by a signed cookie. It names accounts by a hash and grants nothing.
"""

from datetime import timedelta
from typing import Any, Final

from django.core import signing
from django.utils import timezone
from django.utils.crypto import salted_hmac

from vintner.accounts.engine.password_reset import queue_notice
from vintner.customers.middleware import DEVICE_COOKIE, NEW_DEVICE_VALUE
from vintner.customers.models import User
from vintner.web.client_address import read_browser

SALT: Final = "vintner.accounts.device"
MOST_ACCOUNTS: Final = 10
"""Accounts that a browser is known for: a family's. The one that logged in longest ago is forgotten."""
REGISTRATION: Final = timedelta(minutes=10)
"""How long after its registration an account's log-in is not news."""


def note_log_in(sender: type[User], request: Any, user: User, **_: object) -> None:  # noqa: ANN401 - a request
    """Receive allauth's signal of a log-in: remember the browser, and write the e-mail if it is new."""
    mark = salted_hmac(SALT, str(user.pk)).hexdigest()[:16]
    known = _read(request.COOKIES.get(DEVICE_COOKIE, ""))
    if mark not in known and timezone.now() - user.joined_at > REGISTRATION:
        queue_notice("account/email/new_device", user, read_browser(request))
    marks = [mark, *(each for each in known if each != mark)][:MOST_ACCOUNTS]
    request.META[NEW_DEVICE_VALUE] = signing.dumps(marks, salt=SALT)


def _read(value: str) -> list[str]:
    try:
        marks = signing.loads(value, salt=SALT) if value else []
    except signing.BadSignature:
        return []
    return [each for each in marks if isinstance(each, str)] if isinstance(marks, list) else []
