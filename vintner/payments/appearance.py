"""Stores how the provider's fields look for the visit (docs/behaviour/payments.md#appearance-of-the-fields)."""

import json
from dataclasses import dataclass
from typing import Final

from django.contrib.sessions.backends.base import SessionBase

from vintner.web.sessions.background import BackgroundSession

MAX_BYTES = 8 * 1024
"""Bytes of JSON."""
MAX_DEPTH = 5
THEME = "vintner"
"""The one theme that our pages have."""
APPEARANCES: Final = BackgroundSession("vintner_look")
_SESSION_KEY = "appearance"


@dataclass(frozen=True, slots=True)
class SavedAppearances:
    """The stored look of the provider's fields as JSON, for the classic pages and for the block checkout."""

    classic: str = ""
    blocks: str = ""


NO_APPEARANCES = SavedAppearances()


def read_appearances(session: SessionBase) -> SavedAppearances:
    """Return the looks that this visitor's pages have sent."""
    return SavedAppearances(find_appearance(session, THEME, blocks=False), find_appearance(session, THEME, blocks=True))


def store_appearance(session: SessionBase, text: str, theme: str, *, blocks: bool) -> dict[str, object] | None:
    """Store a look for the rest of the visit and return it; None when the text is no appearance."""
    look = _parse_appearance(text)
    if look is None or theme != THEME:
        return None
    looks = session.get(_SESSION_KEY, {})
    session[_SESSION_KEY] = {**looks, _appearance_key(theme, blocks=blocks): look}
    return look


def find_appearance(session: SessionBase, theme: str, *, blocks: bool) -> str:
    """Return the stored look as JSON without spaces; empty when there is none."""
    look = session.get(_SESSION_KEY, {}).get(_appearance_key(theme, blocks=blocks))
    return "" if look is None else json.dumps(look, separators=(",", ":"))


def _appearance_key(theme: str, *, blocks: bool) -> str:
    return f"{theme}:{'blocks' if blocks else 'classic'}"


def _parse_appearance(text: str) -> dict[str, object] | None:
    """Return an object of texts, numbers and objects of them."""
    if len(text.encode(errors="replace")) > MAX_BYTES:
        return None
    try:
        look = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return look if isinstance(look, dict) and _is_plain(look, MAX_DEPTH) else None


def _is_plain(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(_is_plain(each, depth - 1) for each in value.values())
    return isinstance(value, (str, int, float, bool)) and "\x00" not in str(value)
