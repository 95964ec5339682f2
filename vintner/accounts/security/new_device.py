"""Tells customers by e-mail when a browser logs in that has not been in their account before."""

from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from vintner.accounts.engine.password_reset import queue_notice
from vintner.customers import devices
from vintner.customers.middleware import NEW_DEVICE_VALUE
from vintner.customers.models import User
from vintner.web.client_address import read_browser

REGISTRATION: Final = timedelta(minutes=10)
"""How long after its registration an account's log-in is not news."""


def note_log_in(sender: type[User], request: Any, user: User, **_: object) -> None:  # noqa: ANN401 - a request
    """Receive allauth's signal of a log-in: remember the browser, and write the e-mail if it is new."""
    mark = devices.device_mark(user.pk)
    known = devices.read_marks(request.COOKIES.get(devices.COOKIE, ""))
    if mark not in known and timezone.now() - user.joined_at > REGISTRATION:
        queue_notice("account/email/new_device", user, read_browser(request))
    request.META[NEW_DEVICE_VALUE] = devices.add_mark(mark, known)
