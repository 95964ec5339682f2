"""How the provider's fields look, as the pages derived it from their own: kept for the visit (spec 7.3)."""

import json
from dataclasses import dataclass

from django.http import HttpRequest

LARGEST = 8 * 1024
"""Bytes of JSON."""
DEEPEST = 5
THEME = "vintner"
"""The one theme that our pages have."""
_KEPT = "appearance"


@dataclass(frozen=True, slots=True)
class Looks:
    """How the provider's fields were last said to look, as JSON, in the classic pages and in the block checkout."""

    classic: str = ""
    blocks: str = ""


NEVER_SAID = Looks()


def looks_of(request: HttpRequest) -> Looks:
    """Return what this visitor's pages have said."""
    return Looks(saved_look(request, THEME, blocks=False), saved_look(request, THEME, blocks=True))


def keep_look(request: HttpRequest, text: str, theme: str, *, blocks: bool) -> dict[str, object] | None:
    """Keep what a page says for the rest of the visit and return it; None when it is no appearance."""
    look = _read(text)
    if look is None or theme != THEME:
        return None
    looks = request.session.get(_KEPT, {})
    request.session[_KEPT] = {**looks, _name(theme, blocks=blocks): look}
    return look


def saved_look(request: HttpRequest, theme: str, *, blocks: bool) -> str:
    """Return what was kept, as JSON without spaces; empty when nothing was."""
    look = request.session.get(_KEPT, {}).get(_name(theme, blocks=blocks))
    return "" if look is None else json.dumps(look, separators=(",", ":"))


def _name(theme: str, *, blocks: bool) -> str:
    return f"{theme}:{'blocks' if blocks else 'classic'}"


def _read(text: str) -> dict[str, object] | None:
    """Return an object of texts, numbers and objects of them."""
    if len(text.encode(errors="replace")) > LARGEST:
        return None
    try:
        look = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return look if isinstance(look, dict) and _is_plain(look, DEEPEST) else None


def _is_plain(value: object, depth: int) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(_is_plain(each, depth - 1) for each in value.values())
    return isinstance(value, (str, int, float, bool)) and "\x00" not in str(value)
