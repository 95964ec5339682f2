"""Where visitors' sessions are kept: in the database, as Django does."""

import re

from django.contrib.sessions.backends import db

_KEY = re.compile(r"[a-z0-9]{32}")
"""The names that Django gives to sessions."""


class SessionStore(db.SessionStore):
    """Takes no name from a cookie that Django cannot have given: one with a NUL would be an error of the database."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key and _KEY.fullmatch(key))
