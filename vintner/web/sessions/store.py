"""The session store: Django's own in the database, with checked keys."""

import re

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.utils.crypto import get_random_string

_LENGTH = 32
_KEY = re.compile(r"[a-z0-9]{32}")
"""Django's session keys."""


class SessionStore(db.SessionStore):
    """Rejects session keys that Django cannot have made: one with a NUL would be an error of the database."""

    def _get_new_session_key(self) -> str:
        """Return a key without asking whether it is taken: Django writes a new session by INSERT and takes another key
        when there is such a row.
        """
        return get_random_string(_LENGTH, VALID_KEY_CHARS)

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and _KEY.fullmatch(key))
