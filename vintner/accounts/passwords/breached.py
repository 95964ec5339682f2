"""Passwords that attackers have in their lists: one list lies here, a longer one may be asked for."""

import hashlib
from functools import cache
from typing import Final

import urllib3
from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from urllib3.exceptions import HTTPError

from vintner.web.outside.waits import OutsideService, ServiceBusy

PATIENCE: Final = urllib3.Timeout(total=1)
"""Seconds. Without an answer by then the password counts as unknown: the service never keeps anybody from the store."""
_PREFIX: Final = 5
"""Characters of the hash that the service gets to know. Hundreds of passwords share them."""
_service: Final = OutsideService("list of breached passwords", calls=2)


def is_breached(password: str) -> bool:
    """Return whether a password is in Django's list of 20,000 or in that of `PASSWORD_RANGE_URL`, if it is set."""
    return password.lower().strip() in _common_passwords() or _is_in_range(password)


@cache
def _common_passwords() -> set[str]:
    return set(CommonPasswordValidator().passwords)


def _is_in_range(password: str) -> bool:
    """Ask the service for all hashes that begin like the password's; it never learns which one was meant."""
    if not settings.PASSWORD_RANGE_URL:
        return False
    digest = hashlib.sha1(password.encode(errors="replace"), usedforsecurity=False).hexdigest().upper()
    address = f"{settings.PASSWORD_RANGE_URL.rstrip('/')}/{digest[:_PREFIX]}"
    try:
        with _service.waiting():
            answer = _pool().request("GET", address, headers={"Add-Padding": "true"})
    except (HTTPError, ServiceBusy):
        return False
    if answer.status != 200:
        return False
    lines = (line.partition(":") for line in answer.data.decode(errors="replace").splitlines())
    return any(rest.strip() == digest[_PREFIX:] and count.strip() != "0" for rest, _, count in lines)


@cache
def _pool() -> urllib3.PoolManager:
    return urllib3.PoolManager(timeout=PATIENCE, retries=False, maxsize=4)
