"""Form bodies with brackets: `a[b]=1`, `a[]=1`, `a[0][b]=1`."""

import re
from urllib.parse import parse_qsl

from pydantic import JsonValue

from sandbox_pay.protocol.errors import ProviderError
from sandbox_pay.protocol.json import Json

MAX_FIELDS = 1000
MAX_DEPTH = 8
NAME = re.compile(r"^([^\[\]]+)((?:\[[^\[\]]*\])*)$")
PART = re.compile(r"\[([^\[\]]*)\]")


def decode(encoded: str) -> Json:
    """Return the parameters as texts in nested maps and lists. Raises `ProviderError` (400) for a malformed body."""
    try:
        pairs = parse_qsl(encoded, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict")
    except (ValueError, UnicodeDecodeError) as problem:
        raise ProviderError(400, "The request's parameters could not be read.") from problem
    tree: Json = {}
    for name, text in pairs:
        _put(tree, _path(name), text)
    return {name: _lists(value) for name, value in tree.items()}


def _path(name: str) -> list[str]:
    match = NAME.match(name)
    parts = PART.findall(match[2]) if match else []
    if match is None or len(parts) > MAX_DEPTH:
        raise ProviderError(400, f"Invalid parameter name: {name[:80]}")
    return [match[1], *parts]


def _put(tree: Json, path: list[str], text: str) -> None:
    """Write one value; an empty bracket takes the next free position."""
    here = tree
    for step in path[:-1]:
        below = here.setdefault(step or str(len(here)), {})
        if not isinstance(below, dict):
            raise ProviderError(400, f"Invalid object: {path[0]} is given both as a value and as a map.")
        here = below
    here[path[-1] or str(len(here))] = text


def _lists(value: JsonValue) -> JsonValue:
    """Turn maps whose names are positions into lists."""
    if not isinstance(value, dict):
        return value
    inner = {name: _lists(part) for name, part in value.items()}
    if inner and all(name.isascii() and name.isdigit() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner
