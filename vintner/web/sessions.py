"""The session store: Django's own in the database, with checked keys."""

import re

from django.contrib.sessions.backends import db

_KEY = re.compile(r"[a-z0-9]{32}")
"""Django's session keys."""


class SessionStore(db.SessionStore):
    """Rejects session keys that Django cannot have made: one with a NUL would be an error of the database."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and _KEY.fullmatch(key))
