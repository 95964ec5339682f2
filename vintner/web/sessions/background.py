"""Sessions for background requests of a page's scripts, each with a cookie of its own.

A page sends such a request as a guest, and the answer can arrive after that of a log-in. If it set the cookie of the
log-in's session, the shopper would be logged out again.
"""

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from vintner.web.sessions.store import SessionStore


class BackgroundSession:
    """A session that lasts until the browser is closed, and two weeks at most."""

    def __init__(self, name: str) -> None:
        self.cookie = f"{settings.COOKIE_PREFIX}{name}"

    def read(self, request: HttpRequest) -> SessionBase:
        """Return the browser's session, an empty one if it has none."""
        return SessionStore(request.COOKIES.get(self.cookie))

    def save(self, session: SessionBase, response: HttpResponse) -> None:
        """Save a session that was read, and set its cookie."""
        session.save()
        response.set_cookie(
            self.cookie, session.session_key or "", httponly=True, samesite="Lax", secure=settings.HTTPS
        )
