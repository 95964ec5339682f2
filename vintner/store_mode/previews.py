"""Links for a preview. The link carries the row's number, signed, so that nobody makes one without the store's key."""

from datetime import datetime
from typing import Final

from django.core.signing import BadSignature, Signer

from vintner.store_mode.models import PreviewLink
from vintner.store_mode.rules import StoreMode

_SIGNER: Final = Signer(salt="vintner.store_mode.preview")


def sign_preview(number: int) -> str:
    """Return the token of a preview's link and cookie."""
    return _SIGNER.sign(str(number))


def find_end(token: str, mode: StoreMode) -> datetime | None:
    """Return when the preview of a token expires; None if the token was not made here or the preview was ended."""
    try:
        return mode.previews.get(int(_SIGNER.unsign(token)))
    except (BadSignature, ValueError):
        return None


def is_valid_preview(token: str, mode: StoreMode, now: datetime) -> bool:
    """Return whether a preview is neither expired nor ended. No query."""
    expires_at = find_end(token, mode)
    return expires_at is not None and now < expires_at


def end_preview(number: int, now: datetime) -> None:
    """End a preview: its link and its cookies are worth nothing from now on."""
    PreviewLink.objects.filter(pk=number, ended_at=None).update(ended_at=now)
