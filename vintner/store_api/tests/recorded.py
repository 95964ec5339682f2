"""Recorded requests and responses of another shop with the same API, where the recordings are at hand."""

import json
import re
from typing import Any

from tests.reference import reference

FREE = frozenset({"extensions", "reviewer_avatar_urls", "cart_hash"})
"""Where shops differ by design: what plugins add, and avatars (docs/decisions/0031)."""
_FORMATS = (re.compile(r"-?\d+"), re.compile(r"[0-9a-f]{32}"), re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"))


def recording(name: str) -> Any:  # noqa: ANN401 - JSON of somebody else's
    """Return {request, response} of a recording; without the recordings, the test is skipped."""
    return json.loads(reference(f"spec/wire/{name}.json").read_text())


def differences(ours: object, theirs: object, where: str = "") -> list[str]:
    """Say where our answer has another shape than theirs: missing keys, other types, other formats of text.

    Lists are compared by their first elements; null may stand for anything, as some fields of theirs are null at times.
    """
    if ours is None or theirs is None:
        return []
    if type(ours) is not type(theirs):
        numbers = {type(ours), type(theirs)} <= {int, float}
        return [] if numbers else [f"{where}: {type(ours).__name__} for {type(theirs).__name__}"]
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _of_objects(ours, theirs, where)
    if isinstance(ours, list) and isinstance(theirs, list):
        return differences(ours[0], theirs[0], f"{where}[]") if ours and theirs else []
    if isinstance(ours, str) and isinstance(theirs, str):
        broken = [form.pattern for form in _FORMATS if form.fullmatch(theirs) and not form.fullmatch(ours)]
        return [f"{where}: {ours!r} is not like {theirs!r}"] if broken and ours else []
    return []


def _of_objects(ours: dict[str, object], theirs: dict[str, object], where: str) -> list[str]:
    found = [
        f"{where}.{key} is missing" for key in theirs.keys() - ours.keys() - {"Allow"}
    ]  # HTTP asks for it with 405
    found += [f"{where}.{key} is not known there" for key in ours.keys() - theirs.keys()]
    for key in ours.keys() & theirs.keys() - FREE:
        found += differences(ours[key], theirs[key], f"{where}.{key}")
    return found
