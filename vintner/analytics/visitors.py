"""Tells visitors of one day apart without a cookie: a hash of network and browser with the day's random salt.

The salt is deleted when the day is over. From then on nobody, the store included, can say whose hash it was.
"""

import hmac
import os
from datetime import date, datetime, time
from hashlib import sha256
from typing import Final

from django.utils import timezone

from vintner.analytics.models import Purchase, VisitorSalt

SALT_BYTES: Final = 32
_HASH_BYTES: Final = 8

_salts: dict[date, bytes] = {}
"""The salt of today, as this process has read it."""


def visitor_hash(network: str, user_agent: str, now: datetime) -> int:
    """Return a visitor's number of today, which fits into a bigint. One query each day and process."""
    text = f"{network}\n{user_agent}".encode(errors="replace")
    digest = hmac.new(_salt(timezone.localdate(now)), text, sha256).digest()
    return int.from_bytes(digest[:_HASH_BYTES], signed=True)


def _salt(day: date) -> bytes:
    salt = _salts.get(day)
    if salt is None:
        VisitorSalt.objects.bulk_create(
            [VisitorSalt(day=day, salt=os.urandom(SALT_BYTES))], ignore_conflicts=True
        )  # whichever process comes first
        salt = bytes(VisitorSalt.objects.values_list("salt", flat=True).get(day=day))
        _salts.clear()
        _salts[day] = salt
    return salt


def forget_visitors(now: datetime) -> None:
    """Delete the salts of former days, and who bought what on them."""
    today = timezone.localdate(now)
    begin = timezone.make_aware(datetime.combine(today, time.min))
    VisitorSalt.objects.filter(day__lt=today).delete()
    Purchase.objects.filter(visitor__isnull=False, noted_at__lt=begin).update(visitor=None)
