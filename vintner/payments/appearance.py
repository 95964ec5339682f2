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
APPEARANCES: Final = BackgroundSession("vintner_appearance")
_SESSION_KEY = "appearance"


@dataclass(frozen=True, slots=True)
class SavedAppearances:
    """The stored appearance of the provider's fields as JSON, for the classic pages and for the block checkout."""

    classic: str = ""
    blocks: str = ""


NO_APPEARANCES = SavedAppearances()


def read_appearances(session: SessionBase) -> SavedAppearances:
    """Return the appearances that this visitor's pages have sent."""
    return SavedAppearances(find_appearance(session, THEME, blocks=False), find_appearance(session, THEME, blocks=True))


def store_appearance(session: SessionBase, text: str, theme: str, *, blocks: bool) -> dict[str, object] | None:
    """Store an appearance for the rest of the visit and return it; None when the text is no appearance."""
    appearance = _parse_appearance(text)
    if appearance is None or theme != THEME:
        return None
    stored = session.get(_SESSION_KEY, {})
    session[_SESSION_KEY] = {**stored, _appearance_key(theme, blocks=blocks): appearance}
    return appearance


def find_appearance(session: SessionBase, theme: str, *, blocks: bool) -> str:
    """Return the stored appearance as JSON without spaces; empty when there is none."""
    appearance = session.get(_SESSION_KEY, {}).get(_appearance_key(theme, blocks=blocks))
    return "" if appearance is None else json.dumps(appearance, separators=(",", ":"))


def _appearance_key(theme: str, *, blocks: bool) -> str:
    return f"{theme}:{'blocks' if blocks else 'classic'}"


def _parse_appearance(text: str) -> dict[str, object] | None:
    """Return an object of texts, numbers and objects of them."""
    if len(text.encode(errors="replace")) > MAX_BYTES:
        return None
    try:
        appearance = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return appearance if isinstance(appearance, dict) and _is_plain(appearance, MAX_DEPTH) else None


def _is_plain(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(_is_plain(each, depth - 1) for each in value.values())
    return isinstance(value, (str, int, float, bool)) and "\x00" not in str(value)
