"""Puts the store of a test into a mode."""

from datetime import datetime

from vintner.store_mode.mode import refresh_mode
from vintner.store_mode.models import PreviewLink, StoreVisibility
from vintner.store_mode.rules import Visibility


def set_mode(visibility: Visibility, opens_at: datetime | None = None, *, heading: str = "", text: str = "") -> None:
    """Change the setting, and let this process know: within a transaction it reads nothing by itself."""
    StoreVisibility.objects.filter(pk=1).update(
        visibility=visibility.value, opens_at=opens_at, heading=heading, text=text
    )
    refresh_mode()


def make_preview(note: str = "The designer", days: int = 7) -> PreviewLink:
    """Make a preview link, and let this process know."""
    link = PreviewLink.objects.create(note=note, days=days)
    refresh_mode()
    return link
