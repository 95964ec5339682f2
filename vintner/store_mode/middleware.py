"""Who may come in while the store is coming soon: staff with the permission, and those who opened a preview link."""

from datetime import datetime
from enum import Enum
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from vintner.customers.middleware import user_of
from vintner.store_mode.previews import is_valid_preview
from vintner.store_mode.rules import StoreMode
from vintner.web.middleware import PREVIEW_COOKIE

PERMISSION: Final = "store_mode.enter_closed_store"
ENTRANT: Final = "vintner.entrant"
"""The entry of request.META with the Entrant. Without it the page is what every visitor sees."""


class Entrant(Enum):
    """Why somebody sees a page that is closed to visitors."""

    STAFF = "staff"
    PREVIEW = "preview"


def admit(request: HttpRequest, mode: StoreMode, now: datetime) -> Entrant | None:
    """Return why a visitor may see a closed page, None if they may not. It is noted with the request.

    Whoever has a preview sees the store as a guest would, also staff.
    """
    entrant = _find_entrant(request, mode, now)
    if entrant is not None:
        request.META[ENTRANT] = entrant
    return entrant


def _find_entrant(request: HttpRequest, mode: StoreMode, now: datetime) -> Entrant | None:
    token = request.COOKIES.get(PREVIEW_COOKIE, "")
    if token and is_valid_preview(token, mode, now):
        return Entrant.PREVIEW
    user = user_of(request)
    return Entrant.STAFF if user is not None and user.is_staff and user.has_perm(PERMISSION) else None


def set_preview_cookie(response: HttpResponse, token: str, expires_at: datetime) -> None:
    """Let a browser come in until the preview expires. Scripts do not see the cookie."""
    response.set_cookie(PREVIEW_COOKIE, token, expires=expires_at, httponly=True, samesite="Lax", secure=settings.HTTPS)
